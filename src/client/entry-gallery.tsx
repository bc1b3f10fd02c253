import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type CellLook, cellLookId } from "../shared/cell-look.ts";
import { type PageState, pageStateId } from "../shared/page-state.ts";
import { BesideCell } from "./gallery/beside-cell.tsx";
import { keepStill } from "./gallery/keep-still.ts";
import { makeStyleCache } from "./look/style-cache.ts";
import { noControls } from "./page/no-controls.ts";
import { loadBody } from "./screens/bodies.ts";
import { pageOf, Root } from "./screens/root.tsx";

/** Takes a cell of the gallery over as the product does its first screen, but without the app: nothing is ever sent. */
async function show(): Promise<void> {
  const holder = document.getElementById(pageStateId);
  const container = document.getElementById("root");
  if (holder === null || container === null) return;
  const state: PageState = JSON.parse(holder.textContent ?? "");
  const look: CellLook = JSON.parse(document.getElementById(cellLookId)?.textContent ?? "");
  keepStill();
  const page = pageOf(state);
  const [cache] = await Promise.all([
    makeStyleCache(state.direction, holder.nonce || undefined),
    loadBody(page.get().part),
  ]);
  const tree = (
    <Root page={page} controls={noControls} styles={() => cache}>
      <BesideCell page={page} look={look} />
    </Root>
  );
  startTransition(() => void hydrateRoot(container, tree));
}

await show();
