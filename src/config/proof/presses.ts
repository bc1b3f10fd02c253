import type { NextRow } from "../../generated/config.ts";
import { buttonsOf } from "../../shared/buttons.ts";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches } from "../../shared/matches.ts";
import { resolveNext, type Screen, type Step, valuesOf, type Way } from "../../shared/screens.ts";
import { factAt, valuesOfFact } from "../facts.ts";
import { combinationsOf } from "./answers.ts";
import { type Effect, effectOf } from "./effects.ts";

/** Something that can be pressed where somebody stands, links included. */
export interface Press {
  /** As the path of a finding names it. */
  label: string;
  /** Anybody can do it: nothing to be known, no device to be had, no reason to be refused. */
  sure: boolean;
  /** The browser asks for a secure credential, which not everybody has and everybody can give up. */
  ceremony: boolean;
  does: { link: string } | Send;
}

/** A call that a press sends; a form without one chooses the way alone. */
export interface Send {
  effect: Effect;
  /** Who may call it. */
  access: CallContract["access"];
  /** Outcomes of the contract. */
  outcomes: readonly string[];
  /** Fixed values of its `with`, as the view would name them. */
  given: Facts;
  /** Where the rows of `next` lead after an outcome, one for each kind of thing that can be typed. */
  follow(outcome: string | undefined): (Way | undefined)[];
}

/** Everything that a screen or step offers by these facts, found by the functions that draw it. */
export function pressesOf(
  screen: Screen,
  part: Screen | Step,
  facts: Facts,
  contracts: ReadonlyMap<string, CallContract>,
): Press[] {
  const send = (label: string, use: Use | undefined, next: readonly NextRow[], typed: boolean): Press => {
    const contract = contracts.get(use?.call ?? "");
    const ceremony = use?.ceremony !== undefined;
    const refusable = Object.keys(contract?.problems ?? {}).length > 0;
    const does = sendOf(use, contract, (outcome) => follow(screen, next, { ...facts, outcome }));
    return { label, sure: !typed && !ceremony && !refusable, ceremony, does };
  };
  const sends = part.submit !== undefined || part.form !== undefined;
  const typed = part.submit !== undefined && part.form !== undefined;
  const autofill = part === screen ? screen.autofill : undefined;
  const offered = autofill !== undefined && matches(autofill.when, facts);
  const links = part.links.filter(({ when }) => matches(when, facts));
  return [
    ...(sends ? [send("submit", part.submit, part.next, typed)] : []),
    ...(offered ? [send("autofill", autofill, part.next, true)] : []),
    ...buttonsOf(part, facts).map((button) => send(button.label, button, button.next, false)),
    ...links.map(({ to }) => ({ label: `link ${to}`, sure: true, ceremony: false, does: { link: to } })),
  ];
}

interface Use {
  call: string;
  with?: Record<string, string>;
  ceremony?: string;
}

function sendOf(
  use: Use | undefined,
  contract: CallContract | undefined,
  followed: (outcome: string | undefined) => (Way | undefined)[],
): Send {
  const given = valuesOf(use?.with, {});
  const ways = new Map<string | undefined, (Way | undefined)[]>();
  return {
    effect: use === undefined ? {} : effectOf(use.call, given),
    access: contract?.access ?? "anonymous",
    outcomes: contract === undefined ? [] : outcomesOf(contract),
    given: Object.fromEntries(Object.entries(given).map(([name, value]) => [`view.${name}`, value])),
    follow: (outcome) => {
      const found = ways.get(outcome) ?? followed(outcome);
      ways.set(outcome, found);
      return found;
    },
  };
}

const known = new WeakMap<CallContract, readonly string[]>();

function outcomesOf(contract: CallContract): readonly string[] {
  const fact = known.has(contract) ? undefined : factAt(contract.answer ?? {}, "outcome");
  const outcomes = known.get(contract) ?? ((fact && valuesOfFact(fact)) ?? []).map(String);
  known.set(contract, outcomes);
  return outcomes;
}

/** What is typed is the person's choice: every value that a row asks for, and any other. */
function follow(screen: Screen, next: readonly NextRow[], facts: Facts): (Way | undefined)[] {
  const whens = next.flatMap(({ when }) => (when === undefined ? [] : [when]));
  const asked = whens.flatMap((when) => Object.keys(when)).filter((name) => name.startsWith("form."));
  return combinationsOf(new Set(asked), openForm(asked), whens).map((form) =>
    resolveNext(screen.id, next, { ...facts, ...form }),
  );
}

function openForm(names: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    names.map((name) => [name.slice("form.".length), { type: "string" }]),
  );
  return { properties: { form: { properties } } };
}
