import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { factAt } from "../resolve/facts.ts";
import type { Checked } from "../resolve/scenes.ts";
import { stageViewOf } from "./effects.ts";
import { asksWho, type Ground } from "./places.ts";
import { pathTo, sayPress } from "./say.ts";
import { type Edge, type StateNode, viewsOf } from "./walk.ts";
import type { State, Target } from "./ways.ts";

/** Links and rows that lead somebody where they should not. */
export function wrongWays({ screens }: Checked, ground: Ground, node: StateNode): Fault[] {
  const edges = viewsOf(node).flatMap((views) => views.flatMap((view) => view.edges));
  return edges.flatMap((edge) => {
    const wrong = edge.path === undefined ? undefined : wrongWayOf(ground, node.state, edge);
    if (wrong === undefined) return [];
    const { press, outcome, path = [] } = edge;
    const way = `${pathTo(node)} → ${sayPress(press, outcome)} → ${wrong.end}`;
    return [{ ...screens.at(wrong.at ?? path, wrong.message), path: way }];
  });
}

interface WrongWay {
  message: string;
  /** How the path ends. */
  end: string;
  /** Where it is told, if not at the link or row. */
  at?: JsonPath;
}

function wrongWayOf(ground: Ground, state: State, edge: Edge): WrongWay | undefined {
  const { press, outcome, target, to } = edge;
  if (target.to === "end" || to.kind !== "choice") return undefined;
  if (target.to === "places") {
    const ids = target.places.map(({ id }) => id).join(", ");
    const message = `Nobody can stand at "${ids}" then.`;
    return to.among.length === 0 ? { message, end: `${ids}, where nobody can stand then` } : undefined;
  }
  if (to.refused !== undefined) {
    const message = `This leads to "${to.refused}", which sends away whoever comes from here.`;
    return { message, end: `${to.refused} is not shown` };
  }
  const { screen } = target;
  const isSignIn = to.among.some((each) => each.kind === "state" && asksWho(each.state.place));
  if (!("link" in press.does)) return wrongRow(ground, state, target, outcome, isSignIn);
  const isBack = to.among.every((each) => each.kind === "state" && each.state.place === state.place);
  if (isBack && to.among.length > 0) {
    const door =
      ground.screens[screen]?.enter === undefined ? {} : { at: ["screens", screen, "enter", "next", 0] };
    return { message: `"${screen}" leads back at once to where it is linked.`, end: "back here", ...door };
  }
  if (press.does.comeBack || !isSignIn || !isForSignedIn(state)) return undefined;
  const message = `Signing in anew does not lead back here: say "comeBack": true.`;
  return { message, end: `${screen} → does not come back here` };
}

function wrongRow(
  ground: Ground,
  state: State,
  { screen: target, standing }: Extract<Target, { to: "screen" }>,
  outcome: string | undefined,
  isSignIn: boolean,
): WrongWay | undefined {
  const { stage, unwritten, hasSession } = standing;
  const { screen } = state.place;
  const away = (message: string): WrongWay => ({ message, end: `${target}, which is the wrong way` });
  if (target === screen.id) return undefined;
  if (outcome === "sent" && tellsOfCode(ground, screen.id) && !tellsOfCode(ground, target))
    return away(`This leads to "${target}", where the code that was sent cannot be typed.`);
  if (unwritten === screen.id)
    return away(`This leads to "${target}" before "${screen.id}" has told what was settled.`);
  const isOf = (id: string) => stageViewOf(ground.screens[id]?.load?.call)?.stage === stage;
  if (isOf(screen.id) && !hasSession && !isOf(target))
    return away(`This leads to "${target}", away from what the sign-in still asks for.`);
  if (screen.access === "authenticated" && hasSession && isSignIn)
    return away(`This leads to "${target}" who is signed in already.`);
  return undefined;
}

/** The view of a screen tells of a code on its way. */
function tellsOfCode({ screens, contracts }: Ground, screen: string): boolean {
  const answer = contracts.get(screens[screen]?.load?.call ?? "")?.answer;
  return answer !== undefined && factAt(answer, "delivery") !== undefined;
}

/** Only signed-in people stand here. */
function isForSignedIn({ place: { screen }, standing }: State): boolean {
  const ofStage = stageViewOf(screen.load?.call);
  return screen.access === "authenticated" || (ofStage?.signedIn === true && standing.hasSession);
}
