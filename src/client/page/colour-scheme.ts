import { type ColourScheme, colourSchemeCookie, isColourScheme } from "../../shared/colour-scheme.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const year = 365 * 24 * 3600;

/** The remembered colour scheme; blocked storage or anything unknown: auto. */
export function storedColourScheme(): ColourScheme {
  try {
    const stored = readCookie(colourSchemeCookie);
    return isColourScheme(stored) ? stored : "auto";
  } catch {
    return "auto";
  }
}

/** Remembers a choice in this browser; throws where storage is blocked. */
export function storeColourScheme(scheme: ColourScheme): void {
  writeCookie(colourSchemeCookie, scheme, year);
}

/** Shows a scheme now, as the server does with the first page. */
export function showColourScheme(scheme: ColourScheme): void {
  const { dataset } = document.documentElement;
  if (scheme === "auto") delete dataset.theme;
  else dataset.theme = scheme;
}

/** Whether the page is dark now, chosen or by the system; for what no style of ours reaches. */
export function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme === "dark";
}
