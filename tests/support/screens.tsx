import { act, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import realScreens from "../../screens.config.json" with { type: "json" };
import { makeStyleCache } from "../../src/client/look/style-cache.ts";
import type { Controls } from "../../src/client/page/controls.ts";
import { noControls } from "../../src/client/page/no-controls.ts";
import { createPageStore, firstPage, type Page, type PageStore } from "../../src/client/page/page.ts";
import { loadBody } from "../../src/client/screens/bodies.ts";
import { Root } from "../../src/client/screens/root.tsx";
import type { ScreenConfig, ScreensConfig } from "../../src/generated/config.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { resolveScreens, type Screens } from "../../src/shared/screens.ts";
import type { Catalogue } from "../../src/shared/translate.ts";
import { show, takeOver } from "./forms.tsx";
import "./jsdom-gaps.ts";
import { englishTexts, samplePageState } from "./sample-page-state.ts";

/** A screen of a test, with the id `sample` at `/sample`. */
export interface Sample {
  screen: Omit<ScreenConfig, "path">;
  /** Texts below `screens.sample.`. */
  texts?: Catalogue;
  state?: Partial<PageState>;
  /** What is pressed, once the page and the screens exist. */
  controls?: (page: PageStore, screens: Screens) => Partial<Controls>;
  /** Stands beside the screen and knows its context. */
  beside?: ReactNode;
}

/** Shows a screen of a test as the page does, its body fetched; gives the page that it is read from. */
export async function showScreen(sample: Sample) {
  const { page, node } = await pageOf(sample);
  await show(node);
  return { page, set: (change: Partial<Page>) => act(async () => page.set(change)) };
}

/** Shows it as the server wrote it and takes it over; what React complains about is in `complaints`. */
export async function takeScreenOver(sample: Sample, beforehand?: () => void) {
  const { page, node } = await pageOf(sample);
  const html = renderToString(node);
  return { page, html, ...(await takeOver(html, node, beforehand)) };
}

async function pageOf({ screen, texts = {}, state = {}, controls, beside }: Sample) {
  const config = realScreens as unknown as ScreensConfig;
  const screens = resolveScreens({
    ...config,
    screens: { ...config.screens, sample: { path: "/sample", ...screen } },
  });
  if (screens.sample === undefined) throw new Error("the sample was not written out");
  const own = Object.entries({ title: "Sample", ...texts });
  const catalogue = Object.fromEntries(own.map(([key, text]) => [`screens.sample.${key}`, text]));
  const page = createPageStore(
    firstPage(
      samplePageState({
        screen: "sample",
        view: {},
        texts: { ...englishTexts(), ...catalogue },
        ...state,
      }),
      screens.sample,
    ),
  );
  const [cache] = await Promise.all([makeStyleCache("ltr", undefined), loadBody(page.get().part)]);
  const all: Controls = {
    ...noControls,
    ...controls?.(page, screens),
  };
  const node: ReactNode = (
    <Root page={page} controls={all} styles={() => cache}>
      {beside}
    </Root>
  );
  return { page, node };
}
