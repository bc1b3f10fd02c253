import type { User } from "../../generated/calls.ts";
import type { PageStore } from "../shell/page.ts";
import type { RunUse } from "./run-use.ts";

/** Ends the session when nobody has used it for as long as it lives. */
export interface IdleWatch {
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
}

/** A little before the end, so that the session still lives and applications hear that it ends; milliseconds. */
const ahead = 5000;
const longestTimer = 2 ** 31 - 1;

/**
 * Watches the end of the session. Calls are its use, moving the mouse is not. A tab need not know of all use: the
 * server ends nothing that was used since, and says how long that lives. A hidden tab's timers sleep, so it looks
 * again when it is seen. Whoever warns before the end does so here.
 */
export function createIdleWatch({ page, run, leave }: IdleWatchNeeds): IdleWatch {
  let end: End | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let user: User | undefined;

  const arm = (): void => {
    clearTimeout(timer);
    if (end !== undefined)
      timer = setTimeout(look, Math.min(Math.max(0, end.here - Date.now()), longestTimer));
  };
  const look = (): void => {
    if (end === undefined) return;
    if (Date.now() < end.here) arm();
    else void finish(end);
  };
  const finish = async ({ expiresAt }: End): Promise<void> => {
    end = undefined;
    const form = { reason: "inactivity", sessionExpiresAt: expiresAt };
    const answer = await run({ call: "SilentLogout" }, {}, { form });
    // Where nothing can be asked, the session ends at this moment all the same.
    if ("failure" in answer || answer.data.outcome !== "signedIn") return leave();
    end = endOf(answer.data);
    arm();
  };
  const notice = (): void => {
    if (page.get().user === user) return;
    user = page.get().user;
    end = user.isAuthenticated ? endOf({ ...user }) : undefined;
    arm();
  };

  return {
    livesUntil: (expiresAt) => {
      if (end === undefined || expiresAt <= end.expiresAt) return;
      end = { expiresAt, here: end.here + expiresAt - end.expiresAt };
      arm();
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
function endOf({ sessionExpiresAt, sessionExpiresIn }: Record<string, unknown>): End | undefined {
  if (typeof sessionExpiresAt !== "number") return undefined;
  const left = typeof sessionExpiresIn === "number" ? sessionExpiresIn : sessionExpiresAt - Date.now();
  return { expiresAt: sessionExpiresAt, here: Date.now() + left - Math.min(ahead, left / 10) };
}
