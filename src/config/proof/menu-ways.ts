import type { Fault } from "../finding.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Checked } from "../resolve/scenes.ts";
import { arrivalsAt } from "./arrivals.ts";
import { asksWho, type Ground } from "./places.ts";
import { proven, stagesOf, worlds } from "./situation.ts";

/** Entries of the menu that lead whoever is signed in away at once, or to sign in anew. */
export function wrongEntries(checked: Checked, ground: Ground): Fault[] {
  const world = worlds().find(({ account }) => stagesOf(account).length === 0);
  if (world === undefined) return [];
  return placedMenu(checked).flatMap(({ entry: { to }, path }) => {
    const arrivals = arrivalsAt(ground, world, to, proven(world.account));
    const places = arrivals.flatMap((arrival) => (arrival.kind === "shown" ? [arrival.state.place] : []));
    const asks = places.find(asksWho);
    const isShown = places.some(({ screen }) => screen.id === to);
    if (isShown && asks === undefined) return [];
    const message =
      asks === undefined
        ? `"${to}" sends away whoever is signed in, and nobody else sees the menu.`
        : `"${asks.screen.id}" asks to sign in whoever sees the menu, who is signed in already.`;
    const end = asks?.id ?? places.map(({ id }) => id).join(" or ");
    const way = [...new Set(["menu", to, end])].join(" → ");
    return [{ ...checked.screens.at([...path, "to"], message), path: way }];
  });
}
