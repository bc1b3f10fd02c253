import type { Fault } from "../finding.ts";
import type { Checked } from "../resolve/scenes.ts";
import { placedTexts, textFiles } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const plainText: Rule = {
  id: "plain-text",
  stops: false,
  finds: "A text or a name that nobody sees, or that holds markup or signs that cannot be shown.",
  why: "Texts are shown letter by letter: people would read `<b>` and `&amp;` as they stand. A sign that cannot be seen is a slip, and some turn round what stands beside them.",
  example: {
    file: "locales/es.json",
    wrong: '"Sesión iniciada como <b>{name}</b>"',
    right: '"Sesión iniciada como {name}"',
  },
  check: (checked) => [...textProblems(checked), ...nameProblems(checked)],
};

function textProblems(checked: Checked): Fault[] {
  return textFiles(checked).flatMap(([, document]) =>
    placedTexts(document.value).flatMap(({ key, text, path }) => {
      // Only mails have paragraphs; `mail-text` says which of their texts.
      const problem = problemOf(key.startsWith("mails.") ? text.replaceAll("\n", " ") : text);
      return problem === undefined ? [] : [document.at(path, `"${key}" ${problem}.`)];
    }),
  );
}

function nameProblems({ partners, clients, vendors }: Checked): Fault[] {
  const ofPartners = [...partners.values()].map((partner) => {
    return { document: partner, path: ["partnerName"], name: partner.value.partnerName };
  });
  const ofClients = Object.entries(clients.value.clients).map(([id, { name }]) => {
    return { document: clients, path: ["clients", id, "name"], name };
  });
  const ofVendors = Object.entries(vendors.value.vendors).map(([id, { name }]) => {
    return { document: vendors, path: ["vendors", id, "name"], name };
  });
  return [...ofPartners, ...ofClients, ...ofVendors].flatMap(({ document, path, name }) => {
    const problem = problemOf(name);
    return problem === undefined ? [] : [document.at(path, `This name ${problem}.`)];
  });
}

/** What is wrong with a text, as the end of a sentence. */
function problemOf(text: string): string | undefined {
  if (!/[^\s\p{C}\p{Z}]/u.test(text)) return "is blank";
  if (text !== text.trim()) return "begins or ends with a space";
  const [tag] = /<(![^<>]*|\/?[a-z][a-z0-9-]*(\s[^<>]*|\/)?)>/i.exec(text) ?? [];
  if (tag !== undefined) return `holds markup, which people would read: ${tag}`;
  const [entity] = /&(#\d+|#x[0-9a-f]+|[a-z]{2,}\d*);/i.exec(text) ?? [];
  if (entity !== undefined) return `holds ${entity}, which people would read: write the sign itself`;
  const [sign] = unseen.exec(text) ?? [];
  return sign === undefined
    ? undefined
    : `holds a sign that cannot be shown: U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

// Marks and isolates of direction, joiners and soft hyphens are part of how some languages are written; overrides,
// half of a sign, and what was read in the wrong encoding are not.
const unseen = /[\p{Cc}\p{Cs}\u2028-\u202e\ufeff\ufffd]/u;
