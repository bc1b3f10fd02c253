import { capital } from "../words.ts";
import { hub } from "./journey-graph.ts";
import type { Box, Layout, Line } from "./lay-out.ts";

const style = `
  svg { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; background: var(--page);
    --page: #fff; --area: #f3f5f8; --box: #fff; --line: #c3cad4; --ink: #1a2433; --soft: #5b6675; --strong: #1f4e79;
    --door: #9a5b13; --faint: #98a3b1; --hub: #1f4e79; --hubInk: #fff; --partner: #7a2d8c }
  @media (prefers-color-scheme: dark) {
    svg { --page: #11161d; --area: #1a212b; --box: #232c38; --line: #3b4655; --ink: #e8edf3; --soft: #a9b4c2; --strong: #8cc0ee;
      --door: #e2ab63; --faint: #6c7787; --hub: #8cc0ee; --hubInk: #10151c; --partner: #d79be6 } }
  text { fill: var(--ink); font-size: 12px } .title { font-size: 14px; font-weight: 650 }
  .area { fill: var(--area) } .areaTitle { fill: var(--soft); font-size: 15px; font-weight: 650 }
  .box { fill: var(--box); stroke: var(--line) } .signedIn { stroke: var(--strong); stroke-width: 1.6 }
  .hub { fill: var(--hub); stroke: none } .hub + text { fill: var(--hubInk) }
  .address, .note, .way, .partner { font-size: 11px } .way { fill: var(--strong) } .address, .note { fill: var(--soft) } .address { font-family: ui-monospace, Consolas, monospace; font-size: 10.5px }
  .arrow { fill: none; stroke: var(--strong); stroke-width: 1.5 } .door { stroke: var(--door); stroke-dasharray: 2 3 }
  .link { stroke: var(--faint); stroke-width: 1.2; stroke-dasharray: 6 4 }
  .label { font-size: 11px; fill: var(--strong) } .label.door { stroke: none; fill: var(--door) } .partner { fill: var(--partner) }
  .headOutcome { fill: var(--strong) } .headDoor { fill: var(--door) } .headLink { fill: var(--faint) }`;

/** The map as a drawing that fits the reader's light or dark page. */
export function drawSvg(layout: Layout): string {
  const margin = 16;
  const legend = 46;
  const width = Math.ceil(layout.width) + 2 * margin;
  const height = Math.ceil(layout.height) + 2 * margin + legend;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">
<title id="t">The journey: every screen, and where each outcome leads</title>
<style>${style}
</style>
<defs>${["Outcome", "Door", "Link"].map(head).join("")}</defs>
<rect width="${width}" height="${height}" fill="var(--page)"/>
<g transform="translate(${margin} ${margin})">
${legendLine()}
</g>
<g transform="translate(${margin} ${margin + legend})">
${[...layout.areas.map(area), ...layout.arrows.map(line), ...layout.nodes.map(node), ...layout.arrows.map(label)].filter((part) => part !== "").join("\n")}
</g>
</svg>
`;
}

function head(kind: string): string {
  return `<marker id="head${kind}" class="head${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path d="M0 0 8 4 0 8Z"/></marker>`;
}

function legendLine(): string {
  const entries = [
    ["outcome", "where an outcome leads"],
    ["door", "turned away at the door"],
    ["link", "a link"],
  ] as const;
  const drawn = entries.map(([kind, words], index) => {
    const x = index * 230;
    return `<path class="arrow ${kind}" marker-end="url(#head${capital(kind)})" d="M${x} 10H${x + 44}"/><text x="${x + 54}" y="14">${words}</text>`;
  });
  const x = entries.length * 230;
  return `${drawn.join("\n")}
<rect class="box signedIn" x="${x}" y="1" width="26" height="18" rx="5"/><text x="${x + 36}" y="14">only signed in</text>
<text class="note" x="${x + 170}" y="14">→ in a box: the same, told in words where a line would be long</text>`;
}

function area({ title, ...place }: Layout["areas"][number]): string {
  return `<rect class="area" ${rect(place)} rx="12"/><text class="areaTitle" x="${round(place.x + 14)}" y="${round(place.y + 25)}">${escaped(title)}</text>`;
}

function node({ id, lines, authenticated, ...place }: Layout["nodes"][number]): string {
  const kind = id === hub ? "hub" : `box${authenticated ? " signedIn" : ""}`;
  let y = place.y + 4;
  const texts = lines.map(({ text, look }: Line) => {
    y += look === "title" ? 19 : 15;
    return `<tspan class="${id === hub ? "" : look}${look === "title" ? " title" : ""}" x="${round(place.x + 12)}" y="${round(y)}">${escaped(text)}</tspan>`;
  });
  return `<rect class="${kind}" ${rect(place)} rx="8"/><text>${texts.join("")}</text>`;
}

function line({ arrow, points }: Layout["arrows"][number]): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  const mark = `url(#head${capital(arrow.kind)})`;
  const back = arrow.both ? ` marker-start="${mark}"` : "";
  return `<path class="arrow ${arrow.kind}"${back} marker-end="${mark}" d="${path}"/>`;
}

function label({ arrow, label: place }: Layout["arrows"][number]): string {
  if (place === undefined) return "";
  const { lines, ...own } = place;
  const texts = lines.map((text, index) => {
    const kind = index >= arrow.labels.length ? "partner" : arrow.kind;
    return `<tspan class="label ${kind}" x="${round(own.x + 4)}" y="${round(own.y + 12 + index * 15)}">${escaped(text)}</tspan>`;
  });
  return `<text>${texts.join("")}</text>`;
}

function rect({ x, y, width, height }: Box): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
