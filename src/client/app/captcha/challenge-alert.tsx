import styled from "@mui/styled-engine";
import { type ProblemCode, problemText } from "../../../shared/problem-codes.ts";
import { useScreen } from "../../page/screen-context.ts";
import { Notice } from "../../parts/notice.tsx";

const Alert = styled("div")({ "&:not(:empty)": { marginTop: 20 } });

/** What a try of a challenge came to; empty until there is anything to say. */
export function ChallengeAlert({ problems }: { problems: readonly ProblemCode[] }) {
  const { t } = useScreen();
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
