import { expect, test } from "vitest";
import { sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { ownFiles, type Sources } from "./read/sources.ts";
import { type Config, configOf, readConfig } from "./read-config.ts";

const sources = await sampleSources();
const config = read(sources);

test("the files of the repository make a configuration without findings", async () => {
  const result = await readConfig(process.cwd(), ownFiles);
  expect(result.findings).toEqual([]);
  expect(result.config?.screens.login?.path).toBe("/account/login");
});

test("contracts, forms and entities hold no reference any more", () => {
  const { contracts, forms, entities } = config;
  expect(JSON.stringify({ contracts, forms, entities })).not.toContain('"$ref"');
  expect(forms.login?.schema).toEqual(contracts.Login.body);
});

const withMailLogo = {
  ...sources,
  partnerFiles: new Map([...sources.partnerFiles, ["partners/default/logo.png", ""]]),
};

test("a partner's own entries stand over those of the default partner, each by itself", () => {
  const base = {
    partnerName: "Base",
    themesBackgroundColor: "#112233",
    privacyUrl: "https://base.example/privacy",
    imprintUrl: "https://base.example/imprint",
    behaviour: { showLanguageOption: true },
  };
  const rules = {
    passwordRules: { minLength: 20 },
    passwordMaxAgeDays: 90,
    captcha: { score: { siteKey: "key", secretEnvironment: "SCORE_SECRET" } },
    signIn: { oneTimeToken: true, order: ["providers", "password"], providers: ["contoso"] },
    logo: "logo.svg",
    mail: { logo: "logo.png" },
  };
  const own = {
    partnerName: "Own",
    partnerDomain: "own-pay.online",
    privacyUrl: "https://own-pay.online/privacy",
    behaviour: { showLoginProviders: true },
    passwordRules: { digit: true },
    passwordMaxAgeDays: null,
    signIn: { offerDevices: true },
    mail: { replyTo: "help@own.example" },
  };
  const changed = withText(
    withMailLogo,
    "partners/default/partner.json",
    JSON.stringify({ ...base, ...rules }),
  );
  const { partners } = read(withText(changed, "partners/northwind/partner.json", JSON.stringify(own)));
  expect(partners.northwind).toEqual({
    partnerId: "northwind",
    partnerName: "Own",
    partnerDomain: "own-pay.online",
    themesBackgroundColor: "#112233",
    defaultLanguage: "en-GB",
    ownDefaultLanguage: false,
    availableLanguages: ["en-GB"],
    privacyUrl: "https://own-pay.online/privacy",
    imprintUrl: "https://base.example/imprint",
    behaviour: { showLoginProviders: true, showLanguageOption: true, showBackgroundImages: false },
    origins: [],
    logo: `${process.cwd()}/partners/default/logo.svg`,
    icon: null,
    background: null,
    mail: { logo: `${process.cwd()}/partners/default/logo.png`, replyTo: "help@own.example" },
    waysIn: ["providers", "password", "secureCredential", "oneTimeToken"],
    signIn: {
      oneTimeToken: true,
      secureCredential: true,
      offerDevices: true,
      dateOfBirthAtLink: false,
      providers: ["contoso"],
    },
    passwordRules: {
      minLength: 20,
      maxLength: 128,
      maxConsecutive: null,
      upper: false,
      lower: false,
      digit: true,
      special: false,
      allowedCharacters: null,
      words: ["Own", "own-pay", "Base"],
    },
    passwordMaxAgeDays: null,
    captcha: { score: { siteKey: "key", secretEnvironment: "SCORE_SECRET", least: 0.5 } },
  });
});

test("a partner with a logo of its own neither mails another's nor shows another's icon", () => {
  const files = {
    "partners/default/partner.json": { partnerName: "Base", icon: "icon.png", mail: { logo: "logo.png" } },
    "partners/northwind/partner.json": { partnerName: "Own", logo: "logo.svg" },
  };
  const changed = Object.entries(files).reduce<Sources>(
    (before, [file, partner]) => withText(before, file, JSON.stringify(partner)),
    withMailLogo,
  );
  expect(read(changed).partners.northwind?.logo).toContain("northwind");
  expect(read(changed).partners.northwind?.mail.logo).toBeNull();
  expect(read(changed).partners.northwind?.icon).toBeNull();
});

test("a text is looked up in the partner's language and base language, in those of all, in the partner's and the general source language", () => {
  const texts = (shell: Record<string, string>) => JSON.stringify({ shell });
  const layers: [string, string][] = [
    ["locales/de.json", texts({ back: "Zurück", close: "Schließen", loading: "Lädt" })],
    ["locales/de-AT.json", texts({ close: "Zumachen", loading: "Ladet" })],
    ["partners/northwind/locales/de.json", texts({ close: "Fertig", signOut: "Fort", loading: "Moment" })],
    ["partners/northwind/locales/de-AT.json", texts({ loading: "Geduld" })],
    ["partners/northwind/locales/en-GB.json", texts({ back: "Return", sending: "On its way" })],
    ["partners/northwind/locales/en.json", texts({ close: "Shut" })],
  ];
  const layered = read(layers.reduce((changed, [file, text]) => withText(changed, file, text), sources));
  const shown = layered.texts("northwind", "de-AT");
  expect(shown["shell.loading"]).toBe("Geduld");
  expect(shown["shell.close"]).toBe("Fertig");
  expect(shown["shell.signOut"]).toBe("Fort");
  expect(shown["shell.back"]).toBe("Zurück");
  expect(shown["shell.sending"]).toBe("On its way");
  expect(shown["shell.skipToContent"]).toBe("Skip to the content");
  expect(layered.texts("default", "de-AT")["shell.loading"]).toBe("Ladet");
  expect(layered.texts("default", "de-AT")["shell.close"]).toBe("Zumachen");
  // Plain English is the variant there.
  expect(layered.texts("northwind", "en-GB")["shell.close"]).toBe("Close");
  expect(layered.texts("northwind", "en")).toMatchObject({ "shell.close": "Shut", "shell.back": "Return" });
});

test("plain English is that of the source language", () => {
  expect(config.texts("default", "en")).toEqual(config.texts("default", "en-GB"));
});

test("a catalogue is made once, and its hash changes with a text", () => {
  expect(config.texts("northwind", "de")).toBe(config.texts("northwind", "de"));
  const file = "partners/northwind/locales/de.json";
  const changed = read(withText(sources, file, JSON.stringify({ shell: { signedInAs: "{name}" } })));
  expect(changed.catalogueHash("northwind", "de")).not.toBe(config.catalogueHash("northwind", "de"));
  expect(changed.catalogueHash("default", "de")).toBe(config.catalogueHash("default", "de"));
});

test("languages begin with the source language", () => {
  expect(config.languages[0]).toBe("en-GB");
  expect(config.languages).toContain("de");
});

test("the hash covers everything, the build's hash only what is compiled into the client", () => {
  const partner = read(
    withText(sources, "partners/northwind/partner.json", JSON.stringify({ partnerName: "N" })),
  );
  expect(partner.hash).not.toBe(config.hash);
  expect(partner.buildHash).toBe(config.buildHash);
  const call = sources.texts.get("schemas/calls/Login.json") ?? "";
  const built = read(withText(sources, "schemas/calls/Login.json", call.replace("512", "256")));
  expect(built.buildHash).not.toBe(config.buildHash);
});

function read(from: Sources): Config {
  const { config: made, findings } = configOf(from);
  if (made === undefined) throw new Error(JSON.stringify(findings, null, 2));
  return made;
}
