import styled from "@mui/styled-engine";
import { type ProblemCode, problemText } from "../../../shared/problem-codes.ts";
import type { Translate } from "../../../shared/translate.ts";
import { Notice } from "../../parts/notice.tsx";

const Alert = styled("div")({ "&:not(:empty)": { marginTop: 20 } });

/** What a try of a challenge came to; empty until there is anything to say. */
export function ChallengeAlert({ t, problems }: { t: Translate; problems: readonly ProblemCode[] }) {
  return (
    <Alert role="alert">
      {problems.length > 0 && (
        <Notice kind="danger" isAnswer>
          {problems
            .map((problem) => problemText(problem, t))
            .map((text) => (
              <p key={text}>{text}</p>
            ))}
        </Notice>
      )}
    </Alert>
  );
}
