import { keptInputKey } from "./is-input-kept.ts";

/** What a reload must not lose. It lies in this tab's own storage from the reload to the page after it, no longer. */
interface KeptInput {
  form: string;
  path: string;
  values: Record<string, unknown>;
}

/** Keeps what is typed into a form, over the next load of this address. The caller leaves secrets out. */
export function keepInput(form: string, values: Record<string, unknown>): void {
  const kept: KeptInput = { form, path: location.pathname, values };
  try {
    sessionStorage.setItem(keptInputKey, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: the form begins anew.
  }
}

/**
 * Writes what was kept into the form of the server's page, before the script takes it over as if it had been typed
 * there. What has been typed meanwhile stays.
 */
export function restoreInput(): void {
  const { form, path, values } = takeKept() ?? {};
  const element = document.getElementById(form ?? "");
  if (!(element instanceof HTMLFormElement) || path !== location.pathname) return;
  for (const control of element.elements) {
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
      fill(control, values?.[control.name]);
  }
}

function takeKept(): KeptInput | undefined {
  try {
    const kept = sessionStorage.getItem(keptInputKey);
    sessionStorage.removeItem(keptInputKey);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

function fill(control: HTMLInputElement | HTMLSelectElement, value: unknown): void {
  if (typeof value === "boolean" && control instanceof HTMLInputElement) control.checked = value;
  if (typeof value !== "string" || control.type === "hidden") return;
  if (control.type === "radio" && control instanceof HTMLInputElement)
    control.checked = control.value === value;
  else if (!(control instanceof HTMLInputElement) || control.value === control.defaultValue)
    control.value = value;
}
