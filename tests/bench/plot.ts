import type { Figure } from "./part.ts";

const frame = { left: 50, top: 40, width: 520, height: 240 };
const size = { width: 640, height: 330 };
const colours = ["#0b6bcb", "#c2410c", "#15803d"];

/** The figures that have a place in it, as a picture with a title: what grows to the right by powers of ten, its cost upwards from 0. */
export function toPlot(title: string, figures: readonly Figure[]): string | undefined {
  const points = figures.flatMap(({ at, ...figure }) => (at === undefined ? [] : [{ ...figure, ...at }]));
  const [first] = points;
  if (first === undefined) return undefined;
  const goals = points.flatMap(({ goal }) => (goal !== undefined && "atMost" in goal ? [goal.atMost] : []));
  const sizes = points.map(({ x }) => Math.log10(x));
  const from = Math.min(...sizes);
  const to = Math.max(...sizes);
  const top = 1.15 * Math.max(...goals, ...points.map(({ value }) => value));
  const xOf = (x: number) => frame.left + (frame.width * (Math.log10(x) - from)) / (to - from);
  const yOf = (y: number) => frame.top + frame.height * (1 - y / top);

  const bottom = frame.top + frame.height;
  const right = frame.left + frame.width;
  const columns = [...new Set(points.map(({ x }) => x))].map(
    (x) => `<path d="M${round(xOf(x))} ${frame.top}V${bottom}" stroke="#ddd"/>
<text x="${round(xOf(x))}" y="${bottom + 20}" text-anchor="middle">${x.toLocaleString("en-GB")}</text>`,
  );
  const step = 5 * Math.ceil(top / 40);
  const rows = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step).map(
    (y) => `<path d="M${frame.left} ${round(yOf(y))}H${right}" stroke="#ddd"/>
<text x="${frame.left - 8}" y="${round(yOf(y) + 4)}" text-anchor="end">${y}</text>`,
  );
  const limits = [...new Set(goals)].map(
    (y) => `<path d="M${frame.left} ${round(yOf(y))}H${right}" stroke="#555" stroke-dasharray="6 4"/>`,
  );
  const lines = [...Map.groupBy(points, ({ line }) => line)].map(([name, own], index) => {
    const colour = colours[index % colours.length];
    const places = own.map(({ x, value }) => [round(xOf(x)), round(yOf(value))]);
    const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`);
    return `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>
${dots.join("\n")}
<text x="${frame.left + 150 * index}" y="${frame.top - 14}" fill="${colour}">${name}, ${first.unit}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13" role="img" aria-labelledby="t">
<title id="t">${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...columns, ...rows, ...limits, ...lines].join("\n")}
</svg>
`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
