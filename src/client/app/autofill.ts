import { matches } from "../../shared/matches.ts";
import { postedMark } from "../../shared/page-state.ts";
import { endedByEither } from "../page/either-signal.ts";
import { factsOf, type PageStore } from "../page/page.ts";
import { goWithout } from "../page/start-feature.ts";
import type { CeremonyEnd } from "./ceremony.ts";
import type { RunUse } from "./run-use.ts";
import type { Send } from "./sender.ts";

/** Offers secure credentials within the user name, where the screen that stands wants it. */
export interface Autofill {
  /** Begins, ends or begins anew, as the page of now wants it. Called whenever the page has changed. */
  follow(): void;
}

interface AutofillNeeds {
  page: PageStore;
  run: RunUse;
  send: Send;
}

/** One offer of one arrival. */
interface Offer {
  visit: number;
  end: AbortController;
  /** The browser offers; before, its options are on their way. */
  stands: boolean;
}

/** Most offers in a row that end by themselves: a browser that refuses each at once is not asked for ever. */
const mostOffers = 3;
/** Life of a challenge where the options do not tell it, and the part of it after which a new one is fetched. */
const challengeLife = 300_000;
const renewedAfter = 0.9;

/**
 * A pending offer never stands in the way: another ceremony ends it, a press ends one that is only being made, and when
 * the page is idle again it is made anew.
 * What goes wrong with it is not said and leads nowhere (users' pains 35).
 */
export function createAutofill({ page, run, send }: AutofillNeeds): Autofill {
  let offer: Offer | undefined;
  let made = { visit: -1, count: 0 };

  const follow = (): void => {
    const now = page.get();
    const { screen, part, visit, failed, busy } = now;
    const isWanted =
      screen.autofill !== undefined &&
      part === screen &&
      !failed &&
      matches(screen.autofill.when, factsOf(now));
    // A press may change who is signed in, and with that which options hold: those that are still on their way do not.
    const isLate = busy && offer?.stands === false;
    if (isLate) made.count -= 1;
    if (offer !== undefined && (!isWanted || offer.visit !== visit || isLate)) {
      offer.end.abort();
      offer = undefined;
    }
    if (made.visit !== visit) made = { visit, count: 0 };
    // What the browser sends itself brings another page, and with it another person's options.
    const isLeft = postedMark in document.documentElement.dataset;
    if (!isWanted || busy || isLeft || offer !== undefined || made.count >= mostOffers) return;
    made.count += 1;
    offer = { visit, end: new AbortController(), stands: false };
    void attend(offer);
  };

  const attend = async (mine: Offer): Promise<void> => {
    const end = await hold(mine).catch(() => undefined);
    if (offer !== mine) return;
    offer = undefined;
    if (end === undefined || end.kind === "failed") {
      made.count = mostOffers;
      return;
    }
    const { screen, part, busy } = page.get();
    // Another ceremony has ended it; that is no refusal.
    if (end.kind === "cancelled" && busy) made.count -= 1;
    if (end.kind === "done" && screen.autofill !== undefined && !busy) {
      const { ceremony: _, when: __, ...call } = screen.autofill;
      return send(call, part.next, end.body);
    }
    follow();
  };

  /** Undefined: this browser or page has no place for an offer. */
  const hold = async (mine: Offer): Promise<CeremonyEnd | undefined> => {
    const { signal } = mine.end;
    if (!(await isOffered())) return undefined;
    const { holdAutofill } = await import("./ceremony.ts").catch((error: unknown) => {
      void goWithout("autofill", error);
      throw error;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const quiet: RunUse = (use, facts, options) => run(use, facts, { ...options, quiet: true });
    return endedByEither(signal, (renewal) => {
      const renew = () => {
        made.count = 0;
        renewal.abort();
      };
      return holdAutofill({ run: quiet, signal: renewal.signal }, (life = challengeLife) => {
        mine.stands = true;
        timer = setTimeout(() => whenSeen(renew, signal), life * renewedAfter);
      });
    }).finally(() => clearTimeout(timer));
  };

  return { follow };
}

async function isOffered(): Promise<boolean> {
  // Not in every browser, and not in an insecure context.
  const credentials = globalThis.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;
  if ((await credentials?.isConditionalMediationAvailable?.()) !== true) return false;
  return document.querySelector("input[autocomplete$='webauthn']") !== null;
}

/** A page that nobody looks at needs no challenge. */
function whenSeen(run: () => void, signal: AbortSignal): void {
  if (document.visibilityState === "visible") run();
  else document.addEventListener("visibilitychange", run, { once: true, signal });
}
