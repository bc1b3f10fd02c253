import { type Browser, chromium } from "@playwright/test";
import type { Workspace } from "../src/config/resolve/workspace.ts";
import { cellAddress } from "../src/server/gallery/cell-choice.ts";
import { cellLookId } from "../src/shared/cell-look.ts";
import { defaultLanguage } from "../src/shared/constants.ts";
import { pageStateId } from "../src/shared/page-state.ts";
import { chromiumArguments, findChromium } from "../tests/support/chromium.ts";

/** A picture as a data address, with its size in pixels. */
export interface Picture {
  address: string;
  width: number;
  height: number;
}

/** A cell of the gallery that changed; one of both is missing where the cell is new or gone. */
export interface CellPictures {
  id: string;
  before: Picture | undefined;
  after: Picture | undefined;
}

/** In which language and for whom cells are compared. */
export interface Choice {
  language: string;
  partner: string;
  /** Whether files of this partner or language changed; in the default, of any. */
  isOwn: boolean;
}

/** What changed in one choice. */
export interface ComparedChoice extends Choice {
  /** How many cells both galleries have together. */
  of: number;
  /** Ids of all that changed, in the order of the gallery. */
  changed: string[];
  /** Some of those that look otherwise. */
  pictures: CellPictures[];
  /** Ids of those that were drawn and look the same: other words for a screen reader, another address of a link. */
  alike: string[];
}

/** Pictures of the default, of each further choice, and of one screen in either; more would make a report that nobody reads to its end. */
const most = { first: 24, further: 6, ofScreen: 3 };
const atOnce = 8;

/** The default, then each partner in its own language, and each language whose file changed. */
export function comparedChoices(before: Workspace, after: Workspace): Choice[] {
  const files = ({ sources }: Workspace, start: string) =>
    JSON.stringify(
      [...sources.texts, ...sources.partnerFiles].filter(([path]) => path.startsWith(start)).sort(),
    );
  const isChanged = (start: string) => files(before, start) !== files(after, start);
  const languages = [...after.locales.keys()].filter((language) => isChanged(`locales/${language}.json`));
  const choices = [
    { language: defaultLanguage, partner: "default", isOwn: true },
    ...[...after.partners].map(([partner, { value }]) => ({
      language: value.defaultLanguage ?? defaultLanguage,
      partner,
      isOwn: isChanged(`partners/${partner}/`),
    })),
    ...languages.map((language) => ({ language, partner: "default", isOwn: true })),
  ];
  const seen = new Set<string>();
  return choices.filter(({ language, partner }) => {
    const name = `${language} ${partner}`;
    return seen.has(name) ? false : seen.add(name);
  });
}

/**
 * Compares the galleries of two running demos in some choices: by their markup with its images, and those that differ in
 * it by pictures. A further choice in which the same cells changed as in the first has no pictures, unless its own files
 * changed. Undefined: one of them has no gallery.
 */
export async function compareGalleries(
  before: string,
  after: string,
  choices: readonly Choice[],
): Promise<ComparedChoice[] | undefined> {
  const [old, now] = await Promise.all([cellIds(before), cellIds(after)]);
  if (old === undefined || now === undefined) return undefined;
  const ids = [...new Set([...now, ...old])];
  const imageAt = keptImages();
  const shown = async (origin: string, id: string, choice: Choice) => {
    const html = await markup(origin, id, choice);
    return html && html + (await Promise.all(imagesIn(html).map((path) => imageAt(origin + path)))).join("");
  };
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const compared: ComparedChoice[] = [];
    for (const choice of choices) {
      const isSame = await mapAtOnce(ids, async (id) => {
        const [was, is] = await Promise.all([shown(before, id, choice), shown(after, id, choice)]);
        return was === is;
      });
      const changed = ids.filter((_, each) => !isSame[each]);
      const [first] = compared;
      const isAsFirst = !choice.isOwn && JSON.stringify(first?.changed) === JSON.stringify(changed);
      const shot = (origin: string, id: string, known: readonly string[]) =>
        known.includes(id) ? picture(browser, origin + address(id, choice)) : undefined;
      const pictures: CellPictures[] = [];
      const alike: string[] = [];
      const drawn = first === undefined ? most.first : most.further;
      // As many are drawn for nothing at most, where what changed cannot be seen.
      for (const id of spread(isAsFirst ? [] : changed).slice(0, 2 * drawn)) {
        if (pictures.length === drawn) break;
        if (pictures.filter((picture) => screenOf(picture.id) === screenOf(id)).length === most.ofScreen)
          continue;
        const [was, is] = await Promise.all([shot(before, id, old), shot(after, id, now)]);
        if (was?.address === is?.address) alike.push(id);
        else pictures.push({ id, before: was, after: is });
      }
      pictures.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      compared.push({ ...choice, of: ids.length, changed, pictures, alike });
    }
    return compared;
  } finally {
    await browser.close();
  }
}

