import type { CallContract, CallName } from "../../shared/contract.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import { valuesOf } from "../../shared/screens.ts";
import type { CallContext } from "../call.ts";
import { Leave } from "../call.ts";
import { runCall } from "../run-call.ts";

/** A call that a screen names, with what it is given. */
export interface CallUse {
  call: string;
  with?: Record<string, string>;
}

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

/**
 * Runs a call that the configuration names: its values go to the body where the contract has such a property, else
 * to the query, where the route would have read text.
 */
export async function runUse(
  context: CallContext,
  use: CallUse,
  facts: Facts,
  form: Record<string, unknown> = {},
): Promise<Record<string, unknown> | Leave> {
  const name = use.call as CallName;
  const contract: CallContract = context.services.config().contracts[name];
  const given = valuesOf(use.with, facts);
  const inQuery = Object.entries(given).filter(([property]) => Object.hasOwn(contract.query ?? {}, property));
  const query = Object.fromEntries(inQuery.map(([property, value]) => [property, String(value)]));
  const inBody = Object.entries(given).filter(([property]) => !Object.hasOwn(query, property));
  const body = contract.body === undefined ? undefined : { ...form, ...Object.fromEntries(inBody) };
  const answer = await runCall(context, name, { query, body });
  return answer instanceof Leave ? answer : { ...answer };
}
