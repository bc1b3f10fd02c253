import type { Calls } from "../generated/calls.ts";

/** Name of a call, exactly as in its address and its contract file. */
export type CallName = keyof Calls;
/** As its handler has it: what has a default is there. */
export type QueryOf<Name extends CallName> = Calls[Name]["query"];
export type BodyOf<Name extends CallName> = Calls[Name]["body"];
export type AnswerOf<Name extends CallName> = Calls[Name]["answer"];

/** A draft-07 schema as data. */
export type JsonSchema = { [key: string]: unknown };

/** One file of `schemas/calls/`; every key is explained in `schemas/config/call.schema.json`. */
export interface CallContract {
  summary: string;
  description?: string;
  kind: "query" | "mutation";
  method?: "GET" | "POST";
  access: "anonymous" | "attempt" | "session";
  safe?: boolean;
  captcha?: boolean;
  rate?: "guess";
  antiForgery?: boolean;
  extendsSession?: boolean;
  aliases?: string[];
  leaves?: boolean;
  content?: "json" | "image";
  query?: Record<string, JsonSchema>;
  body?: JsonSchema;
  answer?: JsonSchema;
  problems?: Record<string, string[]>;
}

/** The one address that a call is sent to (specification, section 7). */
export function callPath(name: string): string {
  return `/api/Account/${name}`;
}
