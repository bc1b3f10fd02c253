import type { Cell, MessageCell, ScreenCell } from "../../config/gallery/cells.ts";
import type { Config } from "../../config/read-config.ts";
import { cellLookId } from "../../shared/cell-look.ts";
import { directionOf } from "../../shared/languages.ts";
import { logoCid, mailImages } from "../delivery/mail-logo.ts";
import { sampleMail, sampleParams } from "../delivery/sample-mail.ts";
import { html } from "../html.ts";
import { contentSecurityPolicy, pageDocument } from "../pages/document.ts";
import type { Renderer } from "../pages/renderer.ts";
import { partnerNamed } from "../partner-named.ts";
import { translatorOf } from "../translator-of.ts";
import type { CellChoice } from "./cell-choice.ts";
import { cellState, lookOf } from "./cell-state.ts";
import type { GalleryScripts } from "./gallery-scripts.ts";

/** A whole document with the policy that it is sent under. */
export interface CellDocument {
  markup: string;
  policy: string;
}

interface DocumentNeeds {
  config: Config;
  renderer: Renderer;
  scripts: Pick<GalleryScripts, "entry">;
  /** Origin of this server. */
  origin: string;
  nonce: string;
}

/** What a cell shows, as a document of its own. */
export function cellDocument(cell: Cell, choice: CellChoice, needs: DocumentNeeds): Promise<CellDocument> {
  return cell.kind === "screen" ? screenDocument(cell, choice, needs) : messageDocument(cell, choice, needs);
}

async function screenDocument(
  cell: ScreenCell,
  choice: CellChoice,
  { config, renderer, scripts, origin, nonce }: DocumentNeeds,
): Promise<CellDocument> {
  const state = cellState(config, cell, choice);
  const look = JSON.stringify(lookOf(cell)).replaceAll("<", "\\u003c");
  const markup = pageDocument({
    state,
    title: cell.id,
    icon: null,
    rendered: await renderer.render(state, nonce),
    scripts: { entry: scripts.entry, preload: [] },
    preamble: `<script type="application/json" id="${cellLookId}" nonce="${nonce}">${look}</script>${renderer.preamble.replaceAll("{nonce}", nonce)}`,
    nonce,
  });
  // Hot reload; else only the scripts: Chromium takes those that load while their frame goes for connections.
  const connect = renderer.development ? "'self' ws:" : `${origin}/gallery/assets/`;
  return { markup, policy: stillPolicy(contentSecurityPolicy(nonce, renderer.development), connect) };
}

/** The policy of a page, for one that may stand in the overview and sends nothing. */
function stillPolicy(policy: string, connect: string): string {
  const changes: Record<string, string> = {
    "frame-ancestors": "'self'",
    "form-action": "'none'",
    "connect-src": connect,
  };
  return policy
    .split("; ")
    .map((rule) => {
      const [name = ""] = rule.split(" ", 1);
      return changes[name] === undefined ? rule : `${name} ${changes[name]}`;
    })
    .join("; ");
}

async function messageDocument(
  { kind, template }: MessageCell,
  choice: CellChoice,
  { config, nonce }: DocumentNeeds,
): Promise<CellDocument> {
  const { language, partner: partnerId } = choice;
  const partner = partnerNamed(config, partnerId);
  if (kind === "sms") {
    const t = translatorOf(config, partnerId, language);
    const params = { ...sampleParams(language, t), partner: partner?.partnerName ?? "" };
    const text = t(`texts.${template}`, params);
    return plain(template, text, choice, nonce);
  }
  const mail = sampleMail(config, { template, partnerId, language });
  if (kind === "text") return plain(mail.subject, mail.text, choice, nonce);
  const [logo] = await mailImages(partner);
  const image = logo && `data:${logo.mediaType};base64,${logo.bytes.toString("base64")}`;
  // Browsers ask for a picture of the page, which its policy refuses; mail programs do not.
  const markup = inScheme(mail.html, choice.scheme).replace(
    "</head>",
    '<link rel="icon" href="data:,"></head>',
  );
  return {
    markup: image === undefined ? markup : markup.replaceAll(`cid:${logoCid}`, image),
    // Of a mail program: styles in the elements, no script.
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; form-action 'none'",
  };
}

/** A mail in the chosen scheme: by itself it asks the system. */
function inScheme(mail: string, scheme: CellChoice["scheme"]): string {
  return mail
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`)
    .replaceAll("@media(prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all");
}

function plain(
  title: string,
  text: string,
  { language, scheme, direction }: CellChoice,
  nonce: string,
): CellDocument {
  const way = direction === "auto" ? directionOf(language) : direction;
  const { markup } =
    html`<html lang="${language}" dir="${way}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">:root{color-scheme:${scheme}}body{margin:0;padding:24px}h1{margin:0 0 16px;font:600 1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}pre{margin:0;font:1rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}</style></head><body><main><h1>${title}</h1><pre>${text}</pre></main></body></html>`;
  return {
    markup: `<!doctype html>${markup}`,
    policy: `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-ancestors 'self'; form-action 'none'`,
  };
}
