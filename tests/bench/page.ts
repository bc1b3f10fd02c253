import { createServer, type Server } from "node:http";
import { availableParallelism, cpus } from "node:os";
import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumArguments, findChromium } from "../support/chromium.ts";
import { startDemo } from "../support/demo-process.ts";

/**
 * `npm run bench:page`: the sign-in page, cold, beside a hand-written form, each load in a browser of its own and
 * both pages in turns. Times in milliseconds from the start of the navigation, sizes in bytes.
 */
const loads = Number(process.argv[2] ?? 5);
const profiles = {
  slow: { latency: 150, bytesPerSecond: 200_000, cpu: 4, viewport: { width: 360, height: 740 } },
  fast: { latency: 0, bytesPerSecond: -1, cpu: 1, viewport: { width: 1280, height: 800 } },
};

interface Measure {
  firstPaint: number;
  largestPaint: number;
  usable: number;
  takenOver: number;
  blocked: number;
  shift: number;
  requestsBefore: number;
}

const plainForm = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title><link rel="icon" href="data:,"><h1>Sign in</h1><form method="post"><p><label>User name <input name="username" autocomplete="username"></label><p><label>Password <input name="password" type="password" autocomplete="current-password"></label><p><button>Sign in</button></form>`;

const demo = await startDemo(5520);
const plain = await servePlainForm();
const pages = { "plain form": plain.url, "sign-in page": `${demo.origin}/account/login` };
const heard: string[] = [];
const rows: Record<string, Record<string, string | number>> = {};

try {
  for (const [profileName, profile] of Object.entries(profiles)) {
    const results = new Map<string, Measure[]>();
    for (let load = 0; load < loads; load += 1) {
      for (const [name, url] of Object.entries(pages)) {
        const measure = await measureLoad(url, profile, name === "sign-in page");
        results.set(name, [...(results.get(name) ?? []), measure]);
      }
    }
    for (const [name, list] of results) rows[`${profileName}: ${name}`] = medians(list);
  }
  console.log(`${availableParallelism()} cores, ${cpus()[0]?.model}; medians of ${loads} cold loads\n`);
  console.table(rows);
  console.log(await sizes());
  console.log(`policy violations and console messages: ${heard.length}`);
  for (const message of heard) console.log(`  ${message}`);
} finally {
  plain.server.close();
  await demo.stop();
}

async function measureLoad(
  url: string,
  profile: (typeof profiles)["slow"],
  listen: boolean,
): Promise<Measure> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: profile.viewport });
    if (listen) page.on("console", (message) => heard.push(message.text()));
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: profile.latency,
      downloadThroughput: profile.bytesPerSecond,
      uploadThroughput: profile.bytesPerSecond,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: "load" });
    if (listen) await page.waitForFunction(() => performance.getEntriesByName("vestibule:app").length > 0);
    await page.waitForTimeout(500);
    return await read(page);
  } finally {
    await browser.close();
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
}

/** Runs in the page, before everything else: watches paints, long tasks, shifts, and when the form is usable. */
function observe(): void {
  const seen = { usable: 0, requestsBefore: 0, largestPaint: 0, blocked: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, each: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  };
  watch("largest-contentful-paint", (entry) => {
    seen.largestPaint = entry.startTime;
  });
  watch("longtask", (entry) => {
    seen.blocked += Math.max(0, entry.duration - 50);
  });
  watch("layout-shift", (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`violation: ${event.violatedDirective}`),
  );
  const look = () => {
    const input = document.querySelector<HTMLInputElement>('input[name="password"]');
    const box = input?.getBoundingClientRect();
    const isUsable =
      input && !input.disabled && box && box.height > 0 && document.querySelector("form button");
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
  };
  requestAnimationFrame(look);
}

function read(page: Page): Promise<Measure> {
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Omit<Measure, "firstPaint" | "takenOver"> };
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const takenOver = performance.getEntriesByName("vestibule:hydrated")[0]?.startTime ?? 0;
    return { ...seen, firstPaint, takenOver };
  });
}

function medians(list: Measure[]): Record<string, number> {
  const names = Object.keys(list[0] ?? {}) as (keyof Measure)[];
  return Object.fromEntries(
    names.map((name) => {
      const sorted = list.map((measure) => measure[name]).sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      return [name, name === "shift" ? Number(median.toFixed(4)) : Math.round(median)];
    }),
  );
}

/** Sizes as brotli 11 makes them, of the page and of the scripts that the page itself asks for. */
async function sizes(): Promise<string> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const first: string[] = [];
    const all: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script" || request.url().includes("/assets/")) all.push(request.url());
    });
    const answer = await page.goto(pages["sign-in page"], { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("vestibule:hydrated").length > 0);
    const before = await page.evaluate(() => {
      const hydrated = performance.getEntriesByName("vestibule:hydrated")[0]?.startTime ?? 0;
      return performance
        .getEntriesByType("resource")
        .filter((entry) => entry.startTime < hydrated)
        .map((entry) => entry.name);
    });
    first.push(...before.filter((name) => name.includes("/assets/")));
    await page.waitForFunction(() => performance.getEntriesByName("vestibule:app").length > 0);
    const html = brotli(Buffer.from((await answer?.text()) ?? ""));
    return [
      `page: ${html} B brotli`,
      `script of the first screen: ${await scriptBytes(first)} B brotli in ${new Set(first).size} files`,
      `all script that the page fetched: ${await scriptBytes(all)} B brotli in ${new Set(all).size} files`,
    ].join("\n");
  } finally {
    await browser.close();
  }
}

async function scriptBytes(urls: readonly string[]): Promise<number> {
  const texts = await Promise.all(
    [...new Set(urls)].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  return texts.reduce((sum, text) => sum + brotli(text), 0);
}

function brotli(text: Buffer): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

async function servePlainForm(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(plainForm);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The plain form has no port");
  return { server, url: `http://127.0.0.1:${address.port}/` };
}
