import { styled } from "@mui/material/styles";
import { Notice } from "../shell/notice.tsx";

const Region = styled("div")({ "&:not(:empty)": { marginBlockEnd: 20 } });

/** What is wrong with a form in general. The region stands before it is filled, so that filling it is announced. */
export function GeneralProblems({ texts }: { texts: readonly string[] }) {
  return (
    <Region role="alert">
      {texts.length > 0 && (
        <Notice kind="danger">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </Region>
  );
}
