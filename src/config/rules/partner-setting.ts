import type { PartnerConfig } from "../../generated/config.ts";
import { type JsonPath, valueAt } from "../json-path.ts";
import { type Partner, partnersOf } from "../resolve/partners.ts";
import type { Rule } from "./rule.ts";

/** An entry of a partner's file, or one item of it. */
interface Setting {
  entry: readonly string[];
  item?: number;
  /** Why it has no effect, and what to do; undefined: it has one. */
  voidIn(partner: Partner): string | undefined;
}

export const partnerSetting: Rule = {
  id: "partner-setting",
  stops: false,
  finds: "A setting of a partner that another one makes void.",
  why: "Somebody would look for an effect that never comes.",
  example: {
    file: "partners/default/partner.json",
    wrong: '"oneTimeToken": false, "order": ["oneTimeToken", "password"]',
    right: '"oneTimeToken": true',
  },
  check: (checked) => {
    const partners = Object.entries(partnersOf(checked));
    return [...checked.partners].flatMap(([id, own]) =>
      settingsOf(own.value).flatMap(({ entry, item, voidIn }) => {
        if (!has(own.value, entry)) return [];
        // What the default partner says may have no effect there and one for others.
        const users = partners.filter(
          ([other]) => other === id || (id === "default" && !has(checked.partners.get(other)?.value, entry)),
        );
        const reasons = users.map(([, partner]) => voidIn(partner));
        const [reason] = reasons;
        if (reason === undefined || reasons.includes(undefined)) return [];
        const path: JsonPath = item === undefined ? [...entry] : [...entry, item];
        return [own.at(path, reason)];
      }),
    );
  },
};

function has(partner: PartnerConfig | undefined, entry: readonly string[]): boolean {
  return valueAt(partner, entry) !== undefined;
}

function settingsOf({ signIn }: PartnerConfig): Setting[] {
  const ways = (signIn?.order ?? []).map((way, item): Setting => {
    const voidIn = (partner: Partner) => {
      const reason = leavesOut[way](partner);
      return (
        reason && `The pages leave this way in out, because ${reason}: change that, or take it from here.`
      );
    };
    return { entry: ["signIn", "order"], item, voidIn };
  });
  return [...ways, ...settings];
}

/** Why a partner's sign-in page never has a way in; undefined: it may have it. */
const leavesOut: Record<Partner["waysIn"][number], (partner: Partner) => string | undefined> = {
  password: () => undefined,
  secureCredential: ({ signIn }) => (signIn.secureCredential ? undefined : '"secureCredential" is false'),
  oneTimeToken: ({ signIn }) => (signIn.oneTimeToken ? undefined : '"oneTimeToken" is false'),
  providers: (partner) => {
    if (hasNoProvider(partner)) return '"providers" is empty';
    return partner.behaviour.showLoginProviders ? undefined : '"showLoginProviders" is false';
  },
};

// A list that pages do not show has an effect all the same: to a provider of it an application may send people.
function hasNoProvider({ signIn: { providers } }: Partner): boolean {
  return providers?.length === 0;
}

const settings: readonly Setting[] = [
  {
    entry: ["background"],
    voidIn: ({ behaviour }) =>
      behaviour.showBackgroundImages
        ? undefined
        : 'No page shows it, because "showBackgroundImages" is false: write true there, or take it out.',
  },
  {
    entry: ["behaviour", "showLanguageOption"],
    voidIn: ({ behaviour, availableLanguages }) =>
      behaviour.showLanguageOption && availableLanguages.length === 1
        ? 'There is nothing to choose, because "availableLanguages" has one alone: add one, or write false.'
        : undefined,
  },
  {
    entry: ["behaviour", "showLoginProviders"],
    voidIn: (partner) =>
      partner.behaviour.showLoginProviders && hasNoProvider(partner)
        ? 'There is none to show, because "providers" is empty: name one there, or write false.'
        : undefined,
  },
  {
    entry: ["signIn", "offerDevices"],
    voidIn: ({ signIn }) =>
      signIn.offerDevices && !signIn.secureCredential
        ? 'None is offered, because nobody may sign in by it: "secureCredential" is false. Write true there, or false here.'
        : undefined,
  },
  {
    entry: ["signIn", "dateOfBirthAtLink"],
    voidIn: (partner) =>
      partner.signIn.dateOfBirthAtLink && hasNoProvider(partner)
        ? 'No account is linked, because "providers" is empty: name one there, or write false.'
        : undefined,
  },
  {
    entry: ["passwordRules", "maxConsecutive"],
    voidIn: ({ passwordRules: { maxConsecutive, maxLength } }) =>
      maxConsecutive !== null && maxConsecutive >= maxLength
        ? `No password is longer, because "maxLength" is ${maxLength}: write less, or null.`
        : undefined,
  },
];
