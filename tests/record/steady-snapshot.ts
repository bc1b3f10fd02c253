import type { Persona } from "../../src/server/demo/personas.ts";

/**
 * A snapshot of what a page says, with patterns in the place of names and texts that differ in each run: by the test's own
 * user, by the ports and by what counts once. Playwright has patterns in the place of numbers; a month is ours.
 */
export function steadySnapshot(snapshot: string, personas: readonly Persona[]): string {
  const names = personas.map(({ username }) => escaped(username)).join("|");
  const differs = new RegExp(`(?:${names})\\.\\w+|localhost:\\d+`);
  const steady = snapshot
    .replace(/(?<=- code: ).+/g, "/.+/")
    .replace(/(\\d\+ )(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?= \\d)/g, "$1\\w+");
  return steady.replace(/"[^"\n]*"|(?<=: ).+/g, (text) => {
    if (!differs.test(text)) return text;
    const said = text.startsWith('"') ? text.slice(1, -1) : text;
    return `/${said.split(differs).map(escaped).join(".+")}/`;
  });
}

function escaped(text: string): string {
  return text.replace(/[/\\^$.*+?()[\]{}|]/g, "\\$&");
}
