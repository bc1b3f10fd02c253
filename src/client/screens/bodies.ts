import { forms } from "virtual:forms";
import type { ComponentType } from "react";
import type { Screen, Step } from "../../shared/screens.ts";
import type { CompiledForm } from "../fields/compiled-form.ts";
import type { PanelModule } from "../shell/panel.ts";
import type { ScreenFormProps } from "./form.tsx";

/** What stands in the middle of a screen: a form and what draws forms, or a panel. */
export type Body =
  | { kind: "form"; form: CompiledForm; ScreenForm: ComponentType<ScreenFormProps> }
  | { kind: "panel"; panel: PanelModule };

// A panel's id is its file name; a new file needs no line here.
const panels = import.meta.glob<PanelModule>(["../panels/*.tsx", "!../panels/*.test.tsx"]);

const loaded = new Map<string, Body>();

/** Fetches what a screen or step shows in its middle, once. */
export async function loadBody(part: Screen | Step): Promise<void> {
  const id = bodyId(part);
  if (id !== undefined && !loaded.has(id)) loaded.set(id, await fetchBody(part));
}

/** The body of a screen or step, which was loaded before. */
export function bodyOf(part: Screen | Step): Body | undefined {
  return loaded.get(bodyId(part) ?? "");
}

/** Source ids of a body's modules, as the manifest of the build names them. */
export function bodyModules({ form, panel }: Screen | Step): string[] {
  if (form !== undefined) return ["screens/form.tsx", `virtual:form/${form}`];
  return panel === undefined ? [] : [`panels/${panel}.tsx`];
}

function bodyId({ form, panel }: Screen | Step): string | undefined {
  return form === undefined ? panel && `panel ${panel}` : `form ${form}`;
}

async function fetchBody({ form, panel }: Screen | Step): Promise<Body> {
  if (form !== undefined) {
    const [{ ScreenForm }, compiled] = await Promise.all([import("./form.tsx"), forms[form]?.()]);
    if (compiled === undefined) throw new Error(`schemas/forms has no form ${form}`);
    return { kind: "form", form: compiled, ScreenForm };
  }
  const load = panels[`../panels/${panel}.tsx`];
  if (load === undefined) throw new Error(`src/client/panels has no panel ${panel}`);
  return { kind: "panel", panel: await load() };
}
