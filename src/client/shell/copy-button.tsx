import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { useScreen } from "./screen-context.ts";

/** Whether the script is there; what only it can do is shown from then on. */
export function useScript(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return isThere;
}

/** Puts a text on the clipboard and says so. Nothing where the browser has no clipboard for pages. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useScreen();
  const [said, setSaid] = useState("");
  const canCopy = useScript() && navigator.clipboard !== undefined;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("shell.copied"),
      () => setSaid("shell.notCopied"),
    );
  return (
    <>
      {canCopy && (
        <Button type="button" quiet onClick={copy}>
          {label}
        </Button>
      )}
      <span role="status">{said !== "" && t(said)}</span>
    </>
  );
}
