import type { Partner } from "../../config/resolve/partners.ts";
import { directionOf } from "../../shared/languages.ts";
import type { Link } from "../../shared/legal-links.ts";
import { brandOf, schemes } from "../../shared/palette.ts";
import { type Html, html } from "../html.ts";
import { logoCid } from "./mail-logo.ts";
import type { MailPart } from "./write-mail.ts";

/** What a mail says, and whose it is. */
export interface MailContent {
  heading: string;
  parts: readonly MailPart[];
  /** Words of the button that opens an address. */
  button: string;
  footer: string;
  /** The partner's, below the footer. */
  legal: readonly Link[];
  language: string;
  partner: Pick<Partner, "partnerName" | "themesBackgroundColor" | "mail">;
}

/** A mail's colours in one scheme. */
type Colours = ReturnType<typeof coloursOf>;

const sans = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace";

/**
 * The HTML of a mail: the one template of all. Tables and styles in the elements, because some mail programs know no
 * others; nothing is loaded from anywhere; the dark scheme is for those that read style sheets, the others make their
 * own. Everything put in is escaped.
 */
export function mailDocument({
  heading,
  parts,
  button,
  footer,
  legal,
  language,
  partner,
}: MailContent): string {
  const light = coloursOf(partner, "light");
  const direction = directionOf(language);
  const side = direction === "rtl" ? "right" : "left";
  const { markup } = html`<html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${heading}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(max-width:480px){.card{padding:24px 20px 8px!important}}
@media(prefers-color-scheme:dark){${darkRules(coloursOf(partner, "dark"))}}</style></head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview(parts)}</div>
<div lang="${language}" dir="${direction}">
<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" class="ground" bgcolor="${light.ground}" style="background-color:${light.ground}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="560" border="0" cellpadding="0" cellspacing="0" dir="${direction}" style="width:100%;max-width:560px">
<tr><td class="brand" align="${side}" style="padding:0 8px 16px;${sans};font-size:20px;line-height:28px;font-weight:bold;color:${light.link}">${sender(partner)}</td></tr>
<tr><td class="button" bgcolor="${light.button}" height="6" style="height:6px;font-size:0;line-height:6px;background-color:${light.button};border-radius:12px 12px 0 0">&nbsp;</td></tr>
<tr><td class="card paper" align="${side}" bgcolor="${light.paper}" style="padding:36px 36px 20px;word-break:break-word;background-color:${light.paper};border:1px solid ${light.line};border-top:0;border-radius:0 0 12px 12px">
<h1 class="ink" style="margin:0 0 16px;${sans};font-size:24px;line-height:31px;font-weight:bold;color:${light.ink}">${heading}</h1>
${parts.map((part) => drawn[part.kind](part.text, light, button))}</td></tr>
<tr><td class="quiet" align="${side}" style="padding:16px 8px 0;${sans};font-size:13px;line-height:20px;color:${light.quiet}">${footer}${legal.map((link) => quietLink(link, light))}</td></tr>
</table></td></tr></table></div></body></html>`;
  return `<!doctype html>${markup}`;
}

const drawn: Record<MailPart["kind"], (text: string, colours: Colours, button: string) => Html> = {
  text: (text, { ink }) =>
    html`<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:25px;color:${ink}">${text}</p>
`,
  // One word for a double press and for a screen reader; digits run from left to right in every language.
  code: (text, { side, ink }) =>
    html`<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td class="code" align="center" bgcolor="${side}" style="padding:22px 8px;background-color:${side};border-radius:10px"><span class="ink" dir="ltr" style="${mono};font-size:34px;line-height:42px;font-weight:bold;letter-spacing:5px;color:${ink};-webkit-user-select:all;user-select:all">${text}</span></td></tr></table>
`,
  // The address is there to be read and copied: a link of its own would be the same one, read letter by letter.
  link: (text, { button: ground, buttonInk, quiet }, words) =>
    html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr><td class="button" align="center" bgcolor="${ground}" style="background-color:${ground};border-radius:10px;mso-padding-alt:14px 28px"><a class="on-button" href="${text}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 28px;${sans};font-size:16px;line-height:22px;font-weight:bold;color:${buttonInk};text-decoration:none">${words}</a></td></tr></table>
<p class="quiet" dir="ltr" style="margin:0 0 16px;${sans};font-size:13px;line-height:20px;word-break:break-all;color:${quiet}">${text}</p>
`,
};

/** A line of the footer. */
function quietLink({ href, label }: Link, { quiet }: Colours): Html {
  return html`<br><a class="quiet" href="${href}" target="_blank" rel="noopener" style="display:inline-block;padding:4px 0;color:${quiet}">${label}</a>`;
}

/** The partner's name, or its logo with the name for whoever does not see images. */
function sender({ partnerName, mail }: MailContent["partner"]): Html {
  if (mail.logo === null) return html`${partnerName}`;
  return html`<img src="cid:${logoCid}" alt="${partnerName}" height="40" style="display:inline-block;height:40px;border:0">`;
}

/** What lists of mails show beside the subject, and nothing of what follows. */
function preview([first, second]: readonly MailPart[]): Html {
  const words = [first?.text, second?.kind === "code" && second.text].filter(Boolean).join(" ");
  return html`${words}${Array.from({ length: 60 }, () => gap)}`;
}

const gap = html`&#847;&zwnj;&nbsp;`;

function coloursOf({ themesBackgroundColor }: MailContent["partner"], name: keyof typeof schemes) {
  const { ground, paper, ink, quiet, line } = schemes[name];
  const { primary, link, side } = brandOf(themesBackgroundColor, schemes[name]);
  return {
    ground,
    paper,
    ink,
    quiet,
    line,
    side,
    link,
    button: primary.main,
    buttonInk: primary.contrastText,
  };
}

function darkRules(dark: Colours): Html {
  return html`.ground{background-color:${dark.ground}!important}.paper{background-color:${dark.paper}!important;border-color:${dark.line}!important}.ink{color:${dark.ink}!important}.quiet{color:${dark.quiet}!important}.brand{color:${dark.link}!important}.code{background-color:${dark.side}!important}.button{background-color:${dark.button}!important}.on-button{color:${dark.buttonInk}!important}`;
}
