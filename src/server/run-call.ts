import type { CallContract, CallName } from "../shared/contract.ts";
import type { ProblemCodes } from "../shared/problem-codes.ts";
import { handlers } from "./account/index.ts";
import { newPasswordProblems } from "./account/password/new-password.ts";
import {
  type CallAnswer,
  type CallContext,
  type CallInput,
  type Handler,
  ImageAnswer,
  Leave,
} from "./call.ts";
import { validatorsOf } from "./call-validators.ts";
import { cookieNames } from "./cookies.ts";
import { Problem, timedOut } from "./problem.ts";
import { standingOf } from "./request/standing.ts";

/** What a call is given before anything is checked. */
export interface RawInput {
  /** Parameters as an address carries them: text, or a list of texts where one is repeated. */
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/**
 * Runs a call: who may, what was given, the handler, and outside of production whether what it answers or is refused by is
 * what the contract says. The one way in, for the routes and, in process, for the pages. Throws `Problem`.
 */
export async function runCall<Name extends CallName>(
  context: CallContext,
  name: Name,
  input: RawInput,
): Promise<CallAnswer<Name>> {
  const { services } = context;
  const validators = validatorsOf(services.config(), name);
  await assertAccess(context, validators.contract.access);
  const { query, body } = readInput(context, name, input);
  const handler = handlers[name] as Handler<Name>;
  const run = () => handler(context, { query, body } as CallInput<Name>);
  const isHeld = services.settings.environment !== "production";
  try {
    const answer = await services.store.asUnit(run);
    if (isHeld && !isFinal(answer)) validators.assertAnswer(answer);
    return answer;
  } catch (error) {
    if (isHeld && error instanceof Problem) validators.assertRefusal(error);
    throw error;
  }
}

/** What is wrong with what a call is given, before anything is looked up. */
export function inputProblems(context: CallContext, name: CallName, input: RawInput): ProblemCodes {
  try {
    readInput(context, name, input);
    return {};
  } catch (error) {
    if (error instanceof Problem) return error.options.codes ?? {};
    throw error;
  }
}

/**
 * What a call is given, as its contract says. Throws `Problem` with all that is wrong with it, also with a new password in it, which
 * the handler does not see then (specification, section 5).
 */
function readInput(context: CallContext, name: CallName, { query, body }: RawInput) {
  const { contract, readQuery, readBody } = validatorsOf(context.services.config(), name);
  try {
    return { query: readQuery(query, context.t), body: readBody(body, context.t) };
  } catch (error) {
    const takesOne = Object.hasOwn(contract.body?.properties ?? {}, "newPassword");
    if (!takesOne || !(error instanceof Problem)) throw error;
    const refused = error.options.codes ?? {};
    const codes = { ...newPasswordProblems(context, body, refused), ...refused };
    throw new Problem(error.status, error.message, { codes });
  }
}

function isFinal(answer: unknown): boolean {
  return answer instanceof Leave || answer instanceof ImageAnswer;
}

/** Throws where somebody may not: gone is 400 without errors, never there is 401 (decisions 4). */
async function assertAccess(context: CallContext, access: CallContract["access"]): Promise<void> {
  const { visitor, target, cookies, services } = context;
  if (access === "anonymous" || visitor.session !== null) return;
  if (access === "attempt") {
    if (target.request !== null || (await standingOf(services, visitor, target)) !== null) return;
    throw timedOut("the attempt is gone");
  }
  if (cookies.get(cookieNames.session) === undefined) throw new Problem(401, "nobody is signed in");
  throw timedOut("the session is gone");
}
