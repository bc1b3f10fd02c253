import { ownFiles, readSources, type Sources } from "../../src/config/read/sources.ts";

/** JSON as edits see it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const application = {
  name: "Payroll",
  partnerId: "northwind",
  redirectUris: ["https://payroll.example/callback", "https://payroll.example/other"],
  requires: "vendor",
  vendorId: "contoso",
};

const vendor = {
  name: "Contoso",
  icon: "contoso.svg",
  issuer: "https://contoso.example",
  clientId: "vestibule",
};

const partner = {
  $schema: "../../schemas/config/partner.schema.json",
  partnerName: "Northwind",
  origins: ["https://signin.northwind.example"],
  availableLanguages: ["en-GB", "de"],
  defaultLanguage: "de",
  logo: "logo.svg",
  icon: "icon.png",
  mail: { logo: "logo.png" },
};

/** A contract and a form that have what no real one has yet, and screens that show them. */
const contract = {
  $schema: "../config/call.schema.json",
  summary: "A sample.",
  kind: "mutation",
  access: "anonymous",
  body: {
    type: "object",
    additionalProperties: false,
    properties: {
      method: { type: "string", enum: ["sms", "pin"] },
      phone: { type: "string", maxLength: 20 },
      again: { type: "string", maxLength: 20 },
      username: { type: "string", maxLength: 20 },
      agreed: { type: "boolean" },
    },
    required: ["method", "username"],
  },
  answer: {
    type: "object",
    additionalProperties: false,
    properties: {
      outcome: { type: "string", enum: ["sent", "held"] },
      homeUrl: { type: "string", maxLength: 100 },
    },
    required: ["outcome"],
  },
  problems: { phone: ["problems.generic"] },
};

/** Says at which step of the wizard somebody stands. */
const stepView = {
  $schema: "../config/call.schema.json",
  summary: "A sample view.",
  kind: "query",
  access: "anonymous",
  safe: true,
  answer: {
    type: "object",
    additionalProperties: false,
    properties: {
      step: { type: "string", enum: ["choose", "done"] },
      username: { type: "string", maxLength: 20 },
    },
    required: ["step", "username"],
  },
};

const form = {
  $schema: "../config/form.schema.json",
  schema: { $ref: "../calls/Sample.json#/body" },
  fields: [
    { name: "method", widget: "radio" },
    { name: "phone", widget: "phone", autocomplete: "tel", when: { "form.method": "sms" } },
    { name: "again", widget: "phone", autocomplete: "tel", sameAs: "phone", hint: true },
    { name: "username", widget: "text", autocomplete: "username", keep: true },
    { name: "agreed", widget: "checkbox" },
  ],
};

const screens = {
  sample: {
    path: "/sample",
    load: { call: "LoginView" },
    form: "sample",
    submit: { call: "Sample" },
    next: [
      {
        when: { outcome: "sent", "form.method": ["sms"] },
        go: "redeemRecoveryCodes",
        with: { id: "form.phone" },
      },
      { when: { outcome: ["sent", "held"] }, go: "login", say: "languageChanged" },
    ],
    links: [{ to: "login", label: "provider" }],
  },
  wizard: {
    path: "/wizard",
    load: { call: "SampleView" },
    steps: [
      {
        id: "choose",
        form: "sample",
        next: [
          { when: { "form.method": "sms" }, go: "#done" },
          { when: { "form.method": "pin" }, go: "#done" },
        ],
      },
      {
        id: "done",
        panel: "message",
        actions: [
          { call: "Next", with: { button: "=switch" }, label: "on" },
          {
            call: "RedeemRecoveryCode",
            with: { id: "query.id" },
            label: "show",
            next: [{ when: { outcome: "redeemed" }, go: "#codes", show: true }],
          },
        ],
        next: ["$journey"],
        links: ["login"],
      },
      {
        id: "codes",
        panel: "message",
        links: ["home", { to: "login", when: { "view.outcome": "redeemed" } }],
      },
    ],
  },
  many: {
    path: "/many",
    load: { call: "LoginView" },
    panel: "message",
    submit: { call: "SecureLogin", ceremony: "assertion" },
    next: ["$journey"],
    actions: [
      {
        call: "Sample",
        with: { method: "=sms", username: "item.id" },
        label: "each",
        each: "view.providers",
        wait: "view.captcha.version",
        next: [{ when: { outcome: ["sent", "held"] }, go: "login" }],
      },
      {
        call: "Sample",
        with: { method: "=sms", username: "view.username" },
        label: "row",
        inPanel: true,
        confirm: true,
        next: [{ when: { outcome: ["sent", "held"] }, go: "login" }],
      },
    ],
    links: ["login"],
  },
  offered: {
    path: "/offered",
    load: { call: "LoginView" },
    form: "login",
    submit: { call: "Login" },
    autofill: { call: "SecureLogin", ceremony: "assertion", when: { "view.secure": true } },
    next: ["$journey"],
    links: ["login"],
  },
  pressed: {
    path: "/pressed",
    load: { call: "LogoutView", with: { logoutId: "query.logoutId" } },
    panel: "message",
    submit: { call: "UpstreamLogout", with: { button: "=signout", logoutId: "view.logoutId" } },
    auto: { "view.prompt": false },
    next: [
      {
        when: { outcome: ["signedOut", "unreachable"] },
        go: "redeemRecoveryCodes",
        with: { id: "answer.outcome" },
      },
    ],
    links: ["login"],
  },
  failed: {
    path: "/failed",
    load: { call: "Error", with: { errorId: "query.errorId" } },
    panel: "error",
    links: [{ to: "view.homeUrl", label: "application" }, "login"],
  },
};

