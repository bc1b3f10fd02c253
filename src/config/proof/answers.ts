import type { CallName, JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches, type When } from "../../shared/matches.ts";
import { factAt, valuesOfFact } from "../resolve/facts.ts";
import type { Standing, World } from "./situation.ts";

/** Stands for any object that is there. */
export const something = { some: "thing" };
const someItems: readonly unknown[] = [something];
const noItems: readonly unknown[] = [];
/** No condition asks for null, so it is as good as missing. */
const missing = null;

/** What no answer of the server says, in the language of `when`; `*` holds everywhere. A list or object is "none" or "some". */
const never: Partial<Record<CallName | "*", readonly When[]>> = {
  "*": [
    { "situation.session": true, "user.isAuthenticated": false },
    { "situation.session": false, "user.isAuthenticated": true },
    { "user.isAuthenticated": false, "user.hasCustomerChoice": true },
    { "situation.waiting": "nobody", "view.cancelAllowed": true },
    { "situation.waiting": ["application", "vendorOnly"], "view.cancelAllowed": false },
    { "situation.waiting": "vendorOnly", "view.local": true },
    { "situation.waiting": ["nobody", "application"], "view.local": false },
  ],
  LocalAllowed: [
    { "situation.waiting": "vendorOnly", "view.allowed": true },
    { "situation.waiting": ["nobody", "application"], "view.allowed": false },
  ],
  LoginView: [
    { "situation.waiting": "vendorOnly", "view.secure": true },
    { "situation.session": false, "view.signedIn": true },
  ],
  VendorLoginView: [
    // The rule `known-vendor`: an application that requires a provider names one that there is.
    { "situation.waiting": "vendorOnly", "view.step": ["choose", "none"] },
    { "view.step": "choose", "view.providers": "none" },
    { "view.step": ["provider", "none"], "view.providers": "some" },
  ],
  LoginWithOTTView: [
    { "situation.waiting": "vendorOnly", "view.step": ["request", "token", "mailedLink", "openAgain"] },
    { "view.step": ["request", "mailedLink", "openAgain"], "view.delivery": "some" },
  ],
  LoginWith2FAView: [
    { "view.method": "authenticator", "view.delivery": "some" },
    { "view.method": "authenticator", "view.others.authenticator": true },
    { "view.method": "sms", "view.others.sms": true },
    { "view.method": "pin", "view.others.pin": true },
  ],
  LoginWithRecoveryCodeView: [
    { "situation.unwritten": true, "view.step": "code" },
    { "situation.unwritten": false, "view.step": "used" },
  ],
  Setup2FAView: [
    {
      "situation.unwritten": true,
      "view.step": ["signInAgain", "choose", "authenticator", "phone", "code", "codes"],
    },
    { "situation.unwritten": false, "situation.session": false, "view.step": "done" },
    { "situation.session": false, "view.step": "signInAgain" },
    { "situation.stage": "twoFactorSetupRequired", "view.canSkip": true },
    { "situation.stage": ["customerChoiceRequired", "deviceOffered", "done"], "view.canSkip": false },
    { "situation.session": false, "view.removal": ["allowed", "signInAgain", "required"] },
    { "view.removal": "none", "view.active.authenticator": true },
    { "view.removal": "none", "view.active.sms": true },
    { "view.removal": "none", "view.active.pin": true },
    { "view.step": "authenticator", "view.method": ["sms", "pin", null] },
    { "view.step": "phone", "view.method": ["authenticator", "pin", null] },
    { "view.step": "code", "view.method": ["authenticator", null] },
    {
      "view.step": ["signInAgain", "choose", "authenticator", "phone", "codes", "done"],
      "view.delivery": "some",
    },
  ],
  ContactView: [{ "view.step": ["signInAgain", "change"], "view.delivery": "some" }],
  Credentials: [
    { "situation.stage": "deviceOffered", "view.offered": false },
    { "situation.stage": "done", "view.offered": true },
  ],
  LogoutView: [
    { "situation.session": true, "view.stage": ["provider", "done"] },
    { "situation.session": false, "view.stage": "confirm" },
    { "situation.session": false, "view.prompt": true },
  ],
};

/** What of a standing conditions may ask. */
export type Situated = Pick<Standing, "hasSession" | "stage" | "unwritten">;

/** What conditions of `never` may ask beside the facts of a screen. */
export function situationFacts(
  { waiting }: Pick<World, "waiting">,
  { hasSession, stage, unwritten }: Situated,
): Facts {
  return {
    "situation.waiting": waiting,
    "situation.session": hasSession,
    "situation.stage": stage,
    "situation.unwritten": unwritten !== undefined,
  };
}

/** Says of facts whether the server can answer so in this situation. A fact that is not named counts as open. */
export function possibleIn(call: string | undefined, situation: Facts): (facts: Facts) => boolean {
  const asked = neverOf(call).flatMap(({ ofSituation, ofView }) =>
    matches(ofSituation, situation) ? [ofView] : [],
  );
  return (facts) => {
    const told = kindsOf(facts);
    return !asked.some((when) => matches(when, told));
  };
}

/** Facts of a view that only together tell what its server never says. */
export function readTogether(call: string | undefined): string[][] {
  return neverOf(call).map(({ ofView }) => Object.keys(ofView).filter((name) => name !== "view.step"));
}

interface Never {
  ofSituation: When;
  ofView: When;
}

const divided = new Map(Object.entries(never).map(([call, whens]) => [call, whens.map(divide)]));

function neverOf(call = ""): Never[] {
  return [...(divided.get("*") ?? []), ...(divided.get(call) ?? [])];
}

function divide(when: When): Never {
  const isOfSituation = ([name]: [string, unknown]) => name.startsWith("situation.");
  const entries = Object.entries(when);
  const rest = entries.filter((entry) => !isOfSituation(entry));
  return { ofSituation: Object.fromEntries(entries.filter(isOfSituation)), ofView: Object.fromEntries(rest) };
}

/** Facts as the tables of the proof name them: a list or an object is "some" or "none". */
export function kindsOf(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, kindOf(value)]));
}

function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? "some" : "none";
  return typeof value === "object" && value !== null ? "some" : value;
}

/**
 * Every combination of values that some facts can have by their contracts. A fact without a list of values counts with
 * those that the conditions name and as missing, a list as empty and as filled, an object as there and as null. This
 * bounds the proof: what no condition of a screen reads tells its states not apart.
 */
export function combinationsOf(names: Iterable<string>, schema: JsonSchema, whens: readonly When[]): Facts[] {
  let all: Facts[] = [{}];
  for (const name of names) {
    const values = valuesOf(name, schema, whens);
    all = all.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));
  }
  return all;
}

function valuesOf(name: string, schema: JsonSchema, whens: readonly When[]): unknown[] {
  const fact = factAt(schema, name);
  if (fact === undefined) return [missing];
  const none = fact.optional ? [missing] : [];
  const listed = valuesOfFact(fact);
  if (listed !== undefined) return [...new Set([...listed, ...none])];
  const types = fact.alternatives.flatMap(({ type }) => type);
  if (types.includes("array")) return [noItems, someItems, ...none];
  if (types.includes("object")) return [something, ...none];
  return [...new Set(whens.flatMap((when) => when[name] ?? [])), missing];
}
