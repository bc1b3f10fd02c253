import { toFacts } from "../../shared/matches.ts";
import { type Action, resolveNext, type Screens } from "../../shared/screens.ts";
import type { PageStore } from "../shell/page.ts";
import { follow, sayOf } from "./arrive.ts";
import type { Router } from "./router.ts";
import type { CallUse, RunUse } from "./run-use.ts";
import type { Traveller } from "./traveller.ts";

/** Sends a call of the screen that stands and goes where its answer leads. */
export type Send = (use: CallUse, next: Action["next"], form: Record<string, unknown>) => Promise<void>;

interface SenderNeeds {
  page: PageStore;
  screens: Screens;
  router: Router;
  run: RunUse;
  traveller: Traveller;
}

export function createSender({ page, screens, router, run, traveller }: SenderNeeds): Send {
  return async (use, next, form) => {
    const { screen, query, view, user, partner, returnUrl } = page.get();
    page.set({ busy: true, problems: {}, say: undefined });
    const facts = toFacts({ query, view, user, partner, form });
    const result = await run(use, facts, { form, signal: traveller.here() });
    if ("failure" in result) {
      if (result.failure.kind === "refused") page.set({ busy: false, problems: result.failure.problems });
      return;
    }
    const way = resolveNext(screen.id, next, { ...facts, ...toFacts(result.data) });
    // The answer leads nowhere else: the same screen with a fresh view, which may be at another step.
    if (way === undefined || way.step !== undefined) return traveller.arriveAt(location, sayOf(way));
    const arrival = follow(way, returnUrl, screens, location.origin);
    if (arrival.kind === "go") router.navigate(arrival.path, { say: arrival.say });
    else if (arrival.kind === "leave") location.assign(arrival.url);
  };
}
