import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { foldUsername } from "../../domain/fold.ts";
import { codeLength } from "../../domain/typed-code.ts";
import { fieldProblem, Problem, tooMany } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import { screenWithReturn } from "../../screen-path.ts";
import type { Attempt } from "../../store/attempts.ts";
import { findUserByName, type User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { digitsOf } from "../digits-of.ts";
import { type Budget, challengeBudget, type Guessed, guess, nameBudget, noteLocked } from "../guess.ts";
import { type Proof, prove } from "../journey.ts";
import { forgiveSends } from "../messages/send-limits.ts";
import { forgetCode, redeemCode, wasSent } from "../messages/sent-code.ts";
import { leaveForError } from "../named-error.ts";
import { knownUsername } from "../remembered-username.ts";
import { toProveAgain } from "../signed-in.ts";
import { isTokenOffered, tokenOwner } from "./one-time-token-offer.ts";
import { type Asked, askedIn, keepRequest, tokenDelivery } from "./one-time-token-request.ts";
import { findLink, properAddress, redeemLink, type SignInLink } from "./sign-in-link.ts";

/** How each counts (RFC 8176). A second factor is still asked for. */
const proofs = {
  token: { methods: ["otp"] },
  link: { methods: ["otp"], method: "link" },
} satisfies Record<string, Proof>;

// A token that is typed has six digits, the secret of a link many more characters.
const shortestLink = 40;

/** Where a sign-in by one-time token stands. Opening a mailed link spends nothing. */
export const loginWithOTTView: Handlers["LoginWithOTTView"] = async (context, { query }) => {
  if (!isTokenOffered(context)) return new Leave(screenWithReturn(context, "login"));
  if (query.state !== undefined) return linkView(context, query.state);
  const asked = askedIn(context, await attemptHere(context));
  if (asked !== undefined && asked.expiresAt > context.services.now())
    return { step: "token", username: asked.username, delivery: await tokenDelivery(context, asked) };
  // The script takes the state out of the address; whoever reloads the page is without it.
  const step = query.link === "mailed" ? "openAgain" : "request";
  const username = toProveAgain(context)?.username ?? knownUsername(context);
  return { step, username, delivery: null };
};

/** Signs in with a token that was typed or stands in a mailed link, and goes on in the journey. */
export const loginWithOTT: Handlers["LoginWithOTT"] = async (context, { body }) => {
  if (!isTokenOffered(context)) throw new Problem(403, "no one-time token is offered here");
  if (body.token.length >= shortestLink) return byLink(context, body.token);
  return byTypedToken(context, body.token, body.username);
};

async function linkView(context: CallContext, secret: string) {
  const link = await findLink(context, secret);
  if (link === undefined) return leaveForError(context, "signInLinkExpired");
  const elsewhere = await properAddress(context, link, secret);
  if (elsewhere !== undefined) return new Leave(elsewhere);
  return { step: "mailedLink", username: link.user.username, delivery: null } as const;
}

async function byLink(context: CallContext, secret: string) {
  const link = await findLink(context, secret);
  const elsewhere = link && (await properAddress(context, link, secret));
  if (elsewhere !== undefined) return new Leave(elsewhere);
  const guessed = await guessLink(context, link);
  if (guessed.kind === "right" && guessed.result !== "spent") return proven(context, guessed.result, "link");
  if (guessed.kind === "spent") throw await locked(context, guessed, "link", link?.user.id);
  await recordEvent(context, { event: "signIn.failed", userId: link?.user.id, detail: { method: "link" } });
  return leaveForError(context, "signInLinkExpired");
}

/**
 * A link that is known was not guessed, though a twin may have spent it this moment: then no try is counted. It stops
 * at the account's lock like every other way in (security, TH-3).
 */
async function guessLink(
  context: CallContext,
  link: SignInLink | undefined,
): Promise<Guessed<User | "spent">> {
  if (link === undefined) return guess<User>(context, [], async () => null);
  const name: Budget = { ...nameBudget(link.user.username), onRight: "giveBack" };
  return guess(context, [name], async () => ((await redeemLink(context, link)) ? link.user : "spent"));
}

async function byTypedToken(context: CallContext, typed: string, username: string | undefined) {
  const attempt = await attemptHere(context);
  const asked = askedIn(context, attempt);
  if (attempt === undefined || asked === undefined || !isGood(context, asked, username)) throw gone();
  const user = await findUserByName(context.services.store.db, asked.username);
  const owner = tokenOwner(attempt, user, asked.username);
  const challenge = challengeBudget(`${owner} ${asked.reference}`);
  const budgets = [nameBudget(asked.username), challenge];
  const guessed = await guess(context, budgets, async () =>
    look(context, owner, digitsOf("token", typed, codeLength), user),
  );
  if (guessed.kind === "right") return proven(context, guessed.result, "token");
  if (guessed.kind === "spent") {
    // Its twins have the five tries: one of them may be right, and ends the challenge else.
    if (guessed.budget.key === challenge.key) throw gone();
    throw await locked(context, guessed, "token", user?.id);
  }
  await recordEvent(context, { event: "signIn.failed", userId: user?.id, detail: { method: "token" } });
  if (guessed.triesLeft > 0)
    throw fieldProblem("token", { code: "problems.tokenWrong", params: { count: guessed.triesLeft } });
  return end(context, attempt, owner);
}

/**
 * The person whose token it is; null: it is another one. One that is not good any more is no guess, and counts nothing.
 * That is told of the right one alone: when another one is late would tell whether a mail is under way (security, EN-3).
 */
async function look(
  context: CallContext,
  owner: string,
  token: string,
  user: User | undefined,
): Promise<User | null> {
  if (await redeemCode(context, "oneTimeToken", owner, token))
    return user === undefined || user.disabled ? null : user;
  if (await wasSent(context, "oneTimeToken", owner, token)) throw gone();
  return null;
}

async function proven(context: CallContext, user: User, method: keyof typeof proofs) {
  const { username, id, email } = user;
  await recordEvent(context, { event: "signIn.tokenProven", userId: id });
  if (email !== null)
    await forgiveSends(context, { purpose: "oneTimeToken", channel: "mail", username, to: email });
  return prove(context, user, proofs[method]);
}

/** Five wrong ones end token and link (security, TF-3). */
async function end(context: CallContext, attempt: Attempt, owner: string) {
  await forgetCode(context, "oneTimeToken", owner);
  await keepRequest(context, attempt, undefined);
  return { outcome: "challengeEnded" } as const;
}

async function locked(
  context: CallContext,
  { budget, retryAfterSeconds }: Extract<Guessed<unknown>, { kind: "spent" }>,
  method: keyof typeof proofs,
  userId?: string,
): Promise<Problem> {
  await noteLocked(context, budget, { event: "signIn.locked", userId, detail: { method } });
  return tooMany(retryAfterSeconds);
}

function isGood({ services }: CallContext, asked: Asked, username: string | undefined): boolean {
  const isSame = username === undefined || foldUsername(username) === foldUsername(asked.username);
  return isSame && asked.expiresAt > services.now();
}

function gone(): Problem {
  return fieldProblem("token", { code: "problems.tokenGone" });
}
