import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { answerHelp } from "../../scripts/read-options.ts";
import { writeFiles } from "../../scripts/write-files.ts";
import { checkConfig } from "../../src/config/check-config.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { personas } from "../../src/server/demo/personas.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { resolveScreens } from "../../src/shared/screens.ts";
import { chromiumArguments, findChromium } from "../support/chromium.ts";
import { startDemo } from "../support/demo-process.ts";
import { placeStates } from "./place-states.ts";
import { recordWalk } from "./record-walk.ts";
import { isReadingPlace, recordedTest, type Walk } from "./recorded-test.ts";
import { steadySnapshot } from "./steady-snapshot.ts";
import { watchStates } from "./watch-states.ts";

const usage = `npm run test:record <name> [<path>]
  Turns a walk through the demo into a browser test. A browser opens at the demo's application, or at this path of the
  sign-in pages. Walk, then close it. The walk becomes tests/e2e/<name>.spec.ts, written against what people read; what the
  last page says is its snapshot, and what its pages show becomes a state of the gallery, in states/.`;

answerHelp(usage, {});
const [name = "", path] = process.argv.slice(2);
const file = `tests/e2e/${name}.spec.ts`;
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) end(usage);
if (existsSync(file)) end(`There is a test ${file} already.`);

const { DISPLAY, WAYLAND_DISPLAY } = process.env;
if (process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY)
  end("A walk needs a screen, and this machine has none. On a server: xvfb-run npm run test:record …");

const sources = await readSources(process.cwd(), ownFiles);
const taken = [...sources.texts].find(
  ([path, text]) => path.startsWith("states/") && text.includes(`"${name}":`),
);
if (taken !== undefined) end(`${taken[0]} has a state "${name}" already.`);
const { workspace } = checkConfig(sources);
if (workspace === undefined) end("The files are not well: see npm run check.");

const demo = await startDemo(Number(process.env.TEST_PORT ?? 5510));
try {
  const { origin, application } = demo;
  const args = chromiumArguments.filter((argument) => argument !== "--headless");
  const browser = await chromium.launch({ headless: false, executablePath: findChromium(), args });
  const context = await browser.newContext({ locale: "en-GB", serviceWorkers: "block" });
  const isReading = (address: string) => isReadingPlace(address, application);
  const actions = await recordWalk(context, isReading);
  const screens = resolveScreens(workspace.screens.value);
  const watched: (() => Promise<PageState[]>)[] = [];
  const refusals: number[] = [];
  context.on("response", (response) => {
    if (response.status() >= 400 && response.url().startsWith(`${origin}/`)) refusals.push(response.status());
  });
  let last = "";
  context.on("page", (tab) => {
    watched.push(watchStates(tab, origin, screens));
    tab.on("framenavigated", (frame) => {
      if (frame === tab.mainFrame() && !isReading(frame.url())) last = frame.url();
    });
  });
  const page = await context.newPage();
  console.log(`Codes and mails: ${application}/outbox and ${application}/authenticator`);
  await page.goto(path === undefined ? application : origin + path);
  await page.waitForEvent("close", { timeout: 0 });
  const seen = (await Promise.all(watched.map((states) => states()))).flat();
  await browser.close();
  const messages = (await (await fetch(`${application}/outbox.json`)).json()) as Walk["messages"];
  const walk = { name, actions, end: last, origin, application, refusals, messages };
  const placed = placeStates(name, seen, workspace, sources);
  await writeFiles(process.cwd(), new Map([[file, recordedTest(walk, personas)], ...placed]));
  for (const changed of placed.keys()) console.log(`${changed}  the state "${name}" for the gallery`);
} finally {
  await demo.stop();
}

run("@biomejs/biome/bin/biome", "check", "--write", file);
// The first run writes the snapshot, the second proves it.
const playwright = [
  "@playwright/test/cli.js",
  "test",
  "--config",
  "tests/playwright.config.ts",
  `/${name}.spec.ts`,
];
run(...playwright, "--update-snapshots=missing");
const snapshot = `${file}-snapshots/${name}.aria.yml`;
if (existsSync(snapshot))
  await writeFile(snapshot, steadySnapshot(await readFile(snapshot, "utf8"), personas));
const proven = run(...playwright);
console.log(
  `${file}:1  the walk as a test${proven ? ", which passes" : ", which does not pass yet: see above"}`,
);
process.exitCode = proven ? 0 : 1;

function run(...command: string[]): boolean {
  const [file = "", ...options] = command;
  // The file itself: on Windows what lies in .bin needs a shell.
  return (
    spawnSync(process.execPath, [join("node_modules", file), ...options], { stdio: "inherit" }).status === 0
  );
}

function end(message: string): never {
  console.error(message);
  process.exit(1);
}
