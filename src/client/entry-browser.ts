import { type PageState, pageStateId } from "../shared/page-state.ts";
import { hideMailedValues } from "./shell/mailed-values.ts";

/** Lets the browser paint and answer to keys between two slices of script. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Starts the page's script. The form on the page works without it, so nothing here hurries: each slice is evaluated
 * in a task of its own, and no task is long enough to be felt (README, "Two stages").
 */
async function start(): Promise<void> {
  const holder = document.getElementById(pageStateId);
  const container = document.getElementById("root");
  if (holder === null || container === null) return;
  const state = JSON.parse(holder.textContent ?? "") as PageState;
  hideMailedValues();
  await import("./slices/react.ts");
  await breathe();
  await import("./slices/styles.ts");
  await breathe();
  const { takeOver } = await import("./first-screen.tsx");
  await breathe();
  await takeOver(container, state, holder.nonce || undefined);
}

void start();
