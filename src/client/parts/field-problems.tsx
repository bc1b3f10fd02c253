import styled from "@mui/styled-engine";
import { Icon } from "./icon.tsx";
import { type Announced, useLiveness } from "./use-liveness.ts";

const Place = styled("div")(({ theme }) => ({
  fontSize: "0.9375rem",
  color: theme.vars.palette.danger.main,
  "& p": { display: "flex", gap: 8, marginTop: 6 },
  "& svg": { marginTop: 1 },
}));

interface FieldProblemsProps extends Announced {
  id: string;
  texts: readonly string[];
}

/** What is wrong with a field; the place is there before anything is. */
export function FieldProblems({ id, texts, turn, isRead }: FieldProblemsProps) {
  return (
    <Place id={id} aria-live={useLiveness({ turn, isRead })}>
      {texts.map((text) => (
        <p key={`${turn} ${text}`}>
          <Icon name="problem" />
          <span>{text}</span>
        </p>
      ))}
    </Place>
  );
}
