import { join } from "node:path";
import { breaksClients, type Change, type Sentence } from "../src/config/change/changes-between.ts";
import { counted } from "../src/config/words.ts";
import { type Html, html } from "../src/server/html.ts";
import { type CellPictures, type ComparedChoice, type Picture, screenOf } from "./compare-galleries.ts";

/** What the report tells. */
export interface Difference {
  ref: string;
  /** What the commit is called in words. */
  commit: string;
  /** Folder of the files as they are. */
  root: string;
  changes: readonly Change[];
  /** Undefined: without pictures. */
  compared: readonly ComparedChoice[] | undefined;
}

/** The report of `npm run diff` as one page that needs no other file. */
export function diffReport({ ref, commit, root, changes, compared }: Difference): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What changed since ${ref}</title>
<style>
  :root { color-scheme: light dark; color: light-dark(#1f2328, #e6edf3); background: light-dark(#fff, #16191d); font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#ccd2da, #444c56); --quiet: light-dark(#57606a, #a5adb8) }
  body { max-width: 100rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  h1 { margin-block: 0; font-size: 1.6rem; line-height: 1.25 } h2 { margin-block: 2.5rem .5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); font-size: 1.3rem }
  h3 { margin-block: 1.5rem .25rem; font-size: 1.05rem }
  p { max-width: 50rem; margin-block: .25rem } ul { margin-block: 0; padding-inline-start: 1.25rem }
  .quiet, figcaption { color: var(--quiet); font-size: .875rem } .breaks { font-weight: 600; color: light-dark(#a40e26, #ff8d85) }
  a { color: light-dark(#0550ae, #79b8ff) }
  table { border-collapse: collapse; overflow-wrap: break-word; margin-block: 1rem } td, th { padding: .35rem .75rem .35rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
  .swatch { display: inline-block; inline-size: .9em; block-size: .9em; margin-inline-end: .2em; border: 1px solid var(--line); vertical-align: -.1em }
  .cell { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; align-items: start; margin-block: .25rem 1.5rem }
  figure { margin: 0 } .picture { border: 1px solid var(--line); background-size: 100%; background-repeat: no-repeat }
  .difference { background-blend-mode: difference; filter: invert(1) }
  .none { display: grid; place-items: center; min-block-size: 8rem; border: 1px dashed var(--line); color: var(--quiet) }
  summary { cursor: pointer } details { margin-block: .75rem }
</style>
</head>
<body>
<main>
<h1>What changed since ${ref}</h1>
<p class="quiet">Before: commit ${commit}. After: the files as they are.</p>
${summary(changes, compared)}
${changes.length > 0 && html`<h2 id="words">In words</h2>`}
${changes.map((change) => changeSection(change, root))}
${compared?.filter(({ changed }) => changed.length > 0).map(choiceSection)}
</main>
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

function summary(changes: readonly Change[], compared: readonly ComparedChoice[] | undefined): Html {
  const sentences = changes.flatMap((change) => change.sentences);
  const looksOtherwise = compared?.some(({ changed }) => changed.length > 0);
  const breaking = sentences.filter(({ breaks }) => breaks).length;
  return html`<p>${
    sentences.length === 0
      ? `The data files say the same${looksOtherwise ? ": what changed comes from the program" : ""}.`
      : html`<a href="#words">${counted(sentences.length, "difference")} in the data files</a>, of ${kinds(changes)}.`
  }
${breaking > 0 && html`<strong class="breaks">${counted(breaking, "difference")} ${breaking === 1 ? "breaks" : "break"} older clients.</strong>`}</p>
${
  compared === undefined
    ? html`<p>Without pictures.</p>`
    : html`<table><thead><tr><th scope="col">Partner</th><th scope="col">Language</th><th scope="col">Screens, mails and messages</th></tr></thead>
<tbody>${compared.map((choice) => summaryRow(choice))}</tbody></table>
<p class="quiet">Compared in every state of the gallery: for each partner in its own language, and in each language whose texts changed.</p>`
}`;
}

/** `1 screen, 2 partners` */
function kinds(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(({ kind }) => kind))];
  return names
    .map((name) => {
      const count = changes.filter(({ kind }) => kind === name).length;
      const isOne = name === "Journey" || name === "Tones";
      return isOne ? `the ${name.toLowerCase()}` : counted(count, name.toLowerCase());
    })
    .join(", ");
}

function summaryRow(choice: ComparedChoice): Html {
  const { language, partner, of, changed } = choice;
  const words = `${changed.length} of ${counted(of, "state")} changed`;
  return html`<tr><th scope="row">${partner}</th><td>${languageName(language)}</td><td>${changed.length === 0 ? "As before" : html`<a href="#${choiceId(choice)}">${words}</a>`}</td></tr>`;
}

function changeSection({ kind, name, sentences }: Change, root: string): Html {
  return html`<h3>${kind} ${name}</h3>
<ul>${sentences.map((sentence) => sentenceItem(sentence, root))}</ul>
`;
}

function sentenceItem({ words, breaks, place }: Sentence, root: string): Html {
  const written = [place?.file, place?.line].filter((part) => part !== undefined).join(":");
  return html`<li>${withSwatches(words)}${breaks && html`<span class="breaks">${breaksClients}</span>`}
${place && html`<a class="quiet" href="vscode://file/${join(root, written)}">${written}</a>`}</li>`;
}

/** A colour is shown before its name. */
function withSwatches(words: string): Html[] {
  return words.split(/(?=#[0-9a-fA-F]{6}\b)/).map((part) => {
    const [colour] = /^#[0-9a-fA-F]{6}\b/.exec(part) ?? [];
    return html`${colour && html`<span class="swatch" style="background:${colour}"></span>`}${part}`;
  });
}

function choiceSection(choice: ComparedChoice): Html {
  const { language, partner, changed, pictures, alike } = choice;
  const shown = new Set([...pictures.map(({ id }) => id), ...alike]);
  const others = changed.filter((id) => !shown.has(id));
  return html`<h2 id="${choiceId(choice)}">In pictures: partner ${partner}, ${languageName(language)}</h2>
<p>${
    shown.size === 0
      ? "The same states changed as for the first partner, so no picture is shown again."
      : `${counted(changed.length, "state")} changed; ${pictures.length === changed.length ? "all are shown" : `${pictures.length} of them in pictures, up to three of each screen`}.`
  }</p>
${pictures.map(cellSection)}
${alike.length > 0 && idList(`${counted(alike.length, "state")} changed and ${alike.length === 1 ? "looks" : "look"} the same, because the change cannot be seen there: the address of a link, what a screen reader says`, alike)}
${others.length > 0 && idList(`${counted(others.length, "changed state")} without a picture`, others)}`;
}

function idList(title: string, ids: readonly string[]): Html {
  const groups = Map.groupBy(ids, screenOf);
  return html`<details><summary>${title}</summary>
<ul>${[...groups].map(([group, all]) => html`<li>${group}: ${all.map(stateOf).join(", ")}</li>`)}</ul></details>`;
}

function cellSection({ id, before, after }: CellPictures): Html {
  const both = before !== undefined && after !== undefined;
  return html`<h3>${screenOf(id)}: ${stateOf(id)}</h3>
<div class="cell" style="${variable("before", before)}${variable("after", after)}">
${figure(id, "Before", before, "var(--before)")}
${figure(id, "After", after, "var(--after)")}
${both && figure(id, "What differs", before.height > after.height ? before : after, "var(--before),var(--after)")}
</div>
`;
}

// Each picture stands in the page once, although it is shown twice.
function variable(name: string, picture: Picture | undefined): string {
  return picture === undefined ? "" : `--${name}:url(${picture.address});`;
}

function figure(id: string, name: string, picture: Picture | undefined, images: string): Html {
  if (picture === undefined)
    return html`<figure><figcaption>${name}</figcaption><div class="none">There is none</div></figure>`;
  const { width, height } = picture;
  const kind = images.includes(",") ? "picture difference" : "picture";
  return html`<figure><figcaption>${name}</figcaption><div class="${kind}" role="img" aria-label="${id}: ${name}" style="aspect-ratio:${width}/${height};background-image:${images}"></div></figure>`;
}

function choiceId({ language, partner }: ComparedChoice): string {
  return `${partner}-${language}`;
}

/** What the name of a cell says beside its screen. */
function stateOf(id: string): string {
  return id.slice(id.indexOf("/") + 1).replaceAll("/", ", ");
}

function languageName(language: string): string {
  return `${new Intl.DisplayNames("en", { type: "language" }).of(language)}`;
}
