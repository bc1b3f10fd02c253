import { legalLinks } from "../../shared/legal-links.ts";
import type { TextParams } from "../../shared/translate.ts";
import type { Speech } from "../call.ts";
import { mailDocument } from "./mail-document.ts";

/** Which mail: the keys below `mails.<template>` of the catalogue, and the values of their placeholders. */
export interface MailOrder {
  template: string;
  params: TextParams;
}

/** A mail, written out: one line, and the same words as plain text and as HTML. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph of a mail; a code to type and an address to open stand in one of their own. */
export interface MailPart {
  kind: "text" | "code" | "link";
  text: string;
}

/**
 * Writes a mail from `mails.<template>.subject`, `.text` and, where it has an address to open, `.button`. What a person
 * has chosen, the name of a device, becomes neither markup nor a line of its own, nor a link (security, RR-5).
 */
export function writeMail({ template, params }: MailOrder, { t, language, partner }: Speech): WrittenMail {
  const { code, link, occasion, ...others } = params;
  const values = { partner: partner.partnerName, ...tamed(others) };
  const heading = t(`mails.${template}.subject`, values);
  // In a list of mails there is no line to break.
  const subject = heading.replaceAll("\u00AD", "");
  const footer = t("mails.footer", values);
  const parts = partsOf(t(`mails.${template}.text`, values), { code, link, occasion });
  const legal = legalLinks(partner, t);
  // The footer as a signature (RFC 3676, section 4.3).
  const signature = [footer, ...legal.map(({ href, label }) => `${label} <${href}>`)].join("\n");
  const text = `${parts.map((part) => part.text).join("\n\n")}\n\n-- \n${signature}`;
  const button = t(`mails.${template}.button`, values);
  return { subject, text, html: mailDocument({ heading, parts, button, footer, legal, language, partner }) };
}

/** What is filled in as it stands: nothing of it was chosen by a person. */
type OwnName = "code" | "link" | "occasion";

/** The paragraphs of a text in which only what is ours is still to be filled in. */
function partsOf(text: string, values: Record<OwnName, string | number | undefined>): MailPart[] {
  return text.split("\n\n").map((paragraph) => {
    const alone = /^\{(code|link)\}$/.exec(paragraph)?.[1] as "code" | "link" | undefined;
    const filled = paragraph.replace(/\{(code|link|occasion)\}/g, (whole, name: OwnName) =>
      String(values[name] ?? whole),
    );
    return { kind: alone !== undefined && values[alone] !== undefined ? alone : "text", text: filled };
  });
}

// Line breaks, controls, and what turns the direction of all that follows.
const unruly = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
// What looks like an address is made a link by mail programs, and {code} would be filled in: not with a word joiner within.
const meaning = /[.:/@{](?=\S)/g;

function tamed(params: TextParams): TextParams {
  const tame = (value: string | number) =>
    typeof value === "string" ? value.replace(unruly, " ").replace(meaning, "$&\u2060") : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tame(value)]));
}
