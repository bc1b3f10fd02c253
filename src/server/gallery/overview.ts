import { join } from "node:path";
import type { Cell } from "../../config/gallery/cells.ts";
import type { Config } from "../../config/read-config.ts";
import { Html, html } from "../html.ts";
import type { Renderer } from "../pages/renderer.ts";
import { cellAddress, directions, languagesOf, schemes, textKinds } from "./cell-choice.ts";
import { combinationsOf, groupsOf, type OverviewChoice, shownCells, widths } from "./overview-choice.ts";
import { overviewScript } from "./overview-script.ts";
import { overviewStyle } from "./overview-style.ts";

interface OverviewNeeds {
  config: Config;
  cells: readonly Cell[];
  choice: OverviewChoice;
  renderer: Pick<Renderer, "development" | "preamble">;
  nonce: string;
}

/** Height of a cell before its content is known, by the kinds of device that have such a width. */
const heights = { "320": 640, "360": 760, "768": 900, "1280": 800 } as const;

/** The page of all cells: what to show, and below it each cell in every chosen combination side by side. */
export function overviewDocument(needs: OverviewNeeds): { markup: string; policy: string } {
  const { config, cells, choice, renderer, nonce } = needs;
  const shown = shownCells(cells, choice);
  // Hot reload asks for the page again after every saved file.
  const preamble = new Html(renderer.preamble.replaceAll("{nonce}", nonce));
  const { markup } =
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Gallery</title><link rel="icon" href="data:,"><style nonce="${nonce}">${new Html(overviewStyle)}</style>${preamble}</head><body>
<header><h1>Gallery</h1><p>Every screen, mail and text message in every recorded state: ${shown.length} of ${cells.length} cells.</p>${controls(config, cells, choice)}</header>
<main>${shown.map((cell) => cellSection(cell, needs))}</main><p id="told" role="status"></p>
<script nonce="${nonce}">${new Html(overviewScript)}</script></body></html>`;
  const { development } = renderer;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${development ? " 'self'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "frame-src 'self'",
    ...(development ? ["connect-src 'self' ws:"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { markup: `<!doctype html>${markup}`, policy };
}

function controls(config: Config, cells: readonly Cell[], choice: OverviewChoice): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === choice.group ? new Html(" selected") : ""}>${text}</option>`;
  const groups = groupsOf(cells).map((group) => option(group, group));
  return html`<form method="get" action="/gallery">
<label class="field">Screen<select name="group">${option("", "All")}${groups}</select></label>
<label class="field">Part of the name<input type="search" name="find" value="${choice.find}"></label>
${boxes("Language", "language", languagesOf(config), choice.language)}
${boxes("Partner", "partner", Object.keys(config.partners), choice.partner)}
${boxes("Colours", "scheme", schemes, choice.scheme)}
${boxes("Direction", "direction", directions, choice.direction)}
${boxes("Texts", "texts", textKinds, choice.texts)}
${boxes("Width", "width", widths, choice.width)}
<button>Show</button></form>`;
}

function boxes(legend: string, name: string, values: readonly string[], chosen: readonly string[]): Html {
  const box = (value: string) =>
    html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? new Html(" checked") : ""}>${value}</label>`;
  return html`<fieldset><legend>${legend}</legend><div>${values.map(box)}</div></fieldset>`;
}

function cellSection(cell: Cell, { config, choice }: OverviewNeeds): Html {
  const { id, place } = cell;
  const about = cell.kind === "screen" ? cell.state.about : undefined;
  const written = `${place.file}:${place.line}`;
  const file = join(config.workspace.sources.root, place.file);
  return html`<section class="cell" id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name">${id}</h2>
${about && html`<p>${about}</p>`}
<p class="made"><a href="vscode://file/${file}:${place.line}:${place.column}">Open in the editor<span> <code>${written}</code></span></a><button type="button" data-copy="${written}" aria-label="Copy ${written}" hidden>Copy</button></p>
<div class="row" tabindex="0" role="group" aria-label="${id}, side by side">${combinationsOf(choice).map((each) => frame(id, each))}</div></section>`;
}

/** A picture rather than a page: what is focused or pressed in it would move the overview. Alone it can be used. */
function frame(id: string, { width, choice }: ReturnType<typeof combinationsOf>[number]): Html {
  const { language, partner, scheme, direction, texts } = choice;
  const words = [
    language,
    partner,
    scheme,
    ...(direction === "auto" ? [] : [direction]),
    ...(texts === "words" ? [] : [texts]),
    `${width} px`,
  ].join(", ");
  const address = cellAddress(id, choice);
  return html`<figure><figcaption><a href="${address}">${words}</a></figcaption><iframe title="${id}, ${words}" src="${address}" loading="lazy" scrolling="no" inert width="${width}" height="${heights[width]}"></iframe></figure>`;
}
