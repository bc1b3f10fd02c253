import { nearest } from "../../config/nearest.ts";

/** What is said to who gave a command an option that it has not; `known` are named without their dashes. */
export function misusedOption(option: string, command: string, known: readonly string[]): string {
  const meant = nearest(option.replace(/^-+/, ""), known);
  const hint = meant === undefined ? "--help tells how it is used." : `did you mean --${meant}?`;
  return `"${command}" has no option ${option}; ${hint}`;
}

/** What is said to who gave a command in a way that it has not: its usage, after a name that is not known. */
export function misusedCommand(name: string, known: readonly string[], usage: string): string {
  if (name === "" || known.includes(name)) return usage;
  const meant = nearest(name, known);
  const hint = meant === undefined ? "." : `; did you mean "${meant}"?`;
  return `There is no command "${name}"${hint}\n${usage}`;
}
