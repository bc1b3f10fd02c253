import { pickByName } from "../../shared/pick-by-name.ts";

/** Query parameters that hold what was mailed and counts once (specification, section 2). */
const names = ["state", "id"];

/** What of a screen's query was mailed. */
export function mailedOf(query: Record<string, string>): Record<string, string> {
  return pickByName(query, (name) => names.includes(name));
}

/**
 * Takes mailed values out of the address, so that no history keeps them (decisions 22; security, RR-6). The page has
 * them already; without script they stay, because a form could not be posted else.
 */
export function hideMailedValues(): void {
  const url = new URL(location.href);
  if (!names.some((name) => url.searchParams.has(name))) return;
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, "", url.pathname + url.search + url.hash);
}
