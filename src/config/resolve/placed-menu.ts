import type { MenuEntry } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { menuOf } from "../../shared/screens.ts";
import type { JsonPath } from "../json-path.ts";
import { factsOf } from "./scene-facts.ts";
import type { PlacedWhen } from "./scenes.ts";
import type { Workspace } from "./workspace.ts";

/** An entry of the account's menu, with its place. */
export interface PlacedEntry {
  entry: MenuEntry;
  path: JsonPath;
}

/** The account's menu, in order. */
export function placedMenu({ screens }: Pick<Workspace, "screens">): PlacedEntry[] {
  return menuOf(screens.value).map((entry, index) => ({ entry, path: ["menu", index] }));
}

/** What its conditions may ask. They stand on every screen, so they know what all of them do of who is signed in: no form and no view. */
export function menuFacts(workspace: Workspace): JsonSchema {
  return factsOf(workspace, {}, undefined, "authenticated");
}

/** The conditions of its entries. */
export function menuWhens(workspace: Workspace): PlacedWhen[] {
  const facts = menuFacts(workspace);
  return placedMenu(workspace).flatMap(({ entry: { when }, path }) =>
    when === undefined ? [] : [{ when, path: [...path, "when"], facts }],
  );
}