const texts = {
  forms: {
    method: { label: "Method", options: { sms: "Text message", pin: "Mailed PIN" } },
    phone: { label: "Phone" },
    again: { label: "Again", hint: "Once more" },
    username: { label: "User name" },
    agreed: { label: "Agreed" },
  },
  sample: { title: "Sample", link: "Sample", submit: "Send", links: { provider: "Provider" } },
  wizard: {
    title: "Wizard",
    link: "Wizard",
    choose: { title: "Choose", submit: "Choose" },
    done: { title: "Done", text: "Done.", actions: { on: "Go on", show: "Show" } },
    codes: { title: "Codes", text: "Codes." },
  },
  many: {
    title: "Many",
    link: "Many",
    text: "Many.",
    submit: "Go on",
    actions: { each: "With {displayName}", row: "Remove" },
    confirm: { row: { title: "Remove it?", text: "It is gone then." } },
  },
  offered: { title: "Offered", link: "Offered", submit: "Send" },
  failed: { title: "Failed", link: "Failed", links: { application: "To the application" } },
  pressed: { title: "Pressed", link: "Pressed", text: "Pressed.", submit: "Press" },
};

/**
 * The real data files, and beside them what they may have none of yet: an application, a provider, a
 * partner with texts of its own, a wizard, a form with every kind of field entry. German is a copy of the source
 * language. Every JSON file has one value on a line.
 */
export async function sampleSources(): Promise<Sources> {
  const real = await readSources(process.cwd(), ownFiles);
  const read = (file: string) => JSON.parse(real.texts.get(file) ?? "{}");
  const config = read("screens.config.json");
  const withTexts = (file: string) => {
    const locale = read(file);
    // A variant, such as plain English, has only what differs.
    if (locale.screens === undefined) return locale;
    const { forms: ofForm, ...ofScreens } = texts;
    Object.assign(locale.screens, ofScreens);
    locale.forms.sample = ofForm;
    return locale;
  };
  const source = withTexts("locales/en-GB.json");
  Object.assign(config.screens, screens);
  for (const to of Object.keys(screens)) {
    config.screens.home.links.push({ to, when: { "user.isAuthenticated": true } });
  }
  const files: Record<string, unknown> = {
    ...Object.fromEntries(
      [...real.texts.keys()]
        .filter((file) => file.endsWith(".json"))
        .map((file) => [file, file.startsWith("locales/") ? withTexts(file) : read(file)]),
    ),
    "screens.config.json": config,
    "clients.config.json": {
      $schema: "./schemas/config/clients.schema.json",
      clients: { payroll: application },
    },
    "vendors.config.json": {
      $schema: "./schemas/config/vendors.schema.json",
      vendors: { contoso: vendor },
    },
    "schemas/calls/Sample.json": contract,
    "schemas/calls/SampleView.json": stepView,
    "schemas/forms/sample.json": form,
    "partners/northwind/partner.json": partner,
    "partners/northwind/locales/de.json": {
      $schema: "../../../schemas/config/locale.schema.json",
      shell: { signedInAs: "Als {name} angemeldet" },
    },
    "locales/de.json": source,
  };
  const written = Object.entries(files).map(
    ([file, value]) => [file, JSON.stringify(value, null, 2)] as const,
  );
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg">\n  <path d="M0 0h1"/>\n</svg>\n';
  return {
    ...real,
    texts: new Map([
      ...real.texts,
      ...written,
      ["partners/northwind/logo.svg", drawing],
      ["contoso.svg", drawing],
    ]),
    panels: new Map(real.panels).set("message", {
      reads: new Map(),
      tells: new Set(),
      gives: new Set(),
      shows: new Set(["row"]),
    }),
    partnerFiles: new Map(
      [...real.partnerFiles].filter(([file]) => file !== "partners/northwind/background.svg"),
    ),
  };
}

/** The sources with one file changed; `undefined` takes it away. */
export function withText(sources: Sources, file: string, text: string | undefined): Sources {
  const texts = new Map(sources.texts);
  if (text === undefined) texts.delete(file);
  else texts.set(file, text);
  return { ...sources, texts };
}
