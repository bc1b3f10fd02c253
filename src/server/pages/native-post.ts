import type { NextRow } from "../../generated/config.ts";
import { antiForgeryField } from "../../shared/constants.ts";
import type { CallName, JsonSchema } from "../../shared/contract.ts";
import { toFacts } from "../../shared/matches.ts";
import type { ProblemCodes } from "../../shared/problem.ts";
import { resolveNext, type Screen, screenAt } from "../../shared/screens.ts";
import { type CallContext, Leave } from "../call.ts";
import { Problem } from "../problem.ts";
import { runCall } from "../run-call.ts";
import { contentResult, leaveResult, pageAnswer, refusedResult, wayResult } from "./page-answer.ts";
import { addressFacts, type CallUse, pageQuery, runUse } from "./page-facts.ts";
import type { PageResult } from "./page-result.ts";

/** Names of the native form's own fields. */
export const nativeFields = { token: antiForgeryField, action: "__action", language: "__language" } as const;

const secretWidgets: readonly string[] = ["password", "new-password", "one-time-code"];

/** What a native form sent: text by name. */
export type NativeFields = Record<string, string>;

interface Submission {
  use: CallUse;
  next: NextRow[];
  form: Record<string, unknown>;
}

/**
 * Answers a form that the browser posted by itself, because the script has not arrived (yet): the same call, the
 * same `next` resolver, the next page as answer (decisions 19). The anti-forgery token is checked before.
 */
export async function nativePost(
  context: CallContext,
  url: string,
  rawQuery: unknown,
  fields: NativeFields,
): Promise<PageResult> {
  const screen = screenAt(context.services.config().screens, new URL(url, "http://site.invalid").pathname);
  if (fields[nativeFields.language] !== undefined)
    return languageResult(context, url, fields[nativeFields.language]);
  const query = pageQuery(rawQuery);
  const page = await pageAnswer(context, url, rawQuery);
  if (page.kind !== "screen") return page;
  const { view } = page.content;
  const submission = submissionOf(context, screen, view, fields);
  if (submission === undefined) return { kind: "redirect", location: url };
  const facts = { ...addressFacts(context, query), ...toFacts({ view, form: submission.form }) };
  try {
    const answer = await runUse(context, submission.use, facts, submission.form);
    if (answer instanceof Leave) return leaveResult(context, answer.redirect, true);
    const way = resolveNext(screen.id, submission.next, { ...facts, ...toFacts(answer) });
    return way === undefined ? { kind: "redirect", location: url } : wayResult(context, way);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { codes } = error.options;
    if (codes === undefined) return refusedResult(context, url, error);
    return refusedContent(context, screen, rawQuery, submission.form, codes, error.status);
  }
}

/** The same screen again, with what was typed and what is wrong with it. */
export async function refusedContent(
  context: CallContext,
  screen: Screen,
  rawQuery: unknown,
  form: Record<string, unknown>,
  problems: ProblemCodes,
  status: number,
): Promise<PageResult> {
  const query = pageQuery(rawQuery);
  const result = await contentResult(context, screen, query, addressFacts(context, query));
  if (result.kind !== "screen") return result;
  const values = withoutSecrets(context, screen, form);
  return { kind: "screen", content: { ...result.content, values, problems, status } };
}

/** The typed fields of a screen's form, converted to what the call's body wants. */
export function typedForm(
  context: CallContext,
  screen: Screen,
  fields: NativeFields,
): Record<string, unknown> {
  return screen.submit === undefined ? {} : convert(bodySchema(context, screen.submit.call), fields);
}

async function languageResult(
  context: CallContext,
  url: string,
  language: string | undefined,
): Promise<PageResult> {
  try {
    await runCall(context, "SetLanguage", { query: { language }, body: undefined });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return { kind: "redirect", location: url };
}

function submissionOf(
  context: CallContext,
  screen: Screen,
  view: Record<string, unknown>,
  fields: NativeFields,
): Submission | undefined {
  const part = screen.steps.find((step) => step.id === view.step) ?? screen;
  const label = fields[nativeFields.action];
  const action = part.actions.find((item) => item.label === label);
  const use = label === undefined ? part.submit : action;
  if (use === undefined) return undefined;
  return { use, next: action?.next ?? part.next, form: convert(bodySchema(context, use.call), fields) };
}

function bodySchema(context: CallContext, call: string): JsonSchema {
  return context.services.config().contracts[call as CallName].body ?? {};
}

function convert(body: JsonSchema, fields: NativeFields): Record<string, unknown> {
  const properties = (body.properties ?? {}) as Record<string, JsonSchema>;
  const values = Object.entries(properties).flatMap(([name, { type }]): [string, unknown][] => {
    const text = fields[name];
    if (type === "boolean") return [[name, text !== undefined]];
    if (text === undefined) return [];
    return [[name, type === "integer" || type === "number" ? Number(text) : text]];
  });
  return Object.fromEntries(values);
}

// What is typed blind is never sent back: secrets are the fields whose widget hides them.
function withoutSecrets(
  context: CallContext,
  screen: Screen,
  form: Record<string, unknown>,
): Record<string, unknown> {
  const fields =
    screen.form === undefined ? [] : (context.services.config().forms[screen.form]?.fields ?? []);
  const open = fields.filter(({ widget }) => !secretWidgets.includes(widget));
  const typed = open
    .map(({ name }) => [name, form[name]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(typed);
}
