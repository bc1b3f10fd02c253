import { buttonsOf } from "../../shared/buttons.ts";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches, type When } from "../../shared/matches.ts";
import { resolveNext, type Screen, type Step, valuesOf, type Way } from "../../shared/screens.ts";
import type { JsonPath } from "../json-path.ts";
import { factAt, outcomesOf } from "../resolve/facts.ts";
import { type Checked, type PlacedRow, placeNext, type Scene } from "../resolve/scenes.ts";
import { combinationsOf } from "./answers.ts";
import { type Effect, effectOf, futileRowsOf } from "./effects.ts";

/** Something that can be pressed where somebody stands, links included. */
export interface Press {
  /** As the path of a finding names it. */
  label: string;
  /** Where it stands in screens.config.json. */
  path: JsonPath;
  /** Anybody can do it: nothing to be known, no device to be had, no reason to be refused. */
  sure: boolean;
  /** The browser asks for a secure credential, which not everybody has and everybody can give up. */
  ceremony: boolean;
  does: { link: string; comeBack: boolean } | Send;
}

/** A call that a press sends; a form without one chooses the way alone. */
export interface Send {
  call: string | undefined;
  /** What it is given, fixed or from the view, as `given.*`. */
  givenBy: Facts;
  effect: Effect;
  /** Who may call it. */
  access: CallContract["access"];
  /** Outcomes of the contract. */
  outcomes: readonly string[];
  /** Fixed values of its `with`, as the view that follows would name them. */
  given: Facts;
  /** Where the rows of `next` lead after an outcome, one for each kind of thing that can be typed. */
  follow(outcome: string | undefined): (Followed | undefined)[];
}

/** Facts of the view that decide whether a call comes to nothing: the rows that may hold name them, or it is given them. */
function decidingFacts(
  use: Use | undefined,
  contract: CallContract | undefined,
  schema: JsonSchema,
): string[] {
  const fixed = givenTo(use, contract, {});
  const rows = futileRowsOf(use?.call).map((row) => Object.entries(row));
  const open = rows.filter((row) =>
    row.every(([name, wanted]) => !(name in fixed) || matches({ [name]: wanted }, fixed)),
  );
  const names = open.flatMap((row) => row.map(([name]) => name));
  const sources = names.map((name) => use?.with?.[name.replace("given.", "")] ?? name);
  return sources.filter((name) => name.startsWith("view.") && factAt(schema, name) !== undefined);
}

/** What a call is given by some facts, as `given.*`: by its `with`, else what its contract has for it. */
function givenTo(use: Use | undefined, contract: CallContract | undefined, facts: Facts): Facts {
  const named = use?.with ?? {};
  const usual = Object.entries(contract?.query ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined || name in named ? [] : [[name, value] as const],
  );
  const given = [...usual, ...Object.entries(valuesOf(named, facts))];
  return Object.fromEntries(given.map(([name, value]) => [`given.${name}`, value]));
}

/** A way with the place of its row. */
export type Followed = Way & { path: JsonPath };

/** What a place offers as far as its conditions hold: a form, a link, or a button, of which a list may give several. */
export interface Offer {
  /** Facts that it reads. */
  reads: readonly string[];
  /** Conditions that read them. */
  whens: readonly When[];
  /** What can be pressed of it by these facts. */
  pressesIn(facts: Facts): readonly Press[];
}

