import type { WayIn } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { matches, toFacts, type When } from "../../shared/matches.ts";
import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { factAt, unasked, valuesOfFact } from "../resolve/facts.ts";
import { menuFacts, placedMenu } from "../resolve/placed-menu.ts";
import type { Checked } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

interface Offer {
  way: When;
  fact: string;
  value: boolean | string;
  /** It leads on whoever else takes it: only a condition that is turned round is wrong. */
  helpsAll?: true;
}

/** What says that a partner offers a way in. */
const waysIn: Readonly<Record<WayIn, string>> = {
  secureCredential: "view.secure",
  oneTimeToken: "view.oneTimeToken",
  providers: "partner.behaviour.showLoginProviders",
};

/** Ways that not everybody has, by what they say of themselves, and the fact that has this value for who does. */
const offers: readonly Offer[] = [
  ...Object.entries(waysIn).map(([wayIn, fact]) => ({ way: { wayIn }, fact, value: true })),
  { way: { to: "loginRecoveryCode" }, fact: "view.others.recoverycode", value: true },
  { way: { to: "select" }, fact: "user.hasCustomerChoice", value: true },
  { way: { to: "logout" }, fact: "user.isAuthenticated", value: true, helpsAll: true },
  { way: { to: "login", comeBack: true }, fact: "view.fresh", value: false, helpsAll: true },
  { way: { to: "login", comeBack: true }, fact: "view.removal", value: "signInAgain", helpsAll: true },
  { way: { call: "RemoveSecondFactor" }, fact: "view.removal", value: "allowed" },
  { way: { call: "SecureLogin" }, fact: "view.secure", value: true },
  { way: { call: "SecureLogin" }, fact: "view.others.secure", value: true },
  {
    way: { call: "Next", "with.button": "=cancel" },
    fact: "view.cancelAllowed",
    value: true,
    helpsAll: true,
  },
  { way: { call: "Logout", "with.scope": "=everywhere" }, fact: "view.prompt", value: true, helpsAll: true },
  { way: { call: "UpdateContact", "with.email": "view.email" }, fact: "view.canKeep", value: true },
  { way: { name: "rememberLogin" }, fact: "view.rememberAllowed", value: true },
  { way: { name: "rememberDevice" }, fact: "view.rememberDevice.allowed", value: true },
  { way: { name: "dateOfBirth" }, fact: "view.dateOfBirth", value: true },
];

export const offeredWay: Rule = {
  id: "offered-way",
  stops: true,
  finds:
    "A link, a button, a field or an entry of the menu that is not there for everybody, and does not ask what says for whom.",
  why: "Some people would be led where they can do nothing, such as by a way in that their partner leaves out, and others may miss it.",
  example: {
    file: "screens.config.json",
    wrong: '{ "to": "loginOtt", "wayIn": "oneTimeToken" }',
    right: '{ "to": "loginOtt", "wayIn": "oneTimeToken", "when": { "view.oneTimeToken": true } }',
  },
  check: (checked) =>
    placedWays(checked).flatMap((placed) => {
      const told = toFacts({ ...placed.said });
      return offers.filter(({ way }) => matches(way, told)).flatMap((offer) => unaskedAt(placed, offer));
    }),
};

/** What is wrong where one of the ways is offered; nothing where its condition asks for whom. */
function unaskedAt({ said, file, path, facts }: PlacedWay, { way, fact, value, helpsAll }: Offer): Fault[] {
  const known = factAt(facts, fact);
  const isUnknown = known === undefined && !Object.hasOwn(way, "wayIn");
  const isEverybodys = known && valuesOfFact(known)?.every((each) => each === value);
  const isOpen = helpsAll && !Object.hasOwn(said.when ?? {}, fact);
  if (isUnknown || isEverybodys || isOpen) return [];
  const where = known === undefined ? "which partners have it" : `where "${fact}" is ${value}`;
  const message = `This is not for everybody: say by "when" ${where}.`;
  if (said.when === undefined) return [file.at(path, message)];
  const place = known && unasked(said.when, fact, value, facts);
  return place === undefined ? [] : [file.at([...path, "when", ...place], message)];
}

/** What may have a condition, with its place and the facts that the condition may ask. */
interface PlacedWay {
  said: { when?: When };
  file: Pick<Checked["screens"], "at">;
  path: JsonPath;
  facts: JsonSchema;
}

/** Links, buttons, offers by themselves, fields and entries of the menu. */
function placedWays(checked: Checked): PlacedWay[] {
  const { screens: file, forms, scenes } = checked;
  const inScenes = scenes.flatMap(({ links, actions, entries, pathOf, facts }) => {
    const autofill = entries.autofill === undefined ? [] : [entries.autofill];
    const form = forms.get(entries.form ?? "");
    const fields = form?.value.fields.map((said, index) => ({
      said,
      file: form,
      path: ["fields", index],
      facts,
    }));
    return [
      ...links.map(({ link, path }) => ({ said: link, file, path, facts })),
      ...actions.map(({ action, path }) => ({ said: action, file, path, facts })),
      ...autofill.map((said) => ({ said, file, path: pathOf("autofill"), facts })),
      ...(fields ?? []),
    ];
  });
  const facts = menuFacts(checked);
  return [...inScenes, ...placedMenu(checked).map(({ entry, path }) => ({ said: entry, file, path, facts }))];
}
