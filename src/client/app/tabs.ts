import type { User } from "../../generated/calls.ts";
import { withReturnUrl } from "../../shared/return-url.ts";
import { isSignIn, type Screens, screenAddress, wayBack } from "../../shared/screens.ts";
import { addressOf, type PageStore } from "../page/page.ts";
import type { IdleWatch } from "./idle-watch.ts";
import type { Router } from "./router.ts";
import type { RunUse } from "./run-use.ts";
import type { Traveller } from "./traveller.ts";

/** Keeps this tab in step with the other tabs of the browser. */
export interface Tabs {
  /** A call has changed who is signed in. */
  identityChanged(call: string): void;
  /** The session has ended because nobody used it, which is shown. */
  endedIdle(): void;
  /** Begins to tell and to listen; what it gives ends that. */
  follow(): () => void;
}

interface TabsNeeds {
  page: PageStore;
  idle: IdleWatch;
  screens: Screens;
  router: Router;
  run: RunUse;
  traveller: Traveller;
}

/** What tabs tell each other; nothing of it is a secret, and none believes it without asking the server. */
interface Word {
  /** Who is signed in there; undefined: that has changed. */
  userId?: string | null;
  /** Until when the session is known to live. */
  expiresAt?: number | null;
  /** The session ended because nobody used it. */
  idle?: boolean;
}

const channelName = "vestibule-session";

/**
 * Tabs follow each other at once: what belongs to a signed-in person vanishes when another tab signs out, and a
 * sign-in page offers to go on when another tab has signed in. It never jumps by itself and keeps what is typed. Where
 * somebody else has signed in, the page becomes theirs, with nothing of the person before (security, F12). Where tabs
 * cannot talk to each other, everything is followed at the next arrival.
 */
export function createTabs(needs: TabsNeeds): Tabs {
  const { page, run, idle, traveller } = needs;
  let channel: BroadcastChannel | undefined;
  let known = page.get().user;
  let left: User | undefined;
  // A call of this tab has changed who is signed in, and the page that it leads to will show that.
  let isOurs = false;
  let looking = Promise.resolve();
  const tell = (word: Word) => channel?.postMessage(word);
  const tellUser = () => tell({ userId: known.userId, expiresAt: known.sessionExpiresAt });
  const noticeUser = () => {
    const { user, busy, travelling } = page.get();
    isOurs &&= busy || travelling;
    const isNews = user.userId !== known.userId || user.sessionExpiresAt !== known.sessionExpiresAt;
    known = user;
    if (isNews) tellUser();
  };
  // News comes from several tabs and from this one's own clock: the first says why, the others change nothing of it.
  const leave = (isIdle: boolean) => {
    const { user } = page.get();
    // Who has arrived meanwhile where it is said has read it.
    if (user === left || !user.isAuthenticated) return;
    left = user;
    showEnd(needs, isIdle);
  };
  const look = async (word: Word) => {
    const { user } = page.get();
    if (word.userId === user.userId || user === left || isOurs) return;
    if (isSignIn(page.get().screen)) return offerToGoOn(needs);
    if (!user.isAuthenticated) return;
    const answer = await run({ call: "User" }, {});
    // Only the server knows; where it cannot be asked, the next call will tell.
    if ("failure" in answer || answer.data.userId === user.userId || isOurs) return;
    if (answer.data.isAuthenticated) return traveller.arriveAt(location, "messages.otherPersonSignedIn");
    leave(word.idle === true);
  };
  const hear = (word: Word) => {
    if (word.userId === known.userId && typeof word.expiresAt === "number") idle.livesUntil(word.expiresAt);
    // One after the other, because what the first leads to may answer the second.
    else looking = looking.then(() => look(word));
  };
  // Put away by the browser, a page hears nothing. What is somebody's is asked for anew as a whole (`watch-returns.ts`).
  const returned = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !page.get().user.isAuthenticated) hear({});
  };
  return {
    identityChanged: (call) => {
      isOurs = true;
      tell(call === "SilentLogout" ? { idle: true } : {});
    },
    endedIdle: () => leave(true),
    follow: () => {
      if (typeof BroadcastChannel === "function") channel = new BroadcastChannel(channelName);
      channel?.addEventListener("message", ({ data }) => hear((data ?? {}) as Word));
      tellUser();
      const stops = [page.subscribe(noticeUser), idle.start()];
      addEventListener("pageshow", returned);
      return () => {
        for (const stop of stops) stop();
        removeEventListener("pageshow", returned);
        channel?.close();
        channel = undefined;
      };
    },
  };
}

/** Shows the sign-in page as it is for who is signed in now, unless something is under way there. */
async function offerToGoOn({ page, run, traveller }: TabsNeeds): Promise<void> {
  const isQuiet = () => isSignIn(page.get().screen) && !page.get().busy && !page.get().travelling;
  if (!isQuiet()) return;
  const answer = await run({ call: "SilentLogin" }, {});
  if ("failure" in answer || !isQuiet()) return;
  const { outcome } = answer.data;
  if (outcome === "loginRequired" && !page.get().user.isAuthenticated) return;
  await traveller.arriveAt(location, outcome === "signedIn" ? "messages.signedInElsewhere" : undefined);
}

/**
 * The session has ended, which is shown to whoever sits there: the page that says so, from which signing in leads back to
 * where the person was. A sign-in page stays, for something may be typed there.
 */
function showEnd({ page, screens, router, traveller }: TabsNeeds, isIdle: boolean): void {
  const now = page.get();
  if (isSignIn(now.screen)) return void traveller.arriveAt(location);
  const { loggedOut } = screens;
  if (loggedOut === undefined) throw new Error("screens.config.json has no screen loggedOut");
  const { logoutId } = now.query;
  const path = screenAddress(loggedOut, logoutId === undefined ? {} : { logoutId });
  const say = isIdle ? undefined : "panels.logged-out.elsewhere";
  router.navigate(withReturnUrl(path, wayBack(screens, addressOf(now))), { replace: true, say });
}
