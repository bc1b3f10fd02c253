import equal from "fast-deep-equal";
import { partOf, screenAt, shownView } from "../../shared/screens.ts";
import { hideMailedValues, mailedOf } from "../page/mailed-values.ts";
import { factsOf, type Page, type PageStore, readAddress } from "../page/page.ts";
import { goWithout } from "../page/start-feature.ts";
import type { CaptchaGate } from "../state/captcha.ts";
import { timeoutShown } from "../state/session.ts";
import type { Store } from "../state/store.ts";
import { type Arrival, arrive, listAlone, type Shown, type Travel } from "./arrive.ts";
import type { Address, Router } from "./router.ts";
import type { Answer, RunUse } from "./run-use.ts";

/** Makes the page follow addresses. */
export interface Traveller {
  /** Aborted as soon as the person goes elsewhere: what was under way for this screen is of no interest then. */
  here(): AbortSignal;
  /**
   * Follows an address that the router has gone to; `say` is a message from the screen before. `isReturn`: by back
   * or forward.
   */
  arriveAt(address: Address, say?: string, isReturn?: boolean): Promise<void>;
  /** Shows an answer as the view of a step, which was prepared before; nothing is loaded. */
  showAnswer(answer: Answer, step: string | undefined, say?: string): void;
  /** Loads the view of the screen that stands anew, asked for by nobody; says whether there is a new one. */
  reload(): Promise<boolean>;
  /** Where the server has the person on the screen that stands, by its view, asked for by nobody; undefined: nobody says. */
  stepOfNow(): Promise<string | undefined>;
  /** Says whether the page shows what an address leads to. */
  standsAt(address: Address): boolean;
  /** Waits for a look at the screen that stands, if one is under way; says whether the same screen and step still stand. */
  whenLookedAt(): Promise<boolean>;
  /** Waits until no screen is on its way. */
  whenAtRest(): Promise<void>;
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
  let arriving = Promise.resolve(true);

  const settle = (arrival: Arrival, say: string | undefined, isReturn: boolean): void => {
    if (arrival.kind === "go") router.navigate(arrival.path, { replace: true, say: arrival.say ?? say });
    // In place of the address that only led on: going back must not lead on again.
    else if (arrival.kind === "leave") void router.leave(arrival.url, { replace: true });
    else if (arrival.kind === "shown") {
      show(page, store, arrival.page, say, isReturn);
      hideMailedValues();
    }
  };

  /** Says whether the page stays, instead of leading elsewhere. */
  const travelTo = async (address: Address, say?: string, isReturn = false): Promise<boolean> => {
    journey.abort();
    journey = new AbortController();
    const { signal } = journey;
    const run: RunUse = (use, facts, options) => travel.run(use, facts, { ...options, signal });
    captcha.cancel();
    try {
      const followed = arrive(address, { ...travel, run });
      // Once the calls are on their way: what it draws anew keeps the script busy.
      page.set({ travelling: true });
      const arrival = await followed;
      if (signal.aborted) return true;
      settle(arrival, say, isReturn);
      return arrival.kind === "shown";
    } catch (error) {
      if (signal.aborted) return true;
      // A part of the screen could not be fetched, as after a new deployment: a new page has it, or says why not.
      await goWithout("next screen", error);
      if (!signal.aborted) location.reload();
      return false;
    } finally {
      if (!signal.aborted) page.set({ travelling: false });
    }
  };

  const standsAt = ({ pathname, search }: Address): boolean => {
    const { screen, query } = page.get();
    const asked = { ...mailedOf(query), ...readAddress(search).query };
    return screenAt(travel.screens, pathname).id === screen.id && equal(asked, query);
  };

  // Also where its list alone becomes another one.
  const staysAt = (address: Address): boolean => {
    const now = page.get();
    const screen = screenAt(travel.screens, address.pathname);
    return standsAt(address) || listAlone(now, { ...readAddress(address.search), screen, user: now.user });
  };

  /** The view of the screen that stands as it is now; undefined: there is none, or another screen has come. */
  const viewOfNow = async (): Promise<Answer | undefined> => {
    const { screen, visit } = page.get();
    if (screen.load === undefined) return undefined;
    const quiet = { signal: journey.signal, quiet: true };
    const answer = await travel.run(screen.load, factsOf(page.get()), quiet);
    return "failure" in answer || page.get().visit !== visit ? undefined : answer.data;
  };

  return {
    here: () => journey.signal,
    arriveAt: async (address, say, isReturn) => {
      arriving = travelTo(address, say, isReturn);
      await arriving;
    },
    showAnswer: (answer, step, say) => {
      const { screen, query, returnUrl, list, user } = page.get();
      const view = shownView(answer, step);
      const standing = { screen, query, returnUrl, list, user };
      show(page, store, { ...standing, view, part: partOf(screen, view), problems: {}, failed: false }, say);
    },
    reload: async () => {
      const view = await viewOfNow();
      if (view !== undefined) page.set({ view });
      return view !== undefined;
    },
    stepOfNow: async () => {
      const view = await viewOfNow();
      return view && partOf(page.get().screen, view).id;
    },
    standsAt,
    whenLookedAt: async () => {
      const { visit } = page.get();
      while (page.get().travelling && staysAt(location)) {
        const stays = await arriving;
        if (!stays || page.get().visit !== visit || !staysAt(location)) return false;
      }
      return true;
    },
    whenAtRest: async () => {
      while (page.get().travelling) await arriving;
    },
  };
}

/**
 * A screen that stays keeps its form as it is; another one, or another person's, begins anew, with its heading focused.
 * After a time-out it begins with the user name, and so it does on the way of somebody who has not signed in.
 */
function show(page: PageStore, store: Store, shown: Shown, say?: string, returned = false): void {
  const { timedOut, username } = store.getState().session;
  const now = page.get();
  const isSame = now.screen.id === shown.screen.id && now.part.id === shown.part.id;
  const isHandedOver =
    now.user.isAuthenticated && shown.user.isAuthenticated && now.user.userId !== shown.user.userId;
  const stays = isSame && !now.failed && !shown.failed && !isHandedOver;
  const name = timedOut ? username : now.user.userId === shown.user.userId ? typedUsername(now) : null;
  const values = name === null ? {} : { username: name };
  // Trying again what could not be shown is no new way there.
  const isBack = returned || (now.failed && now.returned && now.screen.id === shown.screen.id);
  const fresh = stays ? {} : { visit: now.visit + 1, values, returned: isBack };
  const told = { say: timedOut ? "messages.sessionTimeout" : say, asked: undefined };
  page.set({ ...shown, ...fresh, ...told, busy: false });
  if (timedOut) store.dispatch(timeoutShown());
}

/** The user name that stands here, or did on the way here; whoever has forgotten a password need not type it again. */
function typedUsername({ values }: Page): string | null {
  const field = document.querySelector<HTMLInputElement>("main input[name=username]");
  const typed = field === null ? values.username : field.value;
  return typeof typed === "string" && typed !== "" ? typed : null;
}
