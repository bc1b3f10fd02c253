import { posix } from "node:path";

/** What the sources of a hand-made body say of it. */
export interface PanelSource {
  /** Calls whose answers it reads (`useScreen<"Error">`, `AnswerOf<"Error">`) → the properties of each that it takes to be always there. */
  reads: ReadonlyMap<string, readonly string[]>;
  /** Properties of its view that it reads by their names. */
  tells: ReadonlySet<string>;
  /** Properties that it gives to a call, by the names of its inputs and buttons. */
  gives: ReadonlySet<string>;
  /** Labels of the screen's actions that it shows where it wants them (`inPanel`). */
  shows: ReadonlySet<string>;
}

/** Says whether a screen or step sends by the one button of its own, because no button of its panel does. */
export function sendsByOneButton(
  panels: ReadonlyMap<string, PanelSource> | undefined,
  { submit, panel = "" }: { submit?: unknown; panel?: string },
): boolean {
  return submit !== undefined && panels?.get(panel)?.gives.size === 0;
}

const folder = "src/client/panels/";
/** The types that panels are compiled against, made from the contracts as they were then. */
const typesFile = "src/generated/calls.ts";

/** Name → panel, from the files of the program; with what it takes from other files of the panels' folder. */
export function panelSources(program: ReadonlyMap<string, string>): Map<string, PanelSource> {
  const files = [...program.keys()].filter((file) => /^src\/client\/panels\/[a-z0-9-]+\.tsx$/.test(file));
  const types = program.get(typesFile) ?? "";
  return new Map(
    files.map((file) => {
      const text = sourcesOf(file, program).join("\n");
      return [
        file.slice(folder.length, -".tsx".length),
        { reads: readsOf(text, types), tells: tellsOf(text), gives: givesOf(text), shows: showsOf(text) },
      ];
    }),
  );
}

function sourcesOf(file: string, program: ReadonlyMap<string, string>): string[] {
  const seen = new Set([file]);
  for (const each of seen) {
    for (const [, path = ""] of (program.get(each) ?? "").matchAll(/from "(\.[^"]+)"/g)) {
      const imported = posix.join(posix.dirname(each), path);
      if (imported.startsWith(folder)) seen.add(imported);
    }
  }
  return [...seen].map((each) => program.get(each) ?? "");
}

function readsOf(text: string, types: string): Map<string, string[]> {
  const calls = [...text.matchAll(/\b(?:useScreen|ScreenContext|AnswerOf)<"(\w+)">/g)].map(
    ([, call = ""]) => call,
  );
  return new Map(calls.map((call) => [call, alwaysThere(call, types)]));
}

/** What the types say that an answer always has; nothing where they name it as a whole. */
function alwaysThere(call: string, types: string): string[] {
  const [, answer = ""] =
    new RegExp(`^ {2}${call}: \\{\\n[\\s\\S]*?^ {4}answer: \\{\\n([\\s\\S]*?)^ {4}\\}`, "m").exec(types) ??
    [];
  return [...answer.matchAll(/^ {6}(\w+): /gm)].map(([, name = ""]) => name);
}

function tellsOf(text: string): Set<string> {
  const named = [...text.matchAll(/\bview\.(\w+)/g)].map(([, name = ""]) => name);
  const taken = /\{([^{}]*)\}(?= = view\b|: ScreenContext(?:<[^>]*>)?\["view"\])|\bview: \{([^{}]*)\}/g;
  const lists = [...text.matchAll(taken)].map(([, list, other = ""]) => list ?? other);
  const apart = lists.flatMap((list) => [...list.matchAll(/(?:^|,)\s*(\w+)/g)]).map(([, name = ""]) => name);
  return new Set([...named, ...apart]);
}

function givesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<!<Icon )\bname="(\w+)"/g)].map(([, name = ""]) => name));
}

function showsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/<ActionButton\b[^>]*?\blabel="(\w+)"/g)].map(([, label = ""]) => label));
}
