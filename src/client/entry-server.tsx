import { prerender } from "react-dom/static";
import type { PageState, RenderedScreen } from "../shared/page-state.ts";
import { criticalStyles } from "./critical-styles.ts";
import { makeStyleCache } from "./look/style-cache.ts";
import { noControls } from "./page/no-controls.ts";
import { bodyModules, loadBody } from "./screens/bodies.ts";
import { contextOf, pageOf, Root } from "./screens/root.tsx";
import { headerOf } from "./screens/screen.tsx";

/** Renders what a page answer carries. */
export async function render(state: PageState, nonce: string): Promise<RenderedScreen> {
  const page = pageOf(state);
  const now = page.getDrawn();
  const { part } = now;
  const [cache] = await Promise.all([makeStyleCache(state.direction, nonce), loadBody(part)]);
  // Collects the styles instead of writing them between the elements.
  cache.compat = true;
  const { prelude } = await prerender(<Root page={page} controls={noControls} styles={() => cache} />);
  const body = await new Response(prelude).text();
  const { title: heading } = headerOf(contextOf(page, now, noControls));
  return { heading, head: criticalStyles(cache, nonce), body, modules: bodyModules(part) };
}
