import english from "../../locales/en-GB.json" with { type: "json" };
import { flattenTexts } from "../../src/config/resolve/texts.ts";
import type { PartnerMetadata, User } from "../../src/generated/calls.ts";
import { nobody } from "../../src/shared/nobody.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import type { Catalogue } from "../../src/shared/translate.ts";

export const visitor = nobody;

export const anna: User = {
  ...visitor,
  isAuthenticated: true,
  userId: "u1",
  username: "anna",
  displayName: "Anna Berger",
  email: "anna@example.test",
};

export const samplePartner: PartnerMetadata = {
  partnerId: "default",
  partnerName: "Northwind Payroll",
  partnerDomain: "northwind.example",
  themesBackgroundColor: "#1f5fa8",
  defaultLanguage: "en-GB",
  availableLanguages: ["en-GB", "de"],
  waysIn: ["password", "secureCredential", "oneTimeToken", "providers"],
  behaviour: { showLoginProviders: false, showLanguageOption: true, showBackgroundImages: false },
};

/** Answer of LoginView to a visitor whom no application sent. */
export const loginView = {
  username: null,
  rememberAllowed: true,
  local: true,
  secure: false,
  oneTimeToken: false,
  providers: [],
  onlyProvider: null,
  client: null,
  captcha: { version: 1, siteKey: null, required: false },
  signedInAs: null,
  cancelAllowed: false,
};

/** The whole English catalogue, flat. */
export function englishTexts(): Catalogue {
  return flattenTexts(english);
}

/** What a page answer carries, for tests of the client: the sign-in page unless told otherwise. */
export function samplePageState(change: Partial<PageState> = {}): PageState {
  return {
    screen: "login",
    query: {},
    returnUrl: "/",
    view: loginView,
    list: null,
    user: visitor,
    partner: samplePartner,
    background: null,
    hasLogo: false,
    language: "en-GB",
    direction: "ltr",
    languages: [
      { tag: "en-GB", name: "British English" },
      { tag: "de", name: "Deutsch" },
    ],
    texts: englishTexts(),
    catalogueUrl: "/catalogues/default/en-GB.abc123.json",
    scheme: "auto",
    token: "page-token",
    values: {},
    problems: {},
    ...change,
  };
}
