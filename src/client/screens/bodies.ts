import { forms } from "virtual:forms";
import type { ComponentType } from "react";
import type { Screen, Step } from "../../shared/screens.ts";
import type { CompiledForm } from "../fields/compiled-form.ts";
import type { PanelModule } from "../parts/panel.ts";
import type { ScreenFormProps } from "./form.tsx";

/** A form and what draws forms. */
export interface FormBody {
  form: CompiledForm;
  ScreenForm: ComponentType<ScreenFormProps>;
}

/** What stands in the middle of a screen: a panel, a form, or the panel above the form. */
export interface Body {
  panel: PanelModule | undefined;
  form: FormBody | undefined;
}

type Part = Pick<Screen | Step, "form" | "panel">;

// A panel's id is its file name; a new file needs no line here.
const panels = import.meta.glob<PanelModule>(["../panels/*.tsx", "!../panels/*.test.tsx"]);

const loadedForms = new Map<string, FormBody>();
const loadedPanels = new Map<string, PanelModule>();

/** Fetches what a screen or step shows in its middle, once. */
export async function loadBody({ form, panel }: Part): Promise<void> {
  await Promise.all([loadForm(form), loadPanel(panel)]);
}

/** The body of a screen or step, which was loaded before. */
export function bodyOf({ form, panel }: Part): Body {
  return { panel: loadedPanels.get(panel ?? ""), form: loadedForms.get(form ?? "") };
}

/** Source ids of a body's modules, as the manifest of the build names them. */
export function bodyModules({ form, panel }: Part): string[] {
  return [
    ...(panel === undefined ? [] : [`panels/${panel}.tsx`]),
    ...(form === undefined ? [] : ["screens/form.tsx", `virtual:form/${form}`]),
  ];
}

async function loadForm(id: string | undefined): Promise<void> {
  if (id === undefined || loadedForms.has(id)) return;
  const [{ ScreenForm }, form] = await Promise.all([import("./form.tsx"), forms[id]?.()]);
  if (form === undefined) throw new Error(`schemas/forms has no form ${id}`);
  loadedForms.set(id, { form, ScreenForm });
}

async function loadPanel(id: string | undefined): Promise<void> {
  if (id === undefined || loadedPanels.has(id)) return;
  const load = panels[`../panels/${id}.tsx`];
  if (load === undefined) throw new Error(`src/client/panels has no panel ${id}`);
  loadedPanels.set(id, await load());
}
