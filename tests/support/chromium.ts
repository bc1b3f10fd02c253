import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/** Arguments for a browser that keeps to the tests and works in a container. */
export const chromiumArguments = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const headlessShell = "/usr/bin/chromium-headless-shell";

/** Finds the installed Chromium without what surrounds its pages, which drives them for a quarter less; else one with it. */
export function findHeadlessShell(): string {
  return process.env.CHROMIUM_PATH === undefined && existsSync(headlessShell)
    ? headlessShell
    : findChromium();
}

/** Finds a Chromium: the one named by CHROMIUM_PATH, an installed one, Playwright's own; else tries to install that. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  const found = [named, ...usualPlaces, chromium.executablePath()].find((path) => path && existsSync(path));
  return found ?? installChromium();
}

function installChromium(): string {
  try {
    // Its own file: on Windows npx is a script that needs a shell.
    const playwright = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
    execFileSync(process.execPath, [playwright, "install", "chromium"], { stdio: "inherit" });
    return chromium.executablePath();
  } catch {
    throw new Error(
      "No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
    );
  }
}
