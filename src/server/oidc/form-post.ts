import { directionOf } from "../../shared/languages.ts";
import type { Speech } from "../call.ts";
import { html } from "../html.ts";

/** Sends the form of the page on; a file of its own, because the page allows no inline script. */
export const formPostScript = { path: "/connect/form-post.js", text: "document.forms[0].submit();\n" };

/** No `form-action`: browsers would hold every redirect of the application to it. */
export const formPostPolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The page that posts an answer to the application (OAuth 2.0 Form Post Response Mode). Without script, the person
 * presses its button.
 */
export function formPostPage(action: string, fields: Record<string, unknown>, speech: Speech): string {
  const { language, t } = speech;
  const inputs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`);
  const title = t("shell.leaving.title");
  return html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><h1>${title}</h1><form method="post" action="${action}">${inputs}<p>${t("shell.leaving.text")}</p><button>${t("shell.leaving.link")}</button></form><script src="${formPostScript.path}"></script></body></html>`
    .markup;
}
