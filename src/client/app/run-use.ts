import { callTable } from "../../generated/call-table.ts";
import type { CallUse } from "../../generated/config.ts";
import { callInput } from "../../shared/call-input.ts";
import type { Facts } from "../../shared/matches.ts";
import { valuesOf } from "../../shared/screens.ts";
import type { CallRequest } from "../api/base-query.ts";
import { type CallFailure, left } from "../api/call-failure.ts";
import { endpoints } from "../api/endpoints.ts";
import { usernameRemembered } from "../state/session.ts";
import type { Store } from "../state/store.ts";

export type Answer = Record<string, unknown>;
export type CallOutcome = { data: Answer } | { failure: CallFailure };

export interface RunOptions extends Pick<CallRequest, "quiet" | "outlives"> {
  /** What the form gives: to the body what it knows, else to the query; the rest is not sent. */
  form?: Record<string, unknown>;
  /** Gives the call up: its answer is of no interest any more. */
  signal?: AbortSignal;
}

/** Runs a call of the configuration. */
export type RunUse = (use: CallUse, facts: Facts, options?: RunOptions) => Promise<CallOutcome>;

/** Runs calls through the store. */
export function createRunner(store: Store): RunUse {
  const run: RunUse = async (use, facts, given = {}) => {
    const { form = {}, signal, ...how } = given;
    const name = use.call as keyof typeof callTable;
    const { kind } = callTable[name];
    if (typeof form.username === "string") store.dispatch(usernameRemembered(form.username));
    const input = callInput(callTable[name], form, valuesOf(use.with, facts));
    const { initiate } = endpoints[name];
    const options = kind === "query" ? { forceRefetch: true } : { track: false };
    if (signal?.aborted) return { failure: left };
    const running = store.dispatch(initiate({ ...input, ...how }, options));
    const giveUp = () => running.abort();
    signal?.addEventListener("abort", giveUp);
    // Subscribed until it is answered: the store drops what nobody listens to, also when the same call runs again.
    const result = await running;
    running.unsubscribe?.();
    signal?.removeEventListener("abort", giveUp);
    if (signal?.aborted) return { failure: left };
    // The store joins a call to its twin that is still being given up by the screen before: that end is not ours.
    if (isGivenUp(result.error)) return run(use, facts, given);
    if (result.error !== undefined) return { failure: isFailure(result.error) ? result.error : left };
    return { data: (result.data ?? {}) as Answer };
  };
  return run;
}

function isGivenUp(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "AbortError";
}

function isFailure(error: unknown): error is CallFailure {
  return typeof error === "object" && error !== null && "kind" in error;
}
