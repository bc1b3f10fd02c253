import { afterAll, expect, test, vi } from "vitest";
import { compileForm } from "../../src/client/build/compile-form.ts";
import { cellsOf, type ScreenCell } from "../../src/config/gallery/cells.ts";
import { demoFiles, isBuilt, readSources, type Sources } from "../../src/config/read/sources.ts";
import { type Config, configOf } from "../../src/config/read-config.ts";
import { cellState } from "../../src/server/gallery/cell-state.ts";
import type { ServerBundle } from "../../src/server/pages/built-renderer.ts";
import { withText } from "../support/sample-sources.ts";
import { fc } from "../support/samples.ts";

type Render = ServerBundle["render"];
type Checked = ReturnType<typeof configOf>;

const sources = await readSources(process.cwd(), demoFiles);
const files = [...sources.texts.keys()].filter((file) =>
  /^(screens\.config|schemas\/(forms|calls|entities)\/.*|partners\/.*|locales\/.*)\.?json$/.test(file),
);

afterAll(() => vi.resetModules());

const damage = fc.record({
  file: fc.constantFrom(...files),
  node: fc.nat(),
  kind: fc.constantFrom("delete", "rename", "retype"),
  value: fc.constantFrom<unknown>(null, true, 0, "", "x", "home", "view.x", [], {}),
});

test("whatever damage the check lets pass, every screen and step is drawn", {
  timeout: 600_000,
}, async () => {
  const intact = await rendererOf(sources);
  await drawAll(intact, configOf(sources));
  await fc.assert(
    fc.asyncProperty(damage, async (each) => {
      const text = damaged(sources.texts.get(each.file) ?? "", each);
      const changed = withText(sources, each.file, text);
      const checked = configOf(changed);
      if (checked.config === undefined) return;
      await drawAll(isBuilt(each.file) ? await rendererOf(changed) : intact, checked);
    }),
    { numRuns: 40 },
  );
});

test("what the check refuses is not drawn", { timeout: 600_000 }, async () => {
  const config = soundConfig(configOf(sources));
  const state = cellState(config, cellNamed(config, "login"), choiceOf("default", "en-GB"));
  for (const [from, to] of [
    ['"form": "login"', '"form": "logn"'],
    ['"form": "login"', '"panel": "logn"'],
    ['"login": {', '"signIn": {'],
  ] as const) {
    const file = "screens.config.json";
    const wrong = withText(sources, file, (sources.texts.get(file) ?? "").replace(from, to));
    expect(configOf(wrong).config).toBeUndefined();
    const render = await rendererOf(wrong);
    await expect(render(state, "nonce")).rejects.toThrow();
  }
});

/** The renderer with these screens and forms compiled into it, as a build of them would have. */
async function rendererOf({ texts }: Sources): Promise<Render> {
  const read = (file: string): unknown => JSON.parse(texts.get(file) ?? "{}");
  const ids = [...texts.keys()].flatMap((file) => /^schemas\/forms\/(.+)\.json$/.exec(file)?.[1] ?? []);
  const load = (id: string) => {
    const code = compileForm(id, `schemas/forms/${id}.json`, read);
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  };
  vi.resetModules();
  vi.doMock("virtual:screens", () => ({ screensConfig: read("screens.config.json") }));
  vi.doMock("virtual:forms", () => ({ forms: Object.fromEntries(ids.map((id) => [id, () => load(id)])) }));
  const { render } = await import("../../src/client/entry-server.tsx");
  return render;
}

/** Draws each screen and step once, for a partner in a language that it offers. */
async function drawAll(render: Render, checked: Checked): Promise<void> {
  const config = soundConfig(checked);
  const partners = Object.values(config.partners);
  for (const [index, cell] of firstCells(config).entries()) {
    const { partnerId, availableLanguages } = partners[index % partners.length] ?? {
      partnerId: "default",
      availableLanguages: [],
    };
    const language = availableLanguages[index % availableLanguages.length] ?? "en-GB";
    const { body } = await render(cellState(config, cell, choiceOf(partnerId, language)), "nonce");
    expect(body.match(/<h1/g), cell.id).toHaveLength(1);
    // With findings, a text may be missing; the check has said so.
    if (checked.findings.length > 0) continue;
    expect(body, cell.id).not.toMatch(/>(shell|screens|panels|forms|problems|messages)\.[a-zA-Z.]+</);
    expect(body, cell.id).not.toMatch(/<(a|button|h1|h2|option|label)[^>]*><\/\1>/);
  }
}

function firstCells(config: Config): ScreenCell[] {
  const cells = cellsOf(config.workspace).filter((cell) => cell.kind === "screen");
  return [...Map.groupBy(cells, ({ screen, step }) => `${screen} ${step}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function cellNamed(config: Config, screen: string): ScreenCell {
  const cell = firstCells(config).find((each) => each.screen === screen);
  if (cell === undefined) throw new Error(`There is no cell of ${screen}`);
  return cell;
}

function choiceOf(partner: string, language: string) {
  return { partner, language, scheme: "light", direction: "auto" } as const;
}

function soundConfig({ config }: Checked): Config {
  if (config === undefined) throw new Error("The check refuses this");
  return config;
}

function damaged(
  text: string,
  { node, kind, value }: { node: number; kind: string; value: unknown },
): string {
  const document: unknown = JSON.parse(text);
  const places = placesOf(document);
  const place = places[node % Math.max(places.length, 1)];
  if (place === undefined) return text;
  const { holder, key } = place;
  if (kind === "retype") Reflect.set(holder, key, value);
  if (kind === "rename") Reflect.set(holder, `${key}x`, Reflect.get(holder, key));
  if (kind !== "retype") Reflect.deleteProperty(holder, key);
  // A list that lost an item has no hole.
  return JSON.stringify(document, (_, inner) => (Array.isArray(inner) ? inner.filter(() => true) : inner));
}

function placesOf(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...placesOf(inner)]);
}
