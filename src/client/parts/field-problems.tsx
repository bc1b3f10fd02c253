import styled from "@mui/styled-engine";
import { Icon } from "./icon.tsx";

const Place = styled("div")(({ theme }) => ({
  fontSize: "0.9375rem",
  color: theme.vars.palette.danger.main,
  "& p": { display: "flex", gap: 8, marginTop: 6 },
  "& svg": { marginTop: 1 },
}));

/**
 * What is wrong with a field; the place is there before anything is. Of another `turn` the same words are announced
 * again.
 */
export function FieldProblems({ id, texts, turn }: { id: string; texts: readonly string[]; turn: number }) {
  return (
    <Place id={id} role="alert">
      {texts.map((text) => (
        <p key={`${turn} ${text}`}>
          <Icon name="problem" />
          <span>{text}</span>
        </p>
      ))}
    </Place>
  );
}
