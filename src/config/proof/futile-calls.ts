import { type Facts, matches } from "../../shared/matches.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import type { Fault } from "../finding.ts";
import type { Checked } from "../resolve/scenes.ts";
import { kindsOf, type Situated, situationFacts } from "./answers.ts";
import { futileRowsOf } from "./effects.ts";
import type { Ground } from "./places.ts";
import { pathTo, sayFacts } from "./say.ts";
import type { World } from "./situation.ts";
import { type StateNode, viewsOf } from "./walk.ts";

/** What rows may ask of somebody at a screen, beside what its view says and what the call is given. */
export function situationAt(
  journey: Ground["journey"],
  screen: string,
  world: Pick<World, "waiting">,
  standing: Situated,
): Facts {
  const { unwritten, stage } = standing;
  const page = unwritten === screen ? "ofSettled" : journey[stage] === screen ? "ofStage" : "other";
  return { ...situationFacts(world, standing), "situation.page": page };
}

/** Calls that come to nothing for whoever presses there. */
export function futileCalls(
  { screens }: Checked,
  { journey }: Ground,
  world: World,
  node: StateNode,
): Fault[] {
  const { place, standing } = node.state;
  const situation = situationAt(journey, place.screen.id, world, standing);
  return viewsOf(node)
    .flat()
    .flatMap(({ view: { facts, presses } }) => {
      const told = { ...situation, ...kindsOf(facts) };
      return presses.flatMap(({ does, label, path }) => {
        if ("link" in does) return [];
        const row = futileRowsOf(does.call).find((when) => matches(when, { ...told, ...does.givenBy }));
        if (row === undefined) return [];
        const given = Object.keys(row).find((name) => name.startsWith("given."));
        const property = given?.replace("given.", "");
        const at = property === undefined ? [...path, "call"] : [...path, "with", property];
        const input = given === undefined ? "" : ` with "${property}": "${does.givenBy[given]}"`;
        const message = `"${does.call}"${input} comes to nothing here.`;
        const deciding = pickByName(facts, (name) => name in row);
        const way = `${pathTo(node)}${sayFacts(deciding)} → ${label} → nothing comes of it`;
        return [{ ...screens.at(at, message), path: way }];
      });
    });
}
