import { mailedParameters } from "../../shared/constants.ts";
import { pickByName } from "../../shared/pick-by-name.ts";

/** What of a screen's query was mailed. */
export function mailedOf(query: Record<string, string>): Record<string, string> {
  return pickByName(query, (name) => mailedParameters.includes(name));
}

/**
 * Takes mailed values out of the address, so that no history keeps them (decisions 22; security, RR-6). The page has
 * them already; without script they stay, because a form could not be posted else.
 */
export function hideMailedValues(): void {
  const url = new URL(location.href);
  if (!mailedParameters.some((name) => url.searchParams.has(name))) return;
  for (const name of mailedParameters) url.searchParams.delete(name);
  history.replaceState(history.state, "", url.pathname + url.search + url.hash);
}
