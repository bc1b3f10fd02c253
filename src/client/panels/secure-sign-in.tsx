import styled from "@mui/styled-engine";
import { useEffect, useState } from "react";
import { useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import { Notice } from "../parts/notice.tsx";
import { PlainOnly } from "../parts/plain-only.tsx";

export const emblem: IconName = "key";

const Words = styled("div")(({ theme: { vars } }) => ({
  "& > :not(p, :empty)": { marginTop: 16 },
  "& > p": { color: vars.palette.text.secondary, textWrap: "pretty" },
}));

/** What a secure sign-in is; and, where this browser cannot do it, that it cannot. */
export function Panel() {
  const { t } = useScreen();
  const [supported, setSupported] = useState(true);
  // Known in the browser only; the page came with the words for the others.
  useEffect(() => setSupported(typeof globalThis.PublicKeyCredential === "function"), []);
  return (
    <Words>
      <p>{t("panels.secure-sign-in.about")}</p>
      <div role="status">
        {!supported && <Notice kind="info">{t("panels.secure-sign-in.notSupported")}</Notice>}
      </div>
      <PlainOnly>
        <Notice kind="info">{t("problems.needsScript")}</Notice>
      </PlainOnly>
    </Words>
  );
}
