import styled from "@mui/styled-engine";
import { useState } from "react";
import { withoutScript } from "../look/theme.ts";
import { useScreen } from "../page/screen-context.ts";
import { useInBrowser } from "../page/use-in-browser.ts";
import { Button } from "./button.tsx";
import { useAnswers } from "./use-answers.ts";

/** What only the script can do: it has its place from the start, so nothing moves when the script comes. */
export const ScriptButton = styled(Button)({ [withoutScript]: { display: "none" } });

/** Puts a text on the clipboard and says so. Nothing where the browser has no clipboard for pages. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useScreen();
  const [said, setSaid] = useState({ of: "", key: "" });
  const turn = useAnswers(said);
  const isSaid = said.key !== "" && said.of === text;
  const can = useInBrowser(() => navigator.clipboard !== undefined, true);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid({ of: text, key: "shell.copied" }),
      () => setSaid({ of: text, key: "shell.notCopied" }),
    );
  return (
    <>
      {can && (
        <ScriptButton type="button" quiet onClick={copy}>
          {label}
        </ScriptButton>
      )}
      <span role="status">{isSaid && <span key={turn}>{t(said.key)}</span>}</span>
    </>
  );
}
