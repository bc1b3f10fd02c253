import { useEffect, useState, useSyncExternalStore } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { second } from "../../shared/durations.ts";
import type { Controls } from "../page/controls.ts";
import type { PageStore } from "../page/page.ts";
import { pageMarks } from "../page/page-marks.ts";
import { startFeature } from "../page/start-feature.ts";
import { Hidden } from "../parts/hidden.tsx";
import { Progress } from "../parts/progress.tsx";
import { ToastCorner, type Toasts } from "../parts/toasts.tsx";
import { ChallengePlace } from "./captcha/challenge-place.tsx";
import { Controller } from "./controller.tsx";
import { createRuntime, type Runtime, type RuntimeNeeds } from "./runtime.ts";
import { WarningPlace } from "./warning-place.tsx";
import { watchReturns } from "./watch-returns.ts";

export interface AppProps extends RuntimeNeeds {
  /** Told once the app answers to what is pressed. */
  onReady(controls: Controls): void;
}

/**
 * Everything that the first screen does not need: router, store, calls, translations, toasts, progress.
 * Stands beside the screen, not around it, so its arrival changes nothing that a person sees or types.
 */
export function App({ page, screens, prepareStyles, onReady }: AppProps) {
  const [runtime] = useState<Runtime>(() => createRuntime({ page, screens, prepareStyles }));
  const { travelling, nextLanguage, busy, t } = useSyncExternalStore(page.subscribe, page.get);
  const isLoading = travelling || nextLanguage !== null;
  const isSlow = useLasting(isLoading);
  const toasts = useSyncExternalStore(runtime.toasts.subscribe, runtime.toasts.get);
  useEffect(() => {
    onReady(runtime.controls);
    performance.mark(pageMarks.appReady);
    const stops = featuresOf(page, runtime).map(([feature, start]) => startFeature(feature, start));
    return () => {
      for (const stop of stops) stop();
    };
  }, [page, runtime, onReady]);
  return (
    <>
      <Provider store={runtime.store}>
        <BrowserRouter>
          <Controller runtime={runtime} />
        </BrowserRouter>
      </Provider>
      <ChallengePlace page={page} runtime={runtime} />
      <WarningPlace runtime={runtime} />
      <Hidden role="status">{isSlow && t("shell.loading")}</Hidden>
      {(isLoading || busy) && <Progress label={t(isLoading ? "shell.loading" : "shell.sending")} />}
      <ToastCorner toasts={toasts} />
    </>
  );
}

/** Whether something has been so for a second: what is over sooner need not be announced. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasts(true), second);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return lasts;
}

/** What starts with the app, each by itself: one that cannot keeps none of the others from it. */
function featuresOf(
  page: PageStore,
  { languages, autofill, tabs, toasts }: Runtime,
): [name: string, start: Parameters<typeof startFeature>[1]][] {
  return [
    // Other screens need all texts; where they cannot be fetched now, the next arrival asks again.
    ["translation", () => languages.ready()],
    // Before the tabs, which offer to go on only where nothing is under way any more.
    ["way back", () => watchReturns(page, autofill)],
    [
      "autofill",
      () => {
        autofill.follow();
        return page.subscribe(autofill.follow);
      },
    ],
    ["tabs", tabs.follow],
    ["connection", () => followConnection(toasts)],
    ["updates", () => startUpdates({ page, toasts })],
  ];
}

/** Says that the line is lost, until it is found; what fails meanwhile says so in its own place. */
function followConnection(toasts: Toasts): () => void {
  let removeLost = () => {};
  const lost = () => {
    removeLost = toasts.stand("messages.offline");
  };
  const found = () => {
    removeLost();
    toasts.show("messages.online");
  };
  addEventListener("offline", lost);
  addEventListener("online", found);
  return () => {
    removeEventListener("offline", lost);
    removeEventListener("online", found);
  };
}

/** When nothing else is to be done. Sources that change as they are written have no versions. */
async function startUpdates(needs: { page: PageStore; toasts: Toasts }): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
  const { followUpdates } = await import("./updates.ts");
  await followUpdates(needs);
}
