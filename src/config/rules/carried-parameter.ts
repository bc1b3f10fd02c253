import { queryParameters } from "../../shared/constants.ts";
import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { entrances } from "../resolve/entrances.ts";
import { factAt, inputsOf } from "../resolve/facts.ts";
import type { Checked, PlacedCall, Scene } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const carriedParameter: Rule = {
  id: "carried-parameter",
  stops: true,
  finds:
    "A parameter of the address that a row or a call does not pass on although what follows takes it, or that a row passes on as another one or to a screen which does not read it.",
  why: "The next page would not know which sign-out or which provider it is about, so that the person never gets back to the application.",
  example: {
    file: "screens.config.json",
    wrong: '{ "when": { "view.stage": "provider" }, "go": "logoutUpstream" }',
    right:
      '{ "when": { "view.stage": "provider" }, "go": "logoutUpstream", "with": { "logoutId": "query.logoutId" } }',
  },
  check: (checked) => {
    const { screens, scenes } = checked;
    const readBy = parametersRead(scenes);
    const fault = (path: JsonPath, message: string) => screens.at(path, message);
    const lostByRows = scenes.flatMap((scene) =>
      scene.rows.flatMap(({ row, path, facts }) => {
        const target = readBy.get(row.go);
        if (target === undefined || row.go === scene.screen) return [];
        const given = Object.keys(row.with ?? {});
        const known = (name: string) => sourceOf(readBy, scene, facts, name);
        const lost = [...target].filter((name) => !given.includes(name) && known(name) !== undefined);
        const stray = given.filter((name) => name !== "returnUrl" && !target.has(name));
        const other = given.filter((name) => isAnother(row.with?.[name] ?? "", name, known(name)));
        return [
          ...lost.map((name) => fault(path, `"${row.go}" needs the "${name}" that is known here.`)),
          ...stray.map((name) => screens.atKey([...path, "with", name], `"${row.go}" reads no "${name}".`)),
          ...other.map((name) => {
            const message = `"${row.with?.[name]}" is not the "${name}" that is known here.`;
            return screens.at([...path, "with", name], message, known(name));
          }),
        ];
      }),
    );
    return [...lostByRows, ...lostByCalls(checked, readBy, fault)];
  },
};

/** Screen → parameters of its address that its calls are given. */
function parametersRead(scenes: readonly Scene[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { screen, calls } of scenes) {
    const read = all.get(screen) ?? new Set();
    for (const { use } of calls) {
      for (const source of Object.values(use.with ?? {})) {
        if (source.startsWith("query.")) read.add(source.slice("query.".length));
      }
    }
    all.set(screen, read);
  }
  return all;
}

/**
 * Where a page knows a parameter from: the answer, which is the newest word, its own address, or its view. Undefined: it
 * knows none. A state is a secret of one link, and no two pages share it.
 */
function sourceOf(
  readBy: ReadonlyMap<string, ReadonlySet<string>>,
  { screen }: Scene,
  facts: Scene["facts"],
  name: string,
): string | undefined {
  if (name === "state") return undefined;
  const sources = ["answer", "query", "view"].map((source) => `${source}.${name}`);
  return sources.find((source) =>
    source.startsWith("query.") ? readBy.get(screen)?.has(name) : factAt(facts, source) !== undefined,
  );
}

/** Says whether a source is that of another parameter, or an address that does not have this one or has an older one. */
function isAnother(source: string, name: string, known: string | undefined): boolean {
  if (known === undefined || source === known) return false;
  return source.startsWith("query.") || !source.endsWith(`.${name}`);
}

/**
 * Calls of a screen that are not given what its address has under the same name: what its other calls read, or what the
 * product leads there with.
 */
function lostByCalls(
  { scenes }: Checked,
  readBy: ReadonlyMap<string, ReadonlySet<string>>,
  fault: (path: JsonPath, message: string) => Fault,
): Fault[] {
  const takes = ({ contract, use }: PlacedCall, name: string) =>
    inputsOf(contract).has(name) && use.with?.[name] === undefined;
  return scenes.flatMap(({ screen, calls }) => {
    const isBrought = (name: string) =>
      readBy.get(screen)?.has(name) || entrances[screen]?.parameter === name;
    return calls.flatMap((call) =>
      queryParameters
        .filter((name) => isBrought(name) && takes(call, name))
        .map((name) => fault(call.path, `"${call.use.call}" takes the "${name}" of this screen's address.`)),
    );
  });
}
