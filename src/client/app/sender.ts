import type { CallUse } from "../../generated/config.ts";
import type { ScreenButton } from "../../shared/buttons.ts";
import { answerFacts, type Facts } from "../../shared/matches.ts";
import { problemKeys } from "../../shared/problem-codes.ts";
import { type Action, resolveNext, type Screen, type Screens } from "../../shared/screens.ts";
import { generalProblem } from "../api/call-failure.ts";
import { endedByEither } from "../page/either-signal.ts";
import { factsOf, type PageStore } from "../page/page.ts";
import { goWithout } from "../page/start-feature.ts";
import { follow, sayOf, type Travel } from "./arrive.ts";
import type { CeremonyEnd } from "./ceremony.ts";
import { isOutdatedBy } from "./outdated-view.ts";
import type { Router } from "./router.ts";
import type { Answer, CallOutcome, RunUse } from "./run-use.ts";
import type { Traveller } from "./traveller.ts";

/** What is sent: a screen's `submit`, or a further button with its item. Nothing: the form alone chooses the way. */
export type Sent = (CallUse & Pick<ScreenButton, "item">) | undefined;

type Values = Record<string, unknown>;

/** Sends a call of the screen that stands and goes where its answer leads. */
export type Send = (sent: Sent, next: Action["next"], form: Values) => Promise<void>;

export interface SenderNeeds extends Pick<Travel, "prepare"> {
  page: PageStore;
  screens: Screens;
  router: Router;
  run: RunUse;
  traveller: Traveller;
}

export function createSender(needs: SenderNeeds): Send {
  const { page, traveller } = needs;
  let latest: { sent: Sent; end: AbortController } | undefined;
  return async (sent, next, form) => {
    // Only while the browser asks for a device does a press come beside another, and takes its place.
    if (page.get().asking && sent?.call === latest?.sent?.call) return;
    latest?.end.abort();
    // What stands, stands until the answer: a press alone moves nothing.
    page.set({ busy: true, asking: false });
    // Of what the person saw: a look may bring another view of the same step.
    const facts = factsOf(page.get(), { form, item: sent?.item });
    // Sent beside a look, the call could end what the look asks about.
    if (!(await traveller.whenLookedAt())) return;
    // What has come by the look is not busy.
    page.set({ busy: true });
    const { screen, returnUrl, visit } = page.get();
    const [result, isOver] = await endedByEither(traveller.here(), async (end) => {
      latest = { sent, end };
      const press = { sent, next, form, facts, here: end.signal };
      return [await outcomeOf(needs, press), end.signal.aborted];
    });
    // Pressed while another screen was on its way: what came of it says nothing about the one that stands now.
    if (isOver || page.get().visit !== visit) return;
    const ended = { busy: false, problems: {}, say: undefined };
    if (result === "cancelled") return page.set(ended);
    if ("failure" in result) {
      if (result.failure.kind !== "refused") return;
      const { problems } = result.failure;
      // The view says so itself, with the way there, which the page did not have while the sign-in was new enough.
      if (problemKeys(problems).includes("problems.signInAgain")) return traveller.arriveAt(location);
      page.set({ ...ended, problems });
      if (isOutdatedBy(problems)) await traveller.reload();
      return catchUp(needs, next);
    }
    return leadOn(needs, { id: screen.id, next }, facts, result.data, returnUrl);
  };
}

/**
 * Goes to the step that a press was to lead to, where the server is there already: an answer before was lost on the way, or a
 * browser whose line broke has sent the press twice.
 */
async function catchUp({ page, traveller }: SenderNeeds, next: Action["next"]): Promise<void> {
  const { part, visit } = page.get();
  // Whatever has to be said on the way, or shown of the answer, nobody knows any more.
  const isSilent = ({ say, show }: (typeof next)[number]) => say === undefined && show !== true;
  const ways = next.filter((way) => way.go.startsWith("#") && way.go !== `#${part.id}` && isSilent(way));
  if (ways.length === 0) return;
  const step = await traveller.stepOfNow();
  const now = page.get();
  // Whoever has pressed again by then hears of that.
  if (now.visit === visit && !now.busy && ways.some(({ go }) => go === `#${step}`))
    await traveller.arriveAt(location);
}

/**
 * Goes where an answer leads; without a way, the screen that stands is looked at anew. Rows are for all answers that a
 * page knows: one that none of them is for is of a newer server, whose own page knows it.
 */
export async function leadOn(
  { screens, router, traveller }: SenderNeeds,
  { id, next }: Pick<Screen, "id" | "next">,
  facts: Facts,
  answer: Answer,
  returnUrl: string,
): Promise<void> {
  const way = resolveNext(id, next, { ...facts, ...answerFacts(answer) });
  if (way?.show === true) return traveller.showAnswer(answer, way.step, sayOf(way));
  // The answer leads nowhere else: the same screen with a fresh view, which may be at another step.
  const say = way === undefined && next.length > 0 ? "messages.pageOutdated" : sayOf(way);
  if (way === undefined || way.step !== undefined) return traveller.arriveAt(location, say);
  const arrival = follow(way, returnUrl, screens, location.origin);
  if (arrival.kind === "go") router.navigate(arrival.path, { say: arrival.say });
  else if (arrival.kind === "leave") void router.leave(arrival.url);
}

/** What is pressed, and what is known of it then. */
interface Press {
  sent: Sent;
  next: Action["next"];
  form: Values;
  facts: Facts;
  here: AbortSignal;
}

/** What the call answers. What it needs is had before. */
async function outcomeOf(needs: SenderNeeds, press: Press): Promise<CallOutcome | "cancelled"> {
  const { sent, facts, here } = press;
  const end = await prepared(needs, press);
  if (end.kind === "cancelled") return "cancelled";
  if (end.kind === "failed") return { failure: end.failure };
  return sent === undefined ? { data: {} } : needs.run(sent, facts, { form: end.body, signal: here });
}

async function prepared(needs: SenderNeeds, press: Press): Promise<CeremonyEnd> {
  try {
    await prepareShown(needs, press);
    return await ceremonyOf(needs, press);
  } catch (error) {
    // A piece of the script could not be fetched; nothing was sent.
    if (!press.here.aborted) await goWithout("next step", error);
    return { kind: "failed", failure: generalProblem("problems.offline") };
  }
}

/** What is told once must not be lost because nothing could draw it: that is fetched before the call is sent. */
async function prepareShown({ prepare, page }: SenderNeeds, { next }: Press): Promise<void> {
  const steps = next.filter(({ show }) => show === true).map(({ go }) => go.slice(1));
  await Promise.all(steps.map((step) => prepare(page.get().screen, { step })));
}

/** What the call is sent with: what is typed, or what the browser answers where it is asked first. */
async function ceremonyOf({ page, run }: SenderNeeds, { sent, form, here }: Press): Promise<CeremonyEnd> {
  if (sent?.ceremony === undefined) return { kind: "done", body: form };
  const { holdCeremony } = await import("./ceremony.ts");
  const asking = (is: boolean) => page.set({ asking: is });
  return holdCeremony(sent.ceremony, form, page.get().t, { run, signal: here, asking });
}
