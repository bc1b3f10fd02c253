import equal from "fast-deep-equal";
import { partOf, screenAt, shownView } from "../../shared/screens.ts";
import { hideMailedValues, mailedOf } from "../shell/mailed-values.ts";
import { type PageStore, readAddress } from "../shell/page.ts";
import type { CaptchaGate } from "../state/captcha.ts";
import { timeoutShown } from "../state/session.ts";
import type { Store } from "../state/store.ts";
import { type Arrival, arrive, type Shown, type Travel } from "./arrive.ts";
import type { Address, Router } from "./router.ts";
import type { Answer, RunUse } from "./run-use.ts";

/** Makes the page follow addresses. */
export interface Traveller {
  /** Aborted as soon as the person goes elsewhere: what was under way for this screen is of no interest then. */
  here(): AbortSignal;
  /** Follows an address that the router has gone to; `say` is a message from the screen before. */
  arriveAt(address: Address, say?: string): Promise<void>;
  /** Shows an answer as the view of a step, which was prepared before; nothing is loaded. */
  showAnswer(answer: Answer, step: string | undefined, say?: string): void;
  /** Says whether the page shows what an address leads to. */
  standsAt(address: Address): boolean;
}

interface TravellerNeeds {
  page: PageStore;
  store: Store;
  router: Router;
  captcha: CaptchaGate;
  travel: Travel;
}

export function createTraveller({ page, store, router, captcha, travel }: TravellerNeeds): Traveller {
  let journey = new AbortController();

  const settle = (arrival: Arrival, say: string | undefined): void => {
    if (arrival.kind === "go") router.navigate(arrival.path, { replace: true, say: arrival.say ?? say });
    // In place of the address that only led on: going back must not lead on again.
    else if (arrival.kind === "leave") location.replace(arrival.url);
    else if (arrival.kind === "shown") {
      show(page, store, arrival.page, say);
      hideMailedValues();
    }
  };

  return {
    here: () => journey.signal,
    arriveAt: async (address, say) => {
      journey.abort();
      journey = new AbortController();
      const { signal } = journey;
      const run: RunUse = (use, facts, options) => travel.run(use, facts, { ...options, signal });
      captcha.cancel();
      page.set({ travelling: true });
      try {
        const arrival = await arrive(address, { ...travel, run });
        if (!signal.aborted) settle(arrival, say);
      } catch {
        // A part of the screen could not be fetched, as after a new deployment: a new page has it, or says why not.
        if (!signal.aborted) location.reload();
      } finally {
        if (!signal.aborted) page.set({ travelling: false });
      }
    },
    showAnswer: (answer, step, say) => {
      const { screen, query, returnUrl, list, user, background } = page.get();
      const view = shownView(answer, step);
      const standing = { screen, query, returnUrl, list, user, background };
      show(page, store, { ...standing, view, part: partOf(screen, view), problems: {}, failed: false }, say);
    },
    standsAt: ({ pathname, search }) => {
      const { screen, query } = page.get();
      const asked = { ...mailedOf(query), ...readAddress(search).query };
      return screenAt(travel.screens, pathname).id === screen.id && equal(asked, query);
    },
  };
}

/** A screen that stays keeps its form as it is; another one begins anew, with its heading focused. */
function show(page: PageStore, store: Store, shown: Shown, say: string | undefined): void {
  const { timedOut } = store.getState().session;
  const now = page.get();
  const isSame = now.screen.id === shown.screen.id && now.part.id === shown.part.id;
  const stays = isSame && !now.failed && !shown.failed;
  const fresh = stays ? {} : { visit: now.visit + 1, values: {} };
  page.set({ ...shown, ...fresh, say: timedOut ? "messages.sessionTimeout" : say, busy: false });
  if (timedOut) store.dispatch(timeoutShown());
}
