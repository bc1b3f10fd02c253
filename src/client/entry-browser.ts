import { type PageState, pageStateId } from "../shared/page-state.ts";
import { isInputKept } from "./page/is-input-kept.ts";
import { watchLeaving } from "./page/leaving.ts";
import { hideMailedValues } from "./page/mailed-values.ts";
import { postChosenLanguage } from "./page/post-language.ts";
import { goWithout } from "./page/start-feature.ts";
import { watchErrors } from "./page/watch-errors.ts";

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
  if (isInputKept()) await restoreInput();
  await import("./slices/styles.ts");
  await breathe();
  const { prepare } = await import("./first-screen.tsx");
  await breathe();
  const takeOver = await prepare(state, holder.nonce || undefined);
  // The largest file, so the last to arrive: all else is done by then.
  const { hydrateRoot } = await import("./slices/react.ts");
  await breathe();
  await takeOver(container, hydrateRoot);
}

/** What stood in the form before a reload for a new version. */
async function restoreInput(): Promise<void> {
  const kept = import("./page/kept-input.ts");
  await kept.then(({ restoreInput }) => restoreInput()).catch((error) => goWithout("kept input", error));
}

watchErrors();
watchLeaving();
start().catch((error: unknown) => {
  void goWithout("script", error).then(postChosenLanguage);
});
