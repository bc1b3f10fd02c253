import { type ColourScheme, colourSchemeCookie } from "../../shared/colour-scheme.ts";
import { day, second } from "../../shared/durations.ts";
import { writeCookie } from "./cookies.ts";

const year = (365 * day) / second;

/** Remembers a choice in this browser, for the server's next page. */
export function rememberColourScheme(scheme: ColourScheme): void {
  try {
    writeCookie(colourSchemeCookie, scheme, year);
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
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
