import type { PanelSource } from "./panel-sources.ts";
import type { ProgramTexts } from "./program-texts.ts";

/** What the check has to know of the program that the configuration is for. */
export interface Program extends ProgramTexts {
  /** Name → hand-made body; none where the client's sources are not installed. */
  panels: ReadonlyMap<string, PanelSource> | undefined;
}

/** What a build knows of itself. */
export interface Built {
  /** Digest of the screens and schemas that it was made with (`buildHashOf`). */
  buildHash?: string;
  /** Digest of its configuration, where that is well (`checkAll`). */
  proven?: string;
  program?: Program;
}

/** Writes down, for the build, what the check has to know of the program: to read all sources takes a third of what a command for operators does. */
export function writeProgram({ panels, namedTexts, namedGroups }: Program): string {
  return JSON.stringify({ panels, namedTexts, namedGroups }, (_name, value) => {
    if (value instanceof Map) return { map: [...value] };
    return value instanceof Set ? { set: [...value] } : value;
  });
}

/** Reads what `writeProgram` has written; throws where it has not. */
export function readProgram(json: string): Program {
  const program = JSON.parse(json, (_name, value) => {
    if (Array.isArray(value?.map)) return new Map(value.map);
    return Array.isArray(value?.set) ? new Set(value.set) : value;
  });
  const { panels = new Map(), namedTexts, namedGroups } = program;
  if (![panels, namedTexts].every((each) => each instanceof Map) || !(namedGroups instanceof Set))
    throw new TypeError("This is no program that a build has written");
  return program;
}
