import { describe, expect, test } from "vitest";
import { ownFiles } from "../../config/read/sources.ts";
import { readConfig } from "../../config/read-config.ts";
import { directionOf } from "../../shared/languages.ts";
import { messageValues } from "../../shared/message-values.ts";
import { translator } from "../../shared/translate.ts";
import { sampleMail } from "./sample-mail.ts";
import { type MailOrder, writeMail } from "./write-mail.ts";

const { config } = await readConfig(process.cwd(), ownFiles);
if (config === undefined) throw new Error("the repository has a configuration");

const kilobyte = 1024;
const templates = Object.keys(messageValues.mail);
// One with a logo for mails and one without.
const cells = templates.flatMap((template) =>
  config.languages.flatMap((language) =>
    ["northwind", "qamar"].map((partnerId) => ({ template, language, partnerId })),
  ),
);

/** What a mail shows: its HTML without markup, with the characters that it stands for. */
function shown(markup: string): string {
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return markup.replace(/<[^>]+>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => names[name] ?? "");
}

test("every mail of the catalogue is tried", () => {
  expect(templates).toEqual(
    expect.arrayContaining(["pin", "oneTimeToken", "recoveryCodeUsed", "deviceAdded"]),
  );
});

test("what a mail is filled with is in its language too", () => {
  const german = { language: "de", partnerId: "default" };
  expect(sampleMail(config, { ...german, template: "passwordAtProvider" }).text).toContain(
    "Contoso oder Fabrikam",
  );
  expect(sampleMail(config, { ...german, template: "providerLinked" }).text).toContain(
    "Zeitpunkt: 1. Mai 2031 um 09:30 Uhr (UTC). Browser: Firefox auf Windows.",
  );
  expect(sampleMail(config, { ...german, template: "secondFactorRemoved" }).text).toContain(
    "Authenticator-App",
  );
});

