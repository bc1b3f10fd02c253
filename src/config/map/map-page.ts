import { partnersOf } from "../resolve/partners.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { drawMermaid } from "./draw-mermaid.ts";
import type { JourneyGraph, MapArrow } from "./journey-graph.ts";
import { titlesOf } from "./titles-of.ts";
import { partnerWords } from "./words-of.ts";

/** `docs/map.md`: the drawing, the same as Mermaid, every screen in words, and what partners differ in. */
export function mapPage(workspace: Workspace, graph: JourneyGraph): string {
  return `<!-- Made by \`npm run generate\` from the data files. Never edited by hand. -->
# The journey

Every screen of \`screens.config.json\` and where it leads. Blue lines are outcomes of the server's answers, dashed lines are links
that the visitor may choose, and dotted lines turn a visitor away before anything is shown. A sign-in begins on the left. The
question in the middle is which stage it still owes: the server asks it after every stage, in the order of
\`src/shared/journey.ts\`, until nothing is owed.

![The map](map.svg)

## The same as Mermaid

\`\`\`mermaid
${drawMermaid(graph)}
\`\`\`

## Every screen

${screenTable(graph)}

## What partners differ in

${partnerTable(workspace)}
`;
}

function screenTable(graph: JourneyGraph): string {
  const titles = titlesOf(graph);
  const way = (arrow: MapArrow) => {
    const words = [arrow.labels.join(", "), ...partnerWords(arrow)];
    return [...words, "→", titles.get(arrow.to)].filter((word) => word !== "").join(" ");
  };
  const rows = graph.areas.flatMap(({ title: area, screens }) =>
    screens.map(({ id, title, paths, steps, authenticated, folded }) => {
      const ways = [...graph.arrows.filter(({ from }) => from === id), ...folded].map(way);
      const who = authenticated ? "signed in" : "anybody";
      return [
        title,
        id,
        paths.map((path) => `\`${path}\``).join(" "),
        area,
        who,
        steps.join(", "),
        ways.join("; "),
      ];
    }),
  );
  return table(["Screen", "Id", "Address", "Area", "Who", "Steps", "Leads to"], rows);
}

/** Only options that two partners have differently. */
function partnerTable(workspace: Workspace): string {
  const partners = Object.values(partnersOf(workspace));
  const options = partners.map(
    ({ behaviour, signIn, availableLanguages, defaultLanguage, passwordMaxAgeDays }) => ({
      ...behaviour,
      ...signIn,
      languages: availableLanguages.join(", "),
      defaultLanguage,
      passwordMaxAgeDays,
    }),
  );
  const [first] = options;
  const names = Object.keys(first ?? {}) as (keyof typeof first)[];
  const rows = names
    .map((name) => [String(name), ...options.map((each) => String(each[name] ?? "none"))])
    .filter(([, ...values]) => new Set(values).size > 1);
  return table(["Option", ...partners.map(({ partnerId }) => partnerId)], rows);
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
