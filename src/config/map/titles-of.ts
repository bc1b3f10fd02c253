import { beyond, hub, type JourneyGraph } from "./journey-graph.ts";

/** What everything on the map is called. */
export function titlesOf({ areas }: JourneyGraph): ReadonlyMap<string, string> {
  const screens = areas.flatMap((area) => area.screens);
  return new Map([
    [hub, "What is still owed?"],
    [beyond, "The application, or a provider"],
    ...screens.map(({ id, title }): [string, string] => [id, title]),
  ]);
}
