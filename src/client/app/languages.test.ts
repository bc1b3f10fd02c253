// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import screensConfig from "../../../screens.config.json" with { type: "json" };
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import type { ScreensConfig } from "../../generated/config.ts";
import { resolveScreens, screenAt } from "../../shared/screens.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { createLanguages } from "./languages.ts";

const login = screenAt(resolveScreens(screensConfig as unknown as ScreensConfig), "/account/login");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An answer that does not come, or not as a whole, until it is given up. */
function dead(stopsAt: "start" | "body", signal: AbortSignal): Promise<Response> {
  const failed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  const body = new ReadableStream({ start: (stream) => void failed.catch((error) => stream.error(error)) });
  return stopsAt === "start" ? failed : Promise.resolve(new Response(body));
}

it.each(["start", "body"] as const)(
  "says after half a minute that a language's texts do not come, which can be chosen again: %s",
  async (stopsAt) => {
    const page = createPageStore(firstPage(samplePageState(), login));
    const changed = vi.fn();
    const languages = createLanguages({
      page,
      run: async () => ({ data: {} }),
      prepareStyles: async () => undefined,
      changed,
    });
    let isDead = true;
    vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
      if (!url.includes("/de.")) return Promise.reject(new TypeError("offline"));
      return isDead ? dead(stopsAt, signal) : Promise.resolve(Response.json({}));
    });
    page.set({ nextLanguage: "de" });
    const change = languages.change("de");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(page.get()).toMatchObject({ nextLanguage: "de", problems: {} });
    await vi.advanceTimersByTimeAsync(1_000);
    await change;
    expect(page.get()).toMatchObject({
      nextLanguage: null,
      language: "en-GB",
      problems: { "": [{ code: "problems.offline" }] },
    });
    isDead = false;
    await languages.change("de");
    expect(page.get().language).toBe("de");
    expect(changed).toHaveBeenCalledTimes(1);
  },
);
