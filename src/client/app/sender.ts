import type { ScreenButton } from "../../shared/buttons.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import { type Action, resolveNext, type Screens } from "../../shared/screens.ts";
import { generalProblem } from "../api/call-failure.ts";
import type { PageStore } from "../shell/page.ts";
import { follow, sayOf, type Travel } from "./arrive.ts";
import type { Router } from "./router.ts";
import type { CallOutcome, CallUse, RunUse } from "./run-use.ts";
import type { Traveller } from "./traveller.ts";

/** What is sent: a screen's `submit`, or a further button with its item. Nothing: the form alone chooses the way. */
export type Sent = (CallUse & Pick<ScreenButton, "item">) | undefined;

/** Sends a call of the screen that stands and goes where its answer leads. */
export type Send = (sent: Sent, next: Action["next"], form: Record<string, unknown>) => Promise<void>;

interface SenderNeeds extends Pick<Travel, "prepare"> {
  page: PageStore;
  screens: Screens;
  router: Router;
  run: RunUse;
  traveller: Traveller;
}

export function createSender({ page, screens, router, run, traveller, prepare }: SenderNeeds): Send {
  const ask = async (sent: Sent, next: Action["next"], facts: Facts, form: Record<string, unknown>) => {
    try {
      await prepareShown(next);
    } catch {
      return { failure: generalProblem("problems.offline") };
    }
    if (sent === undefined) return { data: {} };
    return run(sent, facts, { form, signal: traveller.here() });
  };

  /** What is told once must not be lost because nothing could draw it: that is fetched before the call is sent. */
  const prepareShown = async (next: Action["next"]): Promise<void> => {
    const steps = next.filter(({ show }) => show === true).map(({ go }) => go.slice(1));
    await Promise.all(steps.map((step) => prepare(page.get().screen, { step })));
  };

  return async (sent, next, form) => {
    const { screen, query, view, user, partner, returnUrl } = page.get();
    page.set({ busy: true, problems: {}, say: undefined });
    const facts = toFacts({ query, view, user, partner, form, item: sent?.item });
    const result: CallOutcome = await ask(sent, next, facts, form);
    if ("failure" in result) {
      if (result.failure.kind === "refused") page.set({ busy: false, problems: result.failure.problems });
      return;
    }
    const way = resolveNext(screen.id, next, { ...facts, ...toFacts(result.data) });
    if (way?.show === true) return traveller.showAnswer(result.data, way.step, sayOf(way));
    // The answer leads nowhere else: the same screen with a fresh view, which may be at another step.
    if (way === undefined || way.step !== undefined) return traveller.arriveAt(location, sayOf(way));
    const arrival = follow(way, returnUrl, screens, location.origin);
    if (arrival.kind === "go") router.navigate(arrival.path, { say: arrival.say });
    else if (arrival.kind === "leave") location.assign(arrival.url);
  };
}
