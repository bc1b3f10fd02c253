import { join } from "node:path";
import type { PartnerMetadata, PasswordRules } from "../../generated/calls.ts";
import type { PartnerConfig } from "../../generated/config.ts";
import { defaultLanguage } from "../../shared/constants.ts";
import { matches, toFacts, type When } from "../../shared/matches.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import type { LocatedJson } from "../read/located-json.ts";
import type { Workspace } from "./workspace.ts";

/** A partner as the server uses it: its own entries over those of `partners/default/`. */
export interface Partner extends PartnerMetadata {
  /** Full origins under which it is shown, compared exactly (decisions 26). */
  origins: string[];
  /** Names its default language itself, so that it goes before what a browser prefers. */
  ownDefaultLanguage: boolean;
  /** Absolute path of the logo's file. */
  logo: string | null;
  /** Absolute path of the icon's file. */
  icon: string | null;
  /** Absolute path of the background image's file. */
  background: string | null;
  passwordRules: PasswordRules;
  /** Days after which a password must be changed; null: it does not age. */
  passwordMaxAgeDays: number | null;
  /** Of its mails: absolute path of the logo's file, and where answers go. */
  mail: { logo: string | null; replyTo: string | null };
  /** Which ways in its pages offer, and what they ask for. Its `order` is `waysIn`, written out. */
  signIn: Required<Omit<SignIn, "order" | "providers">> & {
    /** Providers that its people may use, in order; null: all of them. */
    providers: string[] | null;
  };
  /** Keys of the captcha's versions 2 and 3, where it has them. */
  captcha: {
    checkbox?: CaptchaKey;
    score?: CaptchaKey & {
      /** Lowest score that is taken for a person's. */
      least: number;
    };
  };
}

/** A key of reCAPTCHA, with the variable that holds its secret half. */
export type CaptchaKey = NonNullable<NonNullable<PartnerConfig["captcha"]>["checkbox"]>;

type SignIn = NonNullable<PartnerConfig["signIn"]>;

const usualOrder: Partner["waysIn"] = ["password", "secureCredential", "oneTimeToken", "providers"];

/** Lengths in code points; 15 characters because a second factor is not certain (security PW-1). */
const passwordRules: Omit<PasswordRules, "words"> = {
  minLength: 15,
  maxLength: 128,
  maxConsecutive: null,
  upper: false,
  lower: false,
  digit: false,
  special: false,
  allowedCharacters: null,
};

/** By id. Without the file of the default one `missing-file` ends the check before there is a workspace. */
export type Partners = Record<string, Partner> & { default: Partner };

/** Every partner with what it leaves out filled in. */
export function partnersOf(workspace: Workspace): Partners {
  const resolved = resolvedPartners(workspace).map(({ partner }) => [partner.partnerId, partner] as const);
  return Object.fromEntries(resolved) as Partners;
}

/** The same, each beside its own file. */
export function resolvedPartners({
  partners,
  sources,
}: Workspace): { own: LocatedJson<PartnerConfig>; partner: Partner }[] {
  const { value: base } = partners.get("default") as LocatedJson<PartnerConfig>;
  return [...partners].map(([id, own]) => {
    return { own, partner: resolvePartner(sources.root, id, own.value, base) };
  });
}

/** What a condition asks of the partner. */
export function askedOfPartner(when: When = {}): When {
  return pickByName(when, (fact) => fact.startsWith("partner."));
}

/** Says whether a partner has what a condition asks of it. */
export function fitsPartner(when: When | undefined, partner: Partner): boolean {
  return matches(askedOfPartner(when), toFacts({ partner }));
}

/** Fills in what a partner leaves out: from the default partner, else as the specification's section 3 says. */
function resolvePartner(root: string, id: string, own: PartnerConfig, base: PartnerConfig): Partner {
  const image = (fileOf: (partner: PartnerConfig) => string | undefined) => {
    const [folder, file] = fileOf(own) === undefined ? ["default", fileOf(base)] : [id, fileOf(own)];
    return file === undefined ? null : join(root, "partners", folder, file);
  };
  // Not another's beside a logo of its own.
  const besideLogo = (fileOf: (partner: PartnerConfig) => string | undefined) =>
    own.logo === undefined || fileOf(own) ? image(fileOf) : null;
  const { score, ...captcha } = own.captcha ?? base.captcha ?? {};
  const { order = [], ...signIn } = { ...base.signIn, ...own.signIn };
  return {
    partnerId: id,
    partnerName: own.partnerName,
    partnerDomain: own.partnerDomain ?? base.partnerDomain ?? "",
    themesBackgroundColor: own.themesBackgroundColor ?? base.themesBackgroundColor ?? "#1f4e79",
    defaultLanguage: own.defaultLanguage ?? base.defaultLanguage ?? defaultLanguage,
    availableLanguages: own.availableLanguages ?? base.availableLanguages ?? [defaultLanguage],
    waysIn: [...new Set([...order, ...usualOrder])],
    privacyUrl: own.privacyUrl ?? base.privacyUrl,
    imprintUrl: own.imprintUrl ?? base.imprintUrl,
    behaviour: {
      showLoginProviders: false,
      showLanguageOption: false,
      showBackgroundImages: false,
      ...base.behaviour,
      ...own.behaviour,
    },
    origins: own.origins ?? [],
    ownDefaultLanguage: id !== "default" && own.defaultLanguage !== undefined,
    logo: image(({ logo }) => logo),
    icon: besideLogo(({ icon }) => icon),
    background: image(({ background }) => background),
    passwordRules: {
      ...passwordRules,
      ...base.passwordRules,
      ...own.passwordRules,
      words: wordsOf(own, base),
    },
    passwordMaxAgeDays: (own.passwordMaxAgeDays === undefined ? base : own).passwordMaxAgeDays ?? null,
    mail: {
      logo: besideLogo(({ mail }) => mail?.logo),
      replyTo: own.mail?.replyTo ?? base.mail?.replyTo ?? null,
    },
    signIn: {
      oneTimeToken: false,
      secureCredential: true,
      offerDevices: false,
      dateOfBirthAtLink: false,
      providers: null,
      ...signIn,
    },
    captcha: { ...captcha, ...(score && { score: { least: 0.5, ...score } }) },
  };
}

/** Names that make a password easy to guess. The end of a domain, as in "firm.online", is a word like any other. */
function wordsOf({ partnerName, partnerDomain = "" }: PartnerConfig, base: PartnerConfig): string[] {
  const names = [partnerName, partnerDomain.replace(/\.?[^.]*$/, ""), base.partnerName];
  return [...new Set(names)].filter((name) => name !== "");
}
