import { type Browser, chromium } from "@playwright/test";
import type { Workspace } from "../src/config/workspace.ts";
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

/** A cell of the gallery that looks otherwise than before; one of both is missing where the cell is new or gone. */
export interface CellPictures {
  id: string;
  before: Picture | undefined;
  after: Picture | undefined;
}

/** In which language and for whom cells are compared. */
export interface Choice {
  language: string;
  partner: string;
}

/** The cells that look otherwise in one choice: pictures of some, the ids of the others. */
export interface ComparedChoice extends Choice {
  pictures: CellPictures[];
  others: string[];
}

/** Pictures of the default, and of each further choice; more would make a report that nobody reads to its end. */
const most = { first: 24, further: 6 };
const atOnce = 8;

/** The default, then each language and each partner whose files changed. */
export function comparedChoices(before: Workspace, after: Workspace): Choice[] {
  const filesOf = ({ sources }: Workspace, part: string) =>
    JSON.stringify([...sources.texts].filter(([path]) => path.startsWith(part)).sort());
  const isChanged = (part: string) => filesOf(before, part) !== filesOf(after, part);
  const languages = [...after.locales.keys()].filter((language) => isChanged(`locales/${language}.json`));
  const partners = [...after.partners].filter(([id]) => isChanged(`partners/${id}/`));
  const choices = [
    { language: defaultLanguage, partner: "default" },
    ...languages.map((language) => ({ language, partner: "default" })),
    ...partners.map(([partner, { value }]) => ({
      language: value.defaultLanguage ?? defaultLanguage,
      partner,
    })),
  ];
  return [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
}

/**
 * Compares the galleries of two running demos in some choices: cells whose markup differs look otherwise. Undefined: one
 * of them has no gallery.
 */
export async function compareGalleries(
  before: string,
  after: string,
  choices: readonly Choice[],
): Promise<ComparedChoice[] | undefined> {
  const [old, now] = await Promise.all([cellIds(before), cellIds(after)]);
  if (old === undefined || now === undefined) return undefined;
  const ids = [...new Set([...now, ...old])];
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const compared: ComparedChoice[] = [];
    for (const [index, choice] of choices.entries()) {
      const [oldLogo, newLogo] = await Promise.all([logo(before, choice), logo(after, choice)]);
      const isSame = await mapAtOnce(ids, async (id) => {
        const [was, is] = await Promise.all([markup(before, id, choice), markup(after, id, choice)]);
        return was === is && oldLogo === newLogo;
      });
      const differing = spread(ids.filter((_, each) => !isSame[each]));
      const drawn = index === 0 ? most.first : most.further;
      const shot = (origin: string, id: string, known: readonly string[]) =>
        known.includes(id) ? picture(browser, origin + address(id, choice)) : undefined;
      const pictures: CellPictures[] = [];
      for (const id of differing.slice(0, drawn)) {
        pictures.push({ id, before: await shot(before, id, old), after: await shot(after, id, now) });
      }
      compared.push({ ...choice, pictures, others: differing.slice(drawn) });
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
    const [group = id] = id.split("/");
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return { id, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
}

function address(id: string, choice: Choice): string {
  return cellAddress(id, { ...choice, scheme: "light", direction: "auto" });
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

/** The partner's logo, which every page shows and no markup holds. */
async function logo(origin: string, { partner }: Choice): Promise<string> {
  const answer = await fetch(`${origin}/api/Account/GetPartnerLogo?partnerId=${partner}`);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString("base64") : "";
}

async function picture(browser: Browser, url: string): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
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
