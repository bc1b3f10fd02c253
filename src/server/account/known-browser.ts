import { day, hour, second } from "../../shared/durations.ts";
import type { CallContext } from "../call.ts";
import { cookieNames, eachKept } from "../cookies.ts";
import { hmacs } from "../crypto.ts";
import type { Notice } from "../delivery/queue-message.ts";
import type { Db } from "../store/tables.ts";
import { takeNewBrowserNews, type User } from "../store/users.ts";
import { noticeTo } from "./messages/notice-to.ts";

/** For how long a browser is known, counted anew by each sign-in: none keeps a cookie longer (RFC 6265bis, section 5.5). */
export const knownBrowserFor = 400 * day;

/** As many people as may share a browser and be known there, the newest first. */
const mostMarks = 8;

/** Who works in private windows is told of it once in a while, not each time. */
const toldAgainAfter = hour;

/**
 * The mail that tells a person of a sign-in in a browser that they have not used before, to be put in line with the session
 * (ASVS, 6.3.5). Undefined where they have, at their first sign-in of all, and soon after such a mail.
 */
export async function newBrowserNotice(
  context: CallContext,
  transaction: Db,
  user: User,
): Promise<Notice | undefined> {
  if (isKnownHere(context, user)) return undefined;
  const isNews = await takeNewBrowserNews(transaction, user, context.services.now(), toldAgainAfter);
  return isNews ? noticeTo(context, user, { template: "newBrowser", params: {} }) : undefined;
}

/** Knows this browser from now on for whoever has signed in. */
export function knowHere(context: CallContext, user: Pick<User, "id">): void {
  const own = marksOf(context, user);
  const others = keptMarks(context).filter((mark) => !own.includes(mark));
  const marks = [...own.slice(0, 1), ...others].slice(0, mostMarks);
  context.cookies.set(cookieNames.known, marks.join("."), { maxAge: knownBrowserFor / second });
}

function isKnownHere(context: CallContext, user: Pick<User, "id">): boolean {
  const kept = keptMarks(context);
  return kept.length > 0 && marksOf(context, user).some((mark) => kept.includes(mark));
}

/** What stands for a person in a browser; of today's key of the server first. Nobody else can make it, nor see whose it is. */
function marksOf({ services }: CallContext, { id }: Pick<User, "id">): string[] {
  return hmacs(services.settings.secretKeys, "known-browser", id);
}

function keptMarks({ cookies }: CallContext): string[] {
  return eachKept(cookies, cookieNames.known, mostMarks);
}
