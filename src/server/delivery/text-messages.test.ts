import { describe, expect, test } from "vitest";
import { ownFiles } from "../../config/read/sources.ts";
import { readConfig } from "../../config/read-config.ts";
import { messageValues } from "../../shared/message-values.ts";
import { translatorOf } from "../translator-of.ts";
import { sampleParams } from "./sample-mail.ts";

const { config } = await readConfig(process.cwd(), ownFiles);
if (config === undefined) throw new Error("the repository has a configuration");

// The alphabet of text messages (3GPP TS 23.038, section 6.2.1); one other letter and all of them count twice.
const alphabet = /^[\w @£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n\r]*$/;

/** Parts that a text message is sent and paid in. */
function partsOf(text: string): number {
  const [alone, joined] = alphabet.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / joined);
}

const cells = config.languages.flatMap((language) =>
  Object.keys(messageValues.sms).map((template) => ({ language, template })),
);

describe.each(cells)("the text message $template in $language", ({ language, template }) => {
  const t = translatorOf(config, "default", language);
  const text = t(`texts.${template}`, { ...sampleParams(language, t), partner: "Northwind Payroll" });

  test("begins with its code, which lists of messages show", () => {
    expect(text).toMatch(/^271828 /);
  });

  test("is one part, or two where its language has other letters", () => {
    // All others do: Spanish writes á, ó and ú.
    const ofTheAlphabet = ["de", "en", "en-GB", "fr-CA"];
    expect(partsOf(text)).toBeLessThanOrEqual(ofTheAlphabet.includes(language) ? 1 : 2);
  });
});
