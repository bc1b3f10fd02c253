import type { MenuEntry } from "../generated/config.ts";
import type { JsonSchema } from "../shared/contract.ts";
import { menuOf } from "../shared/screens.ts";
import type { JsonPath } from "./located-json.ts";
import { factsOf } from "./scene-facts.ts";
import type { PlacedWhen } from "./scenes.ts";
import type { Workspace } from "./workspace.ts";

/** An entry of the account's menu, with its place and the schema of the facts that it may ask about. */
export interface PlacedEntry {
  entry: MenuEntry;
  path: JsonPath;
  facts: JsonSchema;
}

/** The account's menu, in order. It stands on every screen, so it knows what all of them do: no form and no view. */
export function placedMenu(workspace: Workspace): PlacedEntry[] {
  const facts = factsOf(workspace, {}, undefined);
  return menuOf(workspace.screens.value).map((entry, index) => ({ entry, path: ["menu", index], facts }));
}

/** The conditions of its entries. */
export function menuWhens(workspace: Workspace): PlacedWhen[] {
  return placedMenu(workspace).flatMap(({ entry: { when }, path, facts }) =>
    when === undefined ? [] : [{ when, path: [...path, "when"], facts }],
  );
}
