import type { CallUse, NextRow } from "../../generated/config.ts";
import { buttonsOf, buttonValue, type ScreenButton } from "../../shared/buttons.ts";
import { nativeFields } from "../../shared/constants.ts";
import { answerFacts, type Facts, toFacts } from "../../shared/matches.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import { isSitePath } from "../../shared/return-url.ts";
import { partOf, resolveNext, type Screen, type Step, screenAt, shownView } from "../../shared/screens.ts";
import { type CallContext, Leave } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { Problem, timedOut } from "../problem.ts";
import { runCall } from "../run-call.ts";
import { callValues, formValues, missingFields, type NativeFields, withoutSecrets } from "./native-form.ts";
import { leaveResult, pageAnswer, pathOf, refusedResult, wayResult } from "./page-answer.ts";
import { addressFacts, pageQuery, problemsOfUse, runUse } from "./page-facts.ts";
import type { PageResult, ScreenContent } from "./page-result.ts";

// Switched off, or pressed before it had arrived.
const scriptNotReady: ProblemCodes = { "": [{ code: "problems.scriptNotReady" }] };

/** What is posted where, and the page that it was posted from as it stands now. */
interface Post {
  context: CallContext;
  url: string;
  rawQuery: unknown;
  fields: NativeFields;
  content: ScreenContent;
  part: Screen | Step;
}

interface Submission {
  /** None: the form alone chooses the way. */
  use: (CallUse & Pick<ScreenButton, "confirm">) | undefined;
  next: NextRow[];
  values: Record<string, unknown>;
  facts: Facts;
}

/**
 * Answers a form that the browser posted by itself, because the script has not arrived (yet): the same call, the
 * same `next` resolver, the next page as answer (decisions 19). `refusal`: it came without our token, and what to say.
 */
export async function nativePost(
  context: CallContext,
  url: string,
  rawQuery: unknown,
  fields: NativeFields,
  refusal: ProblemCodes | undefined,
): Promise<PageResult> {
  // A post is answered by leading back to its own address, which must not be another site's in some spelling.
  if (!isSitePath(pathOf(url))) throw new Problem(404, "no such address");
  if (refusal === undefined && fields[nativeFields.language] !== undefined)
    return languageResult(context, url, fields[nativeFields.language]);
  if (hasSessionEnded(context, url)) return refusedResult(context, url, timedOut("the session is gone"));
  const page = await pageAnswer(context, url, rawQuery);
  // Where there is no page there is no form: a program has the address of another call wrong.
  if (page.kind !== "screen" || page.content.status === 404) return page;
  const part = partOf(page.content.screen, page.content.view);
  // Another tab went on meanwhile: these are the fields of a step that is over.
  const step = fields[nativeFields.step];
  if (step !== undefined && step !== part.id) return { kind: "redirect", location: url };
  const post: Post = { context, url, rawQuery, fields, content: page.content, part };
  // The token died with its cookie or session. What was typed stays, and the next press works with the new token.
  if (refusal !== undefined) return withProblems(post, page, refusal, 400);
  const submission = submissionOf(post);
  if (submission === undefined) return { kind: "redirect", location: url };
  if (submission.use?.ceremony !== undefined) return withProblems(post, page, scriptNotReady, 400);
  const wrong = submission.use === part.submit ? incompleteForm(post, submission) : {};
  if (Object.keys(wrong).length > 0) return withProblems(post, page, wrong, 400);
  if (submission.use?.confirm === true && fields[nativeFields.confirmed] === undefined)
    return asking(post, submission);
  return answered(post, submission);
}

/** Where the form lacks something, all that is wrong with it at once (specification, section 5). */
function incompleteForm({ context, part }: Post, submission: Submission): ProblemCodes {
  const missing = missingFields(context, part, submission);
  const { use, facts, values } = submission;
  if (use === undefined || Object.keys(missing).length === 0) return missing;
  return { ...problemsOfUse(context, use, facts, values), ...missing };
}

/** What is posted from a page of somebody whose session is gone is a call of theirs, not a mere visit (decisions 4). */
function hasSessionEnded({ services, visitor, cookies }: CallContext, url: string): boolean {
  const screen = screenAt(services.config().screens, pathOf(url));
  const hadOne = cookies.get(cookieNames.session) !== undefined;
  return screen.access === "authenticated" && visitor.session === null && hadOne;
}

/** Sends what was pressed and goes where its answer leads. */
async function answered(post: Post, { use, next, values, facts }: Submission): Promise<PageResult> {
  const { context, url, rawQuery, content } = post;
  try {
    const answer = use === undefined ? {} : await runUse(context, use, facts, values);
    if (answer instanceof Leave) return leaveResult(context, answer.redirect, true);
    const way = resolveNext(content.screen.id, next, { ...facts, ...answerFacts(answer) });
    if (way !== undefined && way.step === undefined) return wayResult(context, way);
    if (way?.show !== true) return { kind: "redirect", location: url, say: way?.say };
    const view = shownView(answer, way.step);
    return { kind: "screen", content: { ...content, say: way.say, view } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { codes } = error.options;
    if (codes === undefined) return refusedResult(context, url, error);
    return withProblems(post, await pageAnswer(context, url, rawQuery), codes, error.status);
  }
}

/** The page again, with what was typed and what is wrong with it. At another step nothing of it has a place. */
function withProblems(
  { context, part, fields }: Post,
  page: PageResult,
  problems: ProblemCodes,
  status: number,
): PageResult {
  if (page.kind !== "screen") return page;
  const stays = partOf(page.content.screen, page.content.view).id === part.id;
  const values = stays ? withoutSecrets(context, part, formValues(context, part, fields)) : {};
  return { kind: "screen", content: { ...page.content, values, problems, status } };
}

/** The page asks back, and carries what was pressed until it is answered. */
function asking({ context, fields, content, part }: Post, { values }: Submission): PageResult {
  const action = fields[nativeFields.action] ?? "";
  return {
    kind: "screen",
    content: { ...content, asked: { action, values: withoutSecrets(context, part, values) } },
  };
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
function submissionOf({ context, rawQuery, fields, content, part }: Post): Submission | undefined {
  const { view } = content;
  const facts = { ...addressFacts(context, pageQuery(rawQuery)), ...toFacts({ view }) };
  const pressed = fields[nativeFields.action];
  if (pressed !== undefined) {
    const button = buttonsOf(part, facts).find((shown) => buttonValue(shown) === pressed);
    if (button === undefined) return undefined;
    const values = callValues(context, button.call, fields);
    const form = { ...formValues(context, part, fields), ...values };
    return {
      use: button,
      next: button.next,
      values,
      facts: { ...facts, ...toFacts({ form, item: button.item }) },
    };
  }
  const { submit, next } = part;
  if (submit === undefined && part.form === undefined) return undefined;
  const values =
    submit === undefined ? formValues(context, part, fields) : callValues(context, submit.call, fields);
  return { use: submit, next, values, facts: { ...facts, ...toFacts({ form: values }) } };
}
