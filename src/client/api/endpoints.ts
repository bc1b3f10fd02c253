import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { createApi, type EndpointBuilder } from "@reduxjs/toolkit/query";
import { callTable } from "../../generated/call-table.ts";
import type { BodyOf, CallName, QueryOf } from "../../shared/contract.ts";
import { baseQuery, type CallRequest } from "./base-query.ts";

type TableCall = keyof typeof callTable;

/** What a call is given: its query and, where its contract has one, its body. */
export type CallArguments<Name extends CallName> = {
  query?: Partial<QueryOf<Name>>;
} & (BodyOf<Name> extends undefined ? { body?: undefined } : { body: BodyOf<Name> });

/** Every call of the contracts as an endpoint of the same name; a new contract needs no line here. */
export const api = createApi({
  reducerPath: "calls",
  baseQuery,
  keepUnusedDataFor: 0,
  endpoints: (build) =>
    Object.fromEntries(
      Object.entries(callTable).map(([name, { kind }]) => [name, endpoint(build, name, kind)]),
    ),
});

function endpoint(
  build: EndpointBuilder<typeof baseQuery, never, "calls">,
  name: string,
  kind: "query" | "mutation",
) {
  const request = (given: CallArguments<CallName> | undefined) => ({ call: name as TableCall, ...given });
  return kind === "query"
    ? build.query<unknown, CallArguments<CallName>>({ query: request })
    : build.mutation<unknown, CallArguments<CallName>>({ query: request });
}

/** What a call gave, and what it takes to send it. */
export interface CallEndpoint {
  initiate(
    request: CallRequestOf,
    options?: { forceRefetch?: boolean; track?: boolean },
  ): ThunkAction<RunningCall, unknown, unknown, UnknownAction>;
}

/** A call under way; a query is listened to until told otherwise. */
export interface RunningCall extends Promise<CallResult> {
  abort(): void;
  unsubscribe?(): void;
}

export interface CallResult {
  data?: unknown;
  error?: unknown;
}

type CallRequestOf = Omit<CallRequest, "call">;

/** The endpoints by name, for who has the name of a call as data. */
export const endpoints = api.endpoints as unknown as Record<TableCall, CallEndpoint>;
