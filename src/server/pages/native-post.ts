import type { NextRow } from "../../generated/config.ts";
import { antiForgeryField } from "../../shared/constants.ts";
import type { CallName, JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches, toFacts } from "../../shared/matches.ts";
import type { ProblemCodes } from "../../shared/problem.ts";
import { isSitePath } from "../../shared/return-url.ts";
import { resolveNext, type Screen } from "../../shared/screens.ts";
import { type CallContext, Leave } from "../call.ts";
import { Problem } from "../problem.ts";
import { runCall } from "../run-call.ts";
import { leaveResult, pageAnswer, pathOf, refusedResult, wayResult } from "./page-answer.ts";
import { addressFacts, type CallUse, pageQuery, runUse } from "./page-facts.ts";
import type { PageResult } from "./page-result.ts";

/** Names of the native form's own fields. */
export const nativeFields = { token: antiForgeryField, action: "__action", language: "__language" } as const;

const staleToken: ProblemCodes = { "": [{ code: "problems.timeout" }] };
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
 * same `next` resolver, the next page as answer (decisions 19). `trusted` says whether it came with our token.
 */
export async function nativePost(
  context: CallContext,
  url: string,
  rawQuery: unknown,
  fields: NativeFields,
  trusted: boolean,
): Promise<PageResult> {
  // A post is answered by leading back to its own address, which must not be another site's in some spelling.
  if (!isSitePath(pathOf(url))) throw new Problem(404, "no such address");
  if (trusted && fields[nativeFields.language] !== undefined)
    return languageResult(context, url, fields[nativeFields.language]);
  const page = await pageAnswer(context, url, rawQuery);
  if (page.kind !== "screen") return page;
  const { screen, view } = page.content;
  // The token died with its cookie or session. What was typed stays, and the next press works with the new token.
  if (!trusted) return withProblems(context, page, typedForm(context, screen, fields), staleToken, 400);
  const facts = { ...addressFacts(context, pageQuery(rawQuery)), ...toFacts({ view }) };
  const submission = submissionOf(context, screen, facts, fields);
  if (submission === undefined) return { kind: "redirect", location: url };
  const { use, next, form } = submission;
  const given = { ...facts, ...toFacts({ form }) };
  try {
    const answer = await runUse(context, use, given, form);
    if (answer instanceof Leave) return leaveResult(context, answer.redirect, true);
    const way = resolveNext(screen.id, next, { ...given, ...toFacts(answer) });
    return way === undefined ? { kind: "redirect", location: url } : wayResult(context, way);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { codes } = error.options;
    if (codes === undefined) return refusedResult(context, url, error);
    return withProblems(context, await pageAnswer(context, url, rawQuery), form, codes, error.status);
  }
}

/** The same page again, with what was typed and what is wrong with it. */
function withProblems(
  context: CallContext,
  page: PageResult,
  form: Record<string, unknown>,
  problems: ProblemCodes,
  status: number,
): PageResult {
  if (page.kind !== "screen") return page;
  const values = withoutSecrets(context, page.content.screen, form);
  return { kind: "screen", content: { ...page.content, values, problems, status } };
}

/** The typed fields of a screen's form, converted to what the call's body wants. */
function typedForm(context: CallContext, screen: Screen, fields: NativeFields): Record<string, unknown> {
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

/** What the pressed button does; undefined where the page of now has no such button. */
function submissionOf(
  context: CallContext,
  screen: Screen,
  facts: Facts,
  fields: NativeFields,
): Submission | undefined {
  const part = screen.steps.find((step) => step.id === facts["view.step"]) ?? screen;
  const label = fields[nativeFields.action];
  const action = part.actions.find((item) => item.label === label && matches(item.when, facts));
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
