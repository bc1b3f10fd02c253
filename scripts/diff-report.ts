import type { Change } from "../src/config/change/changes-between.ts";
import { type Html, html } from "../src/server/html.ts";
import type { CellPictures, ComparedChoice, Picture } from "./compare-galleries.ts";

/** The report of `npm run diff` as one page that needs no other file. */
export function diffReport(
  ref: string,
  changes: readonly Change[],
  compared: readonly ComparedChoice[] | undefined,
): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What changed since ${ref}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 100rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.6rem } h2 { margin-block: 2.5rem .25rem; font-size: 1.25rem }
  h3 { margin-block: 1.25rem .25rem; font-size: 1rem } ul { margin-block: 0 } li { overflow-wrap: anywhere }
  .cell { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: start; margin-block: .5rem 2rem }
  figure { margin: 0 } figcaption { font-size: .85rem; opacity: .75 }
  .picture { border: 1px solid light-dark(#ccd2da, #444c56); background-size: 100%; background-repeat: no-repeat }
  .difference { background-blend-mode: difference; filter: invert(1) }
</style>
</head>
<body>
<h1>What changed since ${ref}</h1>
${changes.length === 0 ? html`<p>The data files say the same.</p>` : html`<h2>In words</h2>`}
${changes.map(changeSection)}
${compared?.map(choiceSection)}
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

function changeSection({ kind, name, sentences }: Change): Html {
  return html`<h3>${kind} ${name}</h3>
<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
`;
}

function choiceSection({ language, partner, pictures, others }: ComparedChoice): Html {
  return html`<h2>In pictures: ${language}, partner ${partner}</h2>
${pictures.length === 0 && html`<p>Every cell of the gallery looks as before.</p>`}
${pictures.map(cellSection)}
${others.length > 0 && html`<h3>${others.length} more</h3><p>${others.join(", ")}</p>`}`;
}

function cellSection({ id, before, after }: CellPictures): Html {
  const isSameSize = before?.width === after?.width && before?.height === after?.height;
  const both = before !== undefined && after !== undefined;
  const difference = isSameSize ? "Difference" : "Difference (the sizes differ)";
  return html`<h3>${id}</h3>
<div class="cell" style="${variable("before", before)}${variable("after", after)}">
${figure("Before", before, "var(--before)")}
${figure("After", after, "var(--after)")}
${both && figure(difference, before.height > after.height ? before : after, "var(--before),var(--after)")}
</div>
`;
}

// Each picture stands in the page once, although it is shown twice.
function variable(name: string, picture: Picture | undefined): string {
  return picture === undefined ? "" : `--${name}:url(${picture.address});`;
}

function figure(name: string, picture: Picture | undefined, images: string): Html {
  if (picture === undefined) return html`<figure><figcaption>${name}: no such cell</figcaption></figure>`;
  const { width, height } = picture;
  const kind = images.includes(",") ? "picture difference" : "picture";
  return html`<figure><figcaption>${name}</figcaption><div class="${kind}" role="img" aria-label="${name}" style="aspect-ratio:${width}/${height};background-image:${images}"></div></figure>`;
}
