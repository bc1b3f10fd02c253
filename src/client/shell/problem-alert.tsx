import { styled } from "@mui/material/styles";
import { useState } from "react";
import { Notice } from "./notice.tsx";

const Place = styled("div")({ borderRadius: 12 });

/**
 * What is wrong in general. The place stands before it is filled, so that filling it is announced; what the page came
 * with, as after a refused native post, nothing would announce: there the browser begins at these words.
 */
export function ProblemAlert({ texts }: { texts: readonly string[] }) {
  const [cameWithPage] = useState(texts.length > 0);
  return (
    <Place role="alert" {...(cameWithPage && { tabIndex: -1, autoFocus: true })}>
      {texts.length > 0 && (
        <Notice kind="danger">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </Place>
  );
}
