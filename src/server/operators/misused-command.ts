import { nearest } from "../../config/nearest.ts";

/** What is said to who gave a command in a way that it has not: its usage, after a name that is not known. */
export function misusedCommand(name: string, known: readonly string[], usage: string): string {
  if (name === "" || known.includes(name)) return usage;
  const meant = nearest(name, known);
  const hint = meant === undefined ? "." : `; did you mean "${meant}"?`;
  return `There is no command "${name}"${hint}\n${usage}`;
}
