import type { JsonPath } from "../json-path.ts";
import { placedMenu } from "./placed-menu.ts";
import type { Scene } from "./scenes.ts";
import type { Workspace } from "./workspace.ts";

/** Where a link of a screen, or an entry of the menu, leads, and its place. */
export interface PlacedLink {
  /** A screen, or a field of the view that holds an address. */
  to: string;
  path: JsonPath;
}

/** The links of all scenes and the entries of the menu. */
export function placedLinks(
  workspace: Pick<Workspace, "screens"> & { scenes: readonly Scene[] },
): PlacedLink[] {
  const links = workspace.scenes.flatMap((scene) =>
    scene.links.map(({ link, path }) => ({ to: link.to, path })),
  );
  return [...links, ...placedMenu(workspace).map(({ entry, path }) => ({ to: entry.to, path }))];
}