/** One cell of each screen first, then the second of each, and so on. */
function spread(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  const ranked = ids.map((id) => {
    const rank = seen.get(screenOf(id)) ?? 0;
    seen.set(screenOf(id), rank + 1);
    return { id, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
}

/** The screen of a cell. */
export function screenOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

function address(id: string, choice: Choice): string {
  return cellAddress(id, { ...choice, scheme: "light", direction: "auto", texts: "words" });
}

async function cellIds(origin: string): Promise<string[] | undefined> {
  const answer = await fetch(`${origin}/gallery/cells.json`);
  if (!answer.ok) return undefined;
  const cells = (await answer.json()) as { id: string }[];
  return cells.map(({ id }) => id);
}

/** What a cell shows, without what is different at every start or in every build; undefined: there is no such cell. */
async function markup(origin: string, id: string, choice: Choice): Promise<string | undefined> {
  const answer = await fetch(origin + address(id, choice));
  if (!answer.ok) return undefined;
  const html = (await answer.text()).replaceAll(origin, "").replaceAll(/ nonce="[^"]*"/g, "");
  const look = new RegExp(`id="${cellLookId}">([^<]*)<`).exec(html)?.[1] ?? "{}";
  // What the cell's script adds to the page is made from the page's state.
  const { scheme: _, busy: __, failed: ___, ...added } = JSON.parse(look);
  const state = new RegExp(`id="${pageStateId}"[^>]*>([^<]*)<`).exec(html)?.[1];
  const scripted = Object.keys(added).length === 0 ? "" : `${look}${state}`;
  return html.replaceAll(/<script.*?<\/script>/gs, "") + look + scripted;
}

/** Paths of the images that a page names: logo, background, profile. Other files may stand behind the same paths. */
function imagesIn(html: string): string[] {
  return [...html.matchAll(/<img[^>]* src="(\/[^"]*)"/g)].map(([, path = ""]) =>
    path.replaceAll("&amp;", "&"),
  );
}

/** Fetches images, each once. */
function keptImages(): (url: string) => Promise<string> {
  const kept = new Map<string, Promise<string>>();
  const image = async (url: string) => {
    const answer = await fetch(url);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString("base64") : "";
  };
  return (url) => {
    const fetched = kept.get(url) ?? image(url);
    kept.set(url, fetched);
    return fetched;
  };
}

async function picture(browser: Browser, url: string): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 }, reducedMotion: "reduce" });
  await page.goto(url, { waitUntil: "networkidle" });
  const png = await page.screenshot({ fullPage: true, animations: "disabled" });
  await page.close();
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return { address: `data:image/png;base64,${png.toString("base64")}`, width, height };
}

/** Like `Promise.all` over a list, with a few under way at a time. */
async function mapAtOnce<From, To>(
  list: readonly From[],
  change: (from: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < list.length; start += atOnce) {
    results.push(...(await Promise.all(list.slice(start, start + atOnce).map(change))));
  }
  return results;
}
