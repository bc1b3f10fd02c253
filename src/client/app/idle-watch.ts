import type { User } from "../../generated/calls.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import { observable } from "../page/observable.ts";
import type { PageStore } from "../page/page.ts";
import type { RunUse } from "./run-use.ts";

/** The session is about to end. */
export interface EndWarning {
  /** When, by the clock of this device. */
  endsAt: number;
  /** It has lived as long as any may: no use makes it longer. */
  final: boolean;
  /** Why it was not made longer. */
  problems: ProblemCodes;
}

/** Warns before the session ends, and ends it when nobody has used it for as long as it lives. */
export interface IdleWatch {
  /** The warning that is to be shown now. */
  warning(): EndWarning | null;
  subscribe(listener: () => void): () => void;
  /** The person stays: the session lives on, here and in the other tabs. */
  stay(): Promise<void>;
  /** The person knows: nothing more is said before the end. */
  dismiss(): void;
  /** Another tab knows that the session lives until then, epoch milliseconds of the server. */
  livesUntil(expiresAt: number): void;
  start(): () => void;
}

interface IdleWatchNeeds {
  page: PageStore;
  run: RunUse;
  /** Shows that the session is over. */
  leave(): void;
}

/** When the session ends, as the server says it and by the clock of this device, which may be wrong. */
interface End {
  expiresAt: number;
  here: number;
  /** By the clock of this device. */
  warnAt: number;
  final: boolean;
}

/** A little before the end, so that the session still lives and applications hear that it ends; milliseconds. */
const ahead = 5000;
/** How long before the end somebody is warned (WCAG 2.2.1: at least 20 seconds); of a short session half its life. */
const longestWarning = 120_000;
/** Timers stand still while a device sleeps, so the clock is looked at this often at the least; milliseconds. */
const lookEvery = 10_000;

/**
 * Watches the end of the session. Calls are its use, moving the mouse is not. A tab need not know of all use: the
 * server ends nothing that was used since, and says how long that lives. A hidden tab's timers sleep, so it looks
 * again when it is seen.
 */
export function createIdleWatch({ page, run, leave }: IdleWatchNeeds): IdleWatch {
  let end: End | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let user: User | undefined;
  const { get: warning, set: show, subscribe } = observable<EndWarning | null>(null);

  const watch = (next: End | undefined): void => {
    end = next;
    show(null);
    look();
  };
  const look = (): void => {
    clearTimeout(timer);
    if (end === undefined) return;
    const now = Date.now();
    if (now >= end.here) return void finish(end);
    if (now >= end.warnAt && warning() === null) show({ endsAt: end.here, final: end.final, problems: {} });
    const next = now < end.warnAt ? Math.min(end.warnAt, end.here) : end.here;
    timer = setTimeout(look, Math.min(next - now, lookEvery));
  };
  const finish = async ({ expiresAt, final }: End): Promise<void> => {
    watch(undefined);
    const form = { reason: final ? "timeLimit" : "inactivity", sessionExpiresAt: expiresAt };
    const answer = await run({ call: "SilentLogout" }, {}, { form });
    // Somebody has signed in meanwhile.
    if (end !== undefined) return;
    // Where nothing can be asked, the session ends at this moment all the same.
    if ("failure" in answer || answer.data.outcome !== "signedIn") return leave();
    watch(endOf(answer.data, user));
  };
  const notice = (): void => {
    if (page.get().user === user) return;
    user = page.get().user;
    watch(user.isAuthenticated ? endOf({ ...user }, user) : undefined);
  };

  return {
    warning,
    subscribe,
    stay: async () => {
      const answer = await run({ call: "ExtendSession" }, {}, { outlives: true });
      const { user: now } = page.get();
      const shown = warning();
      if (!("failure" in answer)) page.set({ user: { ...now, ...answer.data } });
      // Whoever is led elsewhere reads there what has happened.
      else if (answer.failure.kind === "left") watch(undefined);
      else if (shown !== null) show({ ...shown, problems: answer.failure.problems });
    },
    dismiss: () => {
      if (end !== undefined) watch({ ...end, warnAt: Number.POSITIVE_INFINITY });
    },
    livesUntil: (expiresAt) => {
      if (end === undefined || expiresAt <= end.expiresAt) return;
      const left = end.here - Date.now() + expiresAt - end.expiresAt;
      watch(endIn(left, expiresAt, user));
    },
    start: () => {
      notice();
      const stop = page.subscribe(notice);
      document.addEventListener("visibilitychange", look);
      addEventListener("pageshow", look);
      return () => {
        stop();
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", look);
        removeEventListener("pageshow", look);
      };
    },
  };
}

/** The end as a call tells it. */
function endOf(
  { sessionExpiresAt, sessionExpiresIn }: Record<string, unknown>,
  user: User | undefined,
): End | undefined {
  if (typeof sessionExpiresAt !== "number") return undefined;
  const left = typeof sessionExpiresIn === "number" ? sessionExpiresIn : sessionExpiresAt - Date.now();
  return endIn(left - Math.min(ahead, left / 10), sessionExpiresAt, user);
}

/** The end of what lives `left` milliseconds more. */
function endIn(left: number, expiresAt: number, user: User | undefined): End {
  const now = Date.now();
  const warned = Math.min(longestWarning, left / 2);
  return {
    expiresAt,
    here: now + left,
    warnAt: now + left - warned,
    final: expiresAt === user?.sessionEndsAt,
  };
}
