import type { CallUse } from "../../generated/config.ts";
import { callInput } from "../../shared/call-input.ts";
import type { CallContract, CallName } from "../../shared/contract.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import { valuesOf } from "../../shared/screens.ts";
import type { CallContext } from "../call.ts";
import { Leave } from "../call.ts";
import { inputProblems, type RawInput, runCall } from "../run-call.ts";

/** The first string per name of a query; the return address travels apart. */
export function pageQuery(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value.find((item) => typeof item === "string") : value;
    return typeof first === "string" && !/^returnUrl$/i.test(name) ? [[name, first] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Facts of the address and the partner, to which answers add theirs. */
export function addressFacts(context: CallContext, query: Record<string, string>): Facts {
  return toFacts({
    query,
    partner: context.partner,
    user: { isAuthenticated: context.visitor.session !== null },
  });
}

/** Runs a call that the configuration names. */
export async function runUse(
  context: CallContext,
  use: CallUse,
  facts: Facts,
  form: Record<string, unknown> = {},
): Promise<Record<string, unknown> | Leave> {
  const answer = await runCall(context, use.call as CallName, inputOf(context, use, facts, form));
  if (answer instanceof Leave) return answer;
  // A plain yes or no has no properties that the configuration could ask about.
  return typeof answer === "object" ? { ...answer } : {};
}

/** What is wrong with what it would be given, before anything is looked up. */
export function problemsOfUse(
  context: CallContext,
  use: CallUse,
  facts: Facts,
  form: Record<string, unknown>,
): ProblemCodes {
  return inputProblems(context, use.call as CallName, inputOf(context, use, facts, form));
}

/** What a call of the configuration is given. Its query is text, which the route would have read. */
function inputOf(context: CallContext, use: CallUse, facts: Facts, form: Record<string, unknown>): RawInput {
  const contract: CallContract = context.services.config().contracts[use.call as CallName];
  const properties = contract.body === undefined ? null : Object.keys(contract.body.properties ?? {});
  const names = { query: Object.keys(contract.query ?? {}), body: properties };
  const { query, body } = callInput(names, form, valuesOf(use.with, facts));
  return {
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    body,
  };
}
