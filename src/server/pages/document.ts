import { scriptPolicy } from "../../shared/constants.ts";
import { type Direction, directionOf } from "../../shared/languages.ts";
import { type Link, legalLinks } from "../../shared/legal-links.ts";
import {
  type PageState,
  pageStateId,
  plainMark,
  postedMark,
  type RenderedScreen,
} from "../../shared/page-state.ts";
import type { Speech } from "../call.ts";
import type { RecaptchaSources } from "../captcha/recaptcha.ts";
import { escapeHtml } from "../html.ts";
import { policyReportPath } from "../plugins/policy-reports.ts";
import { iconPath } from "./images.ts";
import type { PageScripts } from "./renderer.ts";

export interface DocumentParts {
  state: PageState;
  title: string;
  /** Path of the icon; null: the browser shows one of its own. */
  icon: string | null;
  rendered: RenderedScreen;
  scripts: PageScripts;
  preamble: string;
  nonce: string;
}

/**
 * The HTML of a page answer. Everything that is not the renderer's markup is escaped here. React listens for all clicks at
 * its root: as an element with a role, Firefox would call each heading in it clickable.
 */
export function pageDocument(parts: DocumentParts): string {
  const { state, title, icon, rendered, scripts, preamble, nonce } = parts;
  const start = startScript(scripts);
  return `<!doctype html><html lang="${escapeHtml(state.language)}" dir="${state.direction}"${themeOf(state)} data-${plainMark}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${rendered.head}${iconLink(icon)}${wholeFirst}${preamble}<script nonce="${nonce}">${unmarkPlain}</script></head><body><div id="root" role="none">${rendered.body}</div><script type="application/json" id="${pageStateId}" data-build="${escapeHtml(scripts.entry)}" nonce="${nonce}">${scriptJson(state)}</script><script nonce="${nonce}">${start}</script></body></html>`;
}

// Nothing where the system decides: the styles ask it themselves.
function themeOf({ scheme }: PageState): string {
  return scheme === "auto" ? "" : ` data-theme="${scheme}"`;
}

// Before anything is painted. By what came last of all that the script cannot do without: Chrome has it since 102, Firefox since
// 112, Safari since 15.5. Older ones keep the form, which the script would only break; so this is written in words that each knows.
// Behind the styles: nearer to their nonce, its own could not be compressed as a copy of that (`compressed-template.ts`).
const unmarkPlain = `if("inert"in document.documentElement)document.documentElement.removeAttribute("data-${plainMark}")`;

// A page is small and comes at once: no frame shows half of it, whose parts would be pushed away by the rest.
const wholeFirst = `<link rel="expect" href="#${pageStateId}" blocking="render">`;

// Heard before any script is there that could ask; what the script sends itself, it prevents.
const noticePost = `addEventListener("submit",e=>{if(!e.defaultPrevented)document.documentElement.dataset.${postedMark}=""});`;

// By then a first frame is on the screen; milliseconds.
const longestFirstPaint = 300;

// Fetched and evaluated once the form is on the screen: earlier, scripts would take the line and the processor from it. Some
// browsers do not tell when that is.
// The entry comes first: it evaluates each slice as it arrives, while the others are still on the line.
function startScript({ entry, preload }: PageScripts): string {
  const fetchAhead = `for(const href of ${scriptJson(preload)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))`;
  const once = `let start=()=>{start=()=>{};import(${scriptJson(entry)});${fetchAhead}}`;
  const atTheLatest = `requestAnimationFrame(()=>setTimeout(()=>start(),${longestFirstPaint}))`;
  const isPlain = `"${plainMark}"in document.documentElement.dataset`;
  return `${noticePost}if(!(${isPlain})){${once};${atTheLatest};new PerformanceObserver(()=>start()).observe({type:"paint",buffered:true})}`;
}

/**
 * The policy of a page (security HD-2): nothing is allowed that is not named, no unsafe word, Trusted Types whose one
 * policy knows a single address, that of the service worker. With `recaptcha`, of the partners that have keys of it, also
 * its folders, the default policy by which its scripts are loaded from there, and the policy that its own script makes.
 * A development page allows what the bundler's hot reload needs.
 */
export function contentSecurityPolicy(
  nonce: string,
  development: boolean,
  recaptcha: RecaptchaSources | null = null,
): string {
  const { scripts, frames, connections } = recaptcha ?? { scripts: [], frames: [], connections: [] };
  const policies = [scriptPolicy, ...(recaptcha === null ? [] : ["default", "goog#html"])];
  const rules = [
    "default-src 'none'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...scripts].join(" "),
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ["connect-src 'self'", ...(development ? ["ws:"] : []), ...connections].join(" "),
    ...(recaptcha === null ? [] : [["frame-src", ...frames].join(" ")]),
    "font-src 'self'",
    development ? "worker-src 'self' blob:" : "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Every browser knows this name; where the newer one stands too, Chromium sends nothing without TLS.
    `report-uri ${policyReportPath}`,
    ...(development ? [] : ["require-trusted-types-for 'script'", `trusted-types ${policies.join(" ")}`]),
  ];
  return rules.join("; ");
}

/** A small page without script: the way to an address of another origin after a native post, or a plain message. */
export interface PlainPage {
  language: string;
  direction: Direction;
  /** Path of the icon; null: the browser shows one of its own. */
  icon: string | null;
  title: string;
  text: string;
  link: Link;
  /** The partner's, at the end. */
  legal: readonly Link[];
  /** Go on by itself at once. */
  refresh: boolean;
  nonce: string;
}

/** Needs neither the build nor the database, so it can also say that something is down. */
export function plainDocument({
  language,
  direction,
  icon,
  title,
  text,
  link,
  legal,
  refresh,
  nonce,
}: PlainPage): string {
  const meta = refresh ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(link.href)}">` : "";
  const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}a{font-weight:600}footer{margin-top:3rem}footer a{display:inline-block;padding:.625rem 0;margin-inline-end:1.25rem;font-weight:400}`;
  const footer = legal.length > 0 ? `<footer>${legal.map(anchor).join(" ")}</footer>` : "";
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${meta}<title>${escapeHtml(title)}</title>${iconLink(icon)}<style nonce="${nonce}">${style}</style></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p>${anchor(link)}</p>${footer}</body></html>`;
}

/** The same, as whoever it is for is spoken to. */
export function plainPage(
  { partner, language, t }: Speech,
  page: Pick<PlainPage, "title" | "text" | "link" | "refresh" | "nonce">,
): string {
  const whose = { icon: iconPath(partner), legal: legalLinks(partner, t) };
  return plainDocument({ ...page, ...whose, language, direction: directionOf(language) });
}

function iconLink(path: string | null): string {
  return `<link rel="icon" href="${escapeHtml(path ?? "data:,")}">`;
}

function anchor({ href, label }: Link): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
}

// JSON inside a script element: `<` would end it, the two line separators end a line in old parsers.
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
