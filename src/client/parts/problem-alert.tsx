import styled from "@mui/styled-engine";
import { useState } from "react";
import { Notice } from "./notice.tsx";

// A place to begin reading at; what it says stands out by itself.
const Place = styled("div")({ "&:focus": { outline: "none" } });

interface ProblemAlertProps {
  id?: string;
  texts: readonly string[];
  turn: number;
}

/**
 * What is wrong in general. The place stands before it is filled, so that filling it is announced; what the page came
 * with, as after a refused native post, nothing would announce: there the browser begins at these words.
 * Of another `turn` the same words are announced again.
 */
export function ProblemAlert({ id, texts, turn }: ProblemAlertProps) {
  const [cameWithPage] = useState(texts.length > 0);
  return (
    <Place id={id} role="alert" {...(cameWithPage && { tabIndex: -1, autoFocus: true })}>
      {texts.length > 0 && (
        <Notice key={turn} kind="danger" isAnswer={turn > 0}>
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </Place>
  );
}
