import { Global } from "@emotion/react";
import styled from "@mui/styled-engine";
import { inGroups } from "../../../shared/formats.ts";
import { onPhones } from "../../look/theme.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { CopyButton, ScriptButton } from "../../parts/copy-button.tsx";

const Sheet = styled("div")(({ theme: { vars } }) => ({
  marginTop: 24,
  padding: 20,
  borderRadius: 14,
  backgroundColor: vars.palette.brand.side,
  "& > div": { display: "none" },
  "& ol": { display: "grid", gap: 6, margin: 0, padding: 0, listStyle: "none" },
  "& code": {
    fontFamily: "ui-monospace, monospace",
    fontSize: "1.0625rem",
    [onPhones]: { fontSize: "0.9375rem" },
  },
  "@media print": {
    position: "absolute",
    insetInline: 0,
    insetBlockStart: 0,
    border: 0,
    "& > div": { display: "block", marginBlockEnd: 16 },
    "& ol": { justifyItems: "start" },
  },
}));

const Buttons = styled("div")({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 12,
  marginTop: 16,
  [onPhones]: { "& button": { flexGrow: 1, paddingInline: 12 } },
  // Without a word it is no place between the buttons.
  "& [role=status]:empty": { position: "absolute" },
});

// On paper stand the codes and whose they are, black on white whatever the colour scheme.
const onPaper = {
  "@media print": {
    "body *": { visibility: "hidden" },
    "[data-print], [data-print] *": { visibility: "visible", color: "#000" },
    "html, body": { backgroundColor: "#fff" },
  },
} as const;

/** Recovery codes in groups of five digits, and ways to keep them; these need the script. */
export function RecoveryCodes() {
  const { view, partner, user } = useScreen();
  const codes = (view.recoveryCodes as string[] | null | undefined) ?? [];
  const grouped = codes.map(inGroups);
  const text = usePanelTexts("recovery-codes");
  const username = typeof view.username === "string" ? view.username : user.username;
  const heading = text("heading", { partner: partner.partnerName });
  const lines = [heading, ...(username === null ? [] : [username]), "", ...grouped, ""];
  return (
    <>
      <Global styles={onPaper} />
      <Sheet data-print="">
        <div>
          <p>{heading}</p>
          <p>
            <bdi>{username}</bdi>
          </p>
        </div>
        <ol dir="ltr" aria-label={text("list")}>
          {grouped.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </Sheet>
      <Buttons>
        <CopyButton text={grouped.join("\n")} label={text("copy")} />
        <ScriptButton type="button" quiet onClick={() => download(lines.join("\n"))}>
          {text("download")}
        </ScriptButton>
        <ScriptButton type="button" quiet onClick={() => print()}>
          {text("print")}
        </ScriptButton>
      </Buttons>
    </>
  );
}

function download(content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href: address, download: "recovery-codes.txt" }).click();
  // Not at once: some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