describe.each(cells)("$template in $language at $partnerId", (cell) => {
  const { subject, text, html } = sampleMail(config, cell);
  const whole = [subject, text, html].join("\n");

  test("has every text and value, on one line where it must", () => {
    expect(subject).toMatch(/^\S[^\p{Cc}\u00AD]+$/u);
    expect(whole).not.toMatch(/\{\w+\}|undefined|null|NaN/);
    for (const part of text.split("\n\n")) expect(part.trim()).not.toBe("");
  });

  test("says the same as text and as HTML, and who sent it", () => {
    const [said = "", signature = ""] = text.split("\n\n-- \n");
    const [footer = "", ...legal] = signature.split("\n");
    for (const paragraph of said.split("\n\n")) expect(shown(html)).toContain(paragraph);
    expect(shown(html)).toContain(footer);
    expect(footer).toContain(config.partners[cell.partnerId]?.partnerName);
    const { "shell.legal.privacy": privacy, "shell.legal.imprint": imprint } = config.texts(
      cell.partnerId,
      cell.language,
    );
    const links = [
      [privacy, "https://northwind.example/privacy"],
      [imprint, "https://northwind.example/imprint"],
    ];
    const expected = cell.partnerId === "northwind" ? links : [];
    expect(legal).toEqual(expected.map(([words, address]) => `${words} <${address}>`));
    const below = html.slice(html.indexOf(footer));
    const shownLinks = [...below.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)];
    expect(shownLinks.map(([, address, words]) => [words, address])).toEqual(expected);
  });

  test("holds what it is for: the code as one word, the link as a button, and its address to read", () => {
    const source = config.texts(cell.partnerId, cell.language)[`mails.${cell.template}.text`] ?? "";
    if (source.includes("{code}")) {
      expect(text).toContain("\n\n271828\n\n");
      expect(html).toMatch(/dir="ltr"[^>]*user-select:all[^>]*>271828</);
    }
    if (source.includes("{link}")) {
      expect(text).toMatch(/\n\nhttps:\S+\n\n/);
      const [address = ""] = /https:\S+/.exec(text) ?? [];
      const links = [...html.matchAll(/<a class="on-button" href="([^"]+)"[^>]*>([^<]+)</g)];
      expect(links.map(([, href = ""]) => shown(href))).toEqual([address]);
      expect(shown(html)).toContain(address);
      // Outlook draws no padding of a link, only of its cell.
      expect(html).toMatch(/<td [^>]*mso-padding-alt:14px 28px"><a class="on-button"[^>]*padding:14px 28px/);
    }
    expect(source.includes("{reference}")).toBe(text.includes("K7QF"));
  });

  test("runs in the direction of its language", () => {
    const direction = directionOf(cell.language);
    expect(html).toContain(`<html lang="${cell.language}" dir="${direction}">`);
    expect(html).toContain(`<div lang="${cell.language}" dir="${direction}">`);
    expect(html.includes('align="right"')).toBe(direction === "rtl");
  });

  test("loads nothing, runs nothing, and is small", () => {
    const addresses = [...html.matchAll(/(?:src|background|action)=|url\(|<(?:script|link|iframe|form)/g)];
    expect(addresses.map(([found]) => found)).toEqual(cell.partnerId === "northwind" ? ["src="] : []);
    expect(html.includes('src="cid:logo@vestibule"')).toBe(cell.partnerId === "northwind");
    expect(Buffer.byteLength(html)).toBeLessThan(30 * kilobyte);
  });
});

describe("what a person has chosen", () => {
  const written = (order: MailOrder) => {
    const partner = config.partners.qamar;
    if (partner === undefined) throw new Error("no such partner");
    const t = translator(config.texts("qamar", "en-GB"), "en-GB");
    return writeMail(order, { t, language: "en-GB", partner });
  };

  test.each([
    '<img src=x onerror="alert(1)">',
    "</p></td><script>alert(1)</script>",
    '"><a href="https://evil.example">',
    "&lt;b&gt;",
  ])("is no markup: %s", (device) => {
    const { html } = written({ template: "deviceAdded", params: { device } });
    const plain = written({ template: "deviceAdded", params: { device: "Phone" } });
    const tags = (markup: string) => [...markup.matchAll(/<[/a-z!][^>]*>/g)].map(([tag]) => tag);
    expect(tags(html)).toEqual(tags(plain.html));
    expect(shown(html).replaceAll("\u2060", "")).toContain(device);
  });

  test.each(["https://evil.example/pay", "www.evil.example", "help@evil.example", "evil.example:8080"])(
    "is no link: %s",
    (device) => {
      const { html, text } = written({ template: "deviceAdded", params: { device } });
      expect(`${html} ${text}`).not.toContain(device);
      expect(text.replaceAll("\u2060", "")).toContain(device);
    },
  );

  test("stays within its line and its direction, and is no code", () => {
    const device = "Phone\r\n\r\n{code}\n\nBcc: a@b.example\u202e\u0000";
    const { html, text } = written({ template: "deviceAdded", params: { device, code: "999999" } });
    const { text: plain } = written({ template: "deviceAdded", params: { device: "Phone" } });
    expect(text.split("\n")).toHaveLength(plain.split("\n").length);
    for (const foreign of ["\u202e", "\u0000", "999999"]) expect(html + text).not.toContain(foreign);
  });
});

test("a template whose words change has its code and its address filled in wherever they stand", () => {
  const partner = config.partners.qamar;
  if (partner === undefined) throw new Error("no such partner");
  const t = translator({ "mails.odd.subject": "Odd", "mails.odd.text": "It is {code}, at {link}." }, "en-GB");
  const order = { template: "odd", params: { code: "271828", link: "https://a.example/" } };
  const { text, html } = writeMail(order, { t, language: "en-GB", partner });
  expect(text).toContain("It is 271828, at https://a.example/.");
  expect(html).toContain("It is 271828, at https://a.example/.");
});
