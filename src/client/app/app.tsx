import { useEffect, useState, useSyncExternalStore } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import type { Controls } from "../shell/controls.ts";
import { watchErrors } from "../shell/error-report.ts";
import { pageMarks } from "../shell/page-marks.ts";
import { Progress } from "../shell/progress.tsx";
import { ToastCorner } from "../shell/toasts.tsx";
import { ChallengePlace } from "./challenge-place.tsx";
import { Controller } from "./controller.tsx";
import { createRuntime, type Runtime, type RuntimeNeeds } from "./runtime.ts";

export interface AppProps extends RuntimeNeeds {
  /** Told once the app answers to what is pressed. */
  onReady(controls: Controls): void;
}

/**
 * Everything that the first screen does not need: router, store, calls, translations, toasts, progress, error report.
 * Stands beside the screen, not around it, so its arrival changes nothing that a person sees or types.
 */
export function App({ page, screens, prepareStyles, onReady }: AppProps) {
  const [runtime] = useState<Runtime>(() => createRuntime({ page, screens, prepareStyles }));
  const { travelling, busy, t } = useSyncExternalStore(page.subscribe, page.get);
  const toasts = useSyncExternalStore(runtime.toasts.subscribe, runtime.toasts.get);
  useEffect(() => {
    onReady(runtime.controls);
    performance.mark(pageMarks.appReady);
    // Other screens need all texts; where they cannot be fetched now, the next arrival asks again.
    runtime.languages.ready().catch(() => undefined);
    // A page that the back button brings back as it was has nothing under way any more.
    const returned = () => page.set({ busy: false, travelling: false });
    addEventListener("pageshow", returned);
    const unfollow = page.subscribe(runtime.autofill.follow);
    runtime.autofill.follow();
    const leaveTabs = runtime.tabs.follow();
    const unwatch = watchErrors((report) => {
      if (import.meta.env.DEV) console.error("Uncaught error", report);
    });
    return () => {
      removeEventListener("pageshow", returned);
      unfollow();
      leaveTabs();
      unwatch();
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
      {(travelling || busy) && <Progress label={t(travelling ? "shell.loading" : "shell.sending")} />}
      <ToastCorner toasts={toasts} />
    </>
  );
}