/** Everything that a screen or step offers, found by the functions that draw it. */
export function offersOf(checked: Checked, scene: Scene, screen: Screen, part: Screen | Step): Offer[] {
  const { entries, pathOf } = scene;
  const own = placeNext(checked, entries.next, pathOf("next")).rows;
  const offer = (
    when: When | undefined,
    rows: readonly PlacedRow[],
    more: readonly string[],
    pressesIn: Offer["pressesIn"],
  ): Offer => {
    const whens = [when, ...rows.map(({ row }) => row.when)].filter((each) => each !== undefined);
    return { whens, reads: [...whens.flatMap((each) => Object.keys(each)), ...more], pressesIn };
  };
  const send = (
    label: string,
    path: JsonPath,
    use: Use | undefined,
    rows: readonly PlacedRow[],
    typed: boolean,
    facts: Facts,
  ): Press => {
    const contract = contractOf(use);
    const ceremony = use?.ceremony !== undefined;
    const refusable = Object.keys(contract?.problems ?? {}).length > 0;
    const does = sendOf(use, contract, facts, (outcome) => follow(screen, rows, { ...facts, outcome }));
    return { label, path, sure: !typed && !ceremony && !refusable, ceremony, does };
  };
  const { form, submit } = part;
  const isForm = submit !== undefined || form !== undefined;
  const typed = submit !== undefined && form !== undefined;
  const contractOf = (use: Use | undefined) => checked.contracts.get(use?.call ?? "");
  const deciding = (use: Use | undefined) => decidingFacts(use, contractOf(use), scene.facts);
  const main = offer(undefined, own, deciding(submit), (facts) => [
    send("submit", pathOf("submit"), submit, own, typed, facts),
  ]);
  const autofill = part === screen ? screen.autofill : undefined;
  const filled = offer(autofill?.when, own, deciding(autofill), (facts) =>
    matches(autofill?.when, facts) ? [send("autofill", pathOf("autofill"), autofill, own, true, facts)] : [],
  );
  const buttons = part.actions.map((action, index) => {
    const { path = [], action: { next } = {} } = scene.actions[index] ?? {};
    const rows = next === undefined ? own : placeNext(checked, next, [...path, "next"]).rows;
    const more = [...deciding(action), ...(action.each === undefined ? [] : [action.each])];
    return offer(action.when, rows, more, (facts) =>
      buttonsOf({ actions: [action] }, facts).map((button) =>
        send(button.label, path, button, rows, false, facts),
      ),
    );
  });
  const links = scene.links.map(({ link: { to, when, comeBack = false }, path: whole }, index) => {
    const path = typeof entries.links?.[index] === "string" ? whole : [...whole, "to"];
    const does = { link: to, comeBack };
    const press = { label: `link ${to}`, path, sure: true, ceremony: false, does };
    return offer(when, [], [], (facts) => (matches(when, facts) ? [press] : []));
  });
  return [...(isForm ? [main] : []), ...(autofill === undefined ? [] : [filled]), ...buttons, ...links];
}

interface Use {
  call: string;
  with?: Record<string, string>;
  ceremony?: string;
}

function sendOf(
  use: Use | undefined,
  contract: CallContract | undefined,
  facts: Facts,
  followed: (outcome: string | undefined) => (Followed | undefined)[],
): Send {
  const given = valuesOf(use?.with, {});
  const ways = new Map<string | undefined, (Followed | undefined)[]>();
  return {
    call: use?.call,
    givenBy: givenTo(use, contract, facts),
    effect: use === undefined ? {} : effectOf(use.call, givenTo(use, contract, {})),
    access: contract?.access ?? "anonymous",
    outcomes: outcomesOf(contract),
    given: Object.fromEntries(Object.entries(given).map(([name, value]) => [`view.${name}`, value])),
    follow: (outcome) => {
      const found = ways.get(outcome) ?? followed(outcome);
      ways.set(outcome, found);
      return found;
    },
  };
}

/** What is typed is the person's choice: every value that a row asks for, and any other. */
function follow(screen: Screen, placed: readonly PlacedRow[], facts: Facts): (Followed | undefined)[] {
  const next = placed.map(({ row }) => row);
  const whens = next.flatMap(({ when }) => (when === undefined ? [] : [when]));
  const asked = whens.flatMap((when) => Object.keys(when)).filter((name) => name.startsWith("form."));
  return combinationsOf(new Set(asked), openForm(asked), whens).map((form) => {
    const known = { ...facts, ...form };
    const way = resolveNext(screen.id, next, known);
    const { path = [], journey = false } = placed.find(({ row }) => matches(row.when, known)) ?? {};
    return way && { ...way, path: journey ? path : [...path, "go"] };
  });
}

function openForm(names: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    names.map((name) => [name.slice("form.".length), { type: "string" }]),
  );
  return { properties: { form: { properties } } };
}
