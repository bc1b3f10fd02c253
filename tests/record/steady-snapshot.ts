import type { Persona } from "../../src/server/demo/personas.ts";

/** A snapshot of what a page says, with patterns in the place of names and texts that differ in each run: by the test's own user and by the ports. */
export function steadySnapshot(snapshot: string, personas: readonly Persona[]): string {
  const names = personas.map(({ username }) => escaped(username)).join("|");
  const differs = new RegExp(`(?:${names})\\.\\w+|localhost:\\d+`);
  return snapshot.replace(/"[^"\n]*"|(?<=: ).+/g, (text) => {
    if (!differs.test(text)) return text;
    const said = text.startsWith('"') ? text.slice(1, -1) : text;
    return `/${said.split(differs).map(escaped).join(".+")}/`;
  });
}

function escaped(text: string): string {
  return text.replace(/[/\\^$.*+?()[\]{}|]/g, "\\$&");
}
