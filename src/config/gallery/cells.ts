import type { Catalogue } from "../../shared/translate.ts";
import type { LocatedJson, Place } from "../read/located-json.ts";
import { flattenTexts, sourceLocale } from "../resolve/texts.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { kebabCase } from "../words.ts";
import { derivedStates } from "./derived-states.ts";
import { type Part, partsOf, type Recorded } from "./parts.ts";
import { type ShownState, withChange } from "./shown-state.ts";

interface CellBase {
  /** Stable and readable: `login/empty`, `loginOtt/token/token-wrong`, `mail/pin/html`. */
  id: string;
  /** What it stands below in the overview: a screen, `mail` or `sms`. */
  group: string;
  /** The line that made it. */
  place: Place & { file: string };
}

/** A screen or step in one state. */
export interface ScreenCell extends CellBase {
  kind: "screen";
  screen: string;
  step: string | undefined;
  state: ShownState;
}

/** A mail as its HTML or its plain text, or a text message. */
export interface MessageCell extends CellBase {
  kind: "html" | "text" | "sms";
  /** Key below `mails` or `texts`. */
  template: string;
}

export type Cell = ScreenCell | MessageCell;

/** Every cell of the gallery, in the order of the configuration: recorded and derived states, then messages. */
export function cellsOf(workspace: Workspace): Cell[] {
  const locale = sourceLocale(workspace);
  const texts = flattenTexts(locale.value);
  const parts = partsOf(workspace);
  const said = sayings(parts);
  const screens = parts.flatMap((part) => partCells(workspace, part, texts, said.get(part) ?? []));
  return [...screens, ...messageCells(locale, texts)];
}

function partCells(
  { screens, forms, states }: Workspace,
  part: Part,
  texts: Catalogue,
  said: readonly Recorded[],
): ScreenCell[] {
  const { screen, step, recorded, file } = part;
  // A screen that extends another looks like it.
  const extended = screen.textId !== screen.id;
  const derived = [...derivedStates(part, { forms, texts }), ...errorStates(part, texts), ...said];
  const own = states.get(file);
  const placed = [
    ...(extended ? derived.slice(0, 1) : derived).map((state) => ({
      ...state,
      source: screens as LocatedJson,
    })),
    ...(extended || own === undefined ? [] : recorded.map((state) => ({ ...state, source: own }))),
  ];
  // A recorded state takes the place of a derived one.
  const named = new Map(placed.map((state) => [state.name, state]));
  return [...named.values()].map(({ name, change, path, source }): ScreenCell => {
    const id = [screen.id, ...(step === undefined ? [] : [step]), name].join("/");
    const place = { file: source.file, ...source.place(path) };
    const state = withChange(part.base, change);
    return { kind: "screen", id, group: screen.id, place, screen: screen.id, step, state };
  });
}

/** Each message that a row of `next` takes along, at the screen or step that it leads to. */
function sayings(parts: readonly Part[]): ReadonlyMap<Part, Recorded[]> {
  const said = new Map<Part, Recorded[]>();
  for (const { scene } of parts) {
    for (const { row, path } of scene.rows) {
      if (row.say === undefined) continue;
      const [screen, step] = row.go.startsWith("#") ? [scene.screen, row.go.slice(1)] : [row.go, undefined];
      const target = parts.find(
        (part) => part.screen.id === screen && (step === undefined || part.step === step),
      );
      if (target === undefined) continue;
      const name = `says-${kebabCase(row.say)}`;
      const list = said.get(target) ?? [];
      if (!list.some((other) => other.name === name))
        said.set(target, [...list, { name, change: { say: row.say }, path }]);
    }
  }
  return said;
}

/** An error screen that is given an id can show every stored error. */
function errorStates({ screen: { load }, scene }: Part, texts: Catalogue): Recorded[] {
  if (load?.call !== "Error" || load.with?.errorId === undefined) return [];
  const codes = Object.keys(texts).flatMap((key) => /^errors\.(\w+)\.title$/.exec(key)?.[1] ?? []);
  return codes.map((code) => ({
    name: kebabCase(code),
    change: { view: { code, errorId: "e1", supportCode: "7KQ2-M4XD" } },
    path: scene.pathOf("load"),
  }));
}

function messageCells(locale: LocatedJson, texts: Catalogue): MessageCell[] {
  const place = (...path: string[]) => ({ file: locale.file, ...locale.place(path) });
  const mails = Object.keys(texts).flatMap((key) => /^mails\.(\w+)\.subject$/.exec(key)?.[1] ?? []);
  const messages = Object.keys(texts).flatMap((key) => /^texts\.(\w+)$/.exec(key)?.[1] ?? []);
  return [
    ...mails.flatMap((template) =>
      (["html", "text"] as const).map((kind) => ({
        kind,
        id: `mail/${template}/${kind}`,
        group: "mail",
        place: place("mails", template),
        template,
      })),
    ),
    ...messages.map((template) => ({
      kind: "sms" as const,
      id: `sms/${template}`,
      group: "sms",
      place: place("texts", template),
      template,
    })),
  ];
}
