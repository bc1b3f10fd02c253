import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { pageMarks } from "../../src/client/page/page-marks.ts";
import { chromiumArguments, findChromium } from "../support/chromium.ts";
import { median } from "./part.ts";

/** The line, the processor and the window of who looks. */
export interface Profile {
  latency: number;
  bytesPerSecond: number;
  cpu: number;
  viewport: { width: number; height: number };
}

/** The cookies of somebody who is signed in. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** One load of a page; times in milliseconds from the start of the navigation. */
export interface Measure {
  firstPaint: number;
  largestPaint: number;
  usable: number;
  takenOver: number;
  blocked: number;
  shift: number;
  requestsBefore: number;
  /** Everything that came over the line. */
  bytes: number;
  /** Megabytes. */
  heap: number;
}

/** What is waited for: that there is a form to fill in, or, on a page of ours, that the whole app answers. */
type Until = "usable" | "ready";

/**
 * Loads a page in a browser of its own, to which somebody is sent by the page `from` of an application, and looks at it for
 * half a second longer; `heard` gets what it says in the console.
 */
export async function measureLoad(
  url: string,
  profile: Profile,
  from: string,
  until: Until,
  heard: string[] = [],
): Promise<Measure> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: profile.viewport });
    await page.goto(from);
    // A browser that is still starting takes the processor from whatever it shows.
    await page.waitForTimeout(1500);
    page.on("console", (message) => heard.push(message.text()));
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: profile.latency,
      downloadThroughput: profile.bytesPerSecond,
      uploadThroughput: profile.bytesPerSecond,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
    await visit(page, session, url, until);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return { ...(await read(page)), bytes, heap: usedSize / 1_000_000 };
  } finally {
    await browser.close();
  }
}

/** The longest task after the first paint, which nobody can type through, on a machine that is not slowed; 0: none of 50 ms. */
export async function longestTask(
  url: string,
  viewport: Profile["viewport"],
  storageState: Session | undefined,
): Promise<number> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport, ...(storageState && { storageState }) });
    await visit(page, await page.context().newCDPSession(page), url, "ready");
    return await page.evaluate(() => {
      const { tasks } = globalThis as unknown as { tasks: PerformanceEntry[] };
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const after = tasks.filter(({ startTime }) => startTime >= painted);
      return Math.round(Math.max(0, ...after.map(({ duration }) => duration)));
    });
  } finally {
    await browser.close();
  }
}

/**
 * How long after the press on each link of a page its screen is painted, in milliseconds; on a machine and a line that are
 * not slowed. `links` are the texts of the links; after each the browser goes back.
 */
export async function screensAfterPress(
  url: string,
  links: readonly string[],
  viewport: Profile["viewport"],
): Promise<number[]> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, pageMarks.appReady);
    // Nobody has read the page sooner.
    await page.waitForTimeout(1000);
    const times: number[] = [];
    for (const text of links) {
      const heading = await page.locator("h1").innerText();
      const opened = page.evaluate(opening);
      await page.getByRole("link", { name: text, exact: true }).click();
      times.push(await opened);
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Runs in the page: milliseconds from the next press until another heading is painted. */
function opening(): Promise<number> {
  const heading = () => document.querySelector("h1")?.textContent;
  const before = heading();
  return new Promise((resolve) => {
    const pressed = ({ timeStamp }: Event) => {
      const look = () => {
        if (heading() === before || heading() === undefined) requestAnimationFrame(look);
        // What is there when a frame begins is on the screen when the next one does.
        else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
      };
      look();
    };
    document.addEventListener("pointerdown", pressed, { capture: true, once: true });
  });
}

/**
 * Goes to a page, watched, and stays until half a second after it says what is waited for. It says so by itself: whatever asks
 * it would have a script evaluated, a task among those measured. Throws where it does not within half a minute.
 */
async function visit(page: Page, session: CDPSession, url: string, until: Until): Promise<void> {
  await page.addInitScript(observe, pageMarks.appReady);
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "pageSays" });
  const said = Promise.withResolvers<void>();
  session.on("Runtime.bindingCalled", ({ payload }) => {
    if (payload === until) said.resolve();
  });
  await page.goto(url, { waitUntil: "load" });
  const limit = setTimeout(() => said.reject(new Error(`${url} is not ${until}`)), 30_000);
  await said.promise.finally(() => clearTimeout(limit));
  await page.waitForTimeout(500);
}

/** A browser that has never been anywhere. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
}

/** Runs in the page, before everything else: watches paints, long tasks, shifts, and when the form is usable. */
function observe(appReady: string): void {
  const seen = { usable: 0, requestsBefore: 0, largestPaint: 0, blocked: 0, shift: 0 };
  const tasks: PerformanceEntry[] = [];
  Object.assign(globalThis, { seen, tasks });
  const say = (what: Until) => (globalThis as unknown as { pageSays?(text: string): void }).pageSays?.(what);
  const watch = (type: string, each: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  };
  watch("mark", ({ name }) => {
    if (name === appReady) say("ready");
  });
  watch("largest-contentful-paint", (entry) => {
    seen.largestPaint = entry.startTime;
  });
  watch("longtask", (entry) => {
    tasks.push(entry);
    seen.blocked += Math.max(0, entry.duration - 50);
  });
  watch("layout-shift", (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`violation: ${event.violatedDirective}`),
  );
  // Some have their form in a tree of its own.
  const rootOf = () => {
    const host = [...document.querySelectorAll("#root *")].find(({ shadowRoot }) => shadowRoot !== null);
    return host?.shadowRoot ?? document;
  };
  const look = () => {
    const root = rootOf();
    const input = root.querySelector<HTMLInputElement>('input[type="password"]');
    const box = input?.getBoundingClientRect();
    const isUsable =
      input &&
      !input.disabled &&
      box &&
      box.height > 0 &&
      root.querySelector('form :is(button, [type="submit"])');
    if (!isUsable) return void requestAnimationFrame(look);
    seen.usable = performance.now();
    seen.requestsBefore =
      1 +
      performance
        .getEntriesByType("resource")
        .filter(
          (entry) =>
            entry.startTime < seen.usable &&
            (entry as PerformanceResourceTiming).responseEnd > 0 &&
            (entry as PerformanceResourceTiming).responseEnd < seen.usable,
        ).length;
    say("usable");
  };
  requestAnimationFrame(look);
}

function read(page: Page): Promise<Omit<Measure, "bytes" | "heap">> {
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: Omit<Measure, "firstPaint" | "takenOver" | "bytes" | "heap">;
    };
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const takenOver = performance.getEntriesByName("vestibule:hydrated")[0]?.startTime ?? 0;
    return { ...seen, firstPaint, takenOver };
  });
}

export function medians(list: Measure[]): Measure {
  const names = Object.keys(list[0] ?? {}) as (keyof Measure)[];
  return Object.fromEntries(
    names.map((name) => [name, median(list.map((measure) => measure[name]))]),
  ) as unknown as Measure;
}
