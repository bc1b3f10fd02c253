import type { Cell } from "../../config/gallery/cells.ts";
import type { Config } from "../../config/read-config.ts";
import { defaultLanguage } from "../../shared/constants.ts";
import { type CellChoice, directions, languagesOf, schemes, textKinds } from "./cell-choice.ts";

export const widths = ["320", "360", "768", "1280"] as const;

/** What the overview shows: of each list the chosen ones stand side by side. */
export interface OverviewChoice {
  /** A group of cells; empty: all. */
  group: string;
  /** Part of an id. */
  find: string;
  language: string[];
  partner: string[];
  scheme: CellChoice["scheme"][];
  direction: CellChoice["direction"][];
  texts: CellChoice["texts"][];
  width: (typeof widths)[number][];
}

/** What the overview's address chooses. Nothing chosen, or nothing known: the first screen, in English, light, on a phone. */
export function readOverviewChoice(
  config: Config,
  cells: readonly Cell[],
  query: Record<string, unknown>,
): OverviewChoice {
  const several = <Value extends string>(name: string, values: readonly Value[], usual: Value): Value[] => {
    const wanted = [query[name]].flat();
    const known = values.filter((value) => wanted.includes(value));
    return known.length > 0 ? known : [usual];
  };
  const groups = groupsOf(cells);
  const asked = groups.find((group) => group === query.group);
  return {
    group: asked ?? (query.group === "" || query.find !== undefined ? "" : (groups[0] ?? "")),
    find: typeof query.find === "string" ? query.find.trim() : "",
    language: several("language", languagesOf(config), defaultLanguage),
    partner: several("partner", Object.keys(config.partners), "default"),
    scheme: several("scheme", schemes, "light"),
    direction: several("direction", directions, "auto"),
    texts: several("texts", textKinds, "words"),
    width: several("width", widths, "360"),
  };
}

/** Screens with cells, mails and text messages, in order. */
export function groupsOf(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(({ group }) => group))];
}

/** The cells that are shown. */
export function shownCells(cells: readonly Cell[], { group, find }: OverviewChoice): Cell[] {
  return cells.filter((cell) => (group === "" || cell.group === group) && cell.id.includes(find));
}

/** Every combination that one cell is shown in. */
export function combinationsOf({ language, partner, scheme, direction, texts, width }: OverviewChoice) {
  return language.flatMap((language) =>
    partner.flatMap((partner) =>
      scheme.flatMap((scheme) =>
        direction.flatMap((direction) =>
          texts.flatMap((texts) =>
            width.map((width) => ({ width, choice: { language, partner, scheme, direction, texts } })),
          ),
        ),
      ),
    ),
  );
}
