import type { FormValues } from "./compiled-form.ts";

/**
 * What stands in a form's inputs on the page, by name: typed, pasted or filled in by the browser, also before any
 * script ran. Hidden inputs and buttons are left out; of radio buttons the chosen one counts.
 */
export function readTypedValues(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement) values[control.name] = control.value;
    if (!(control instanceof HTMLInputElement) || control.name === "") continue;
    if (["hidden", "submit", "button"].includes(control.type)) continue;
    if (control.type === "checkbox") values[control.name] = control.checked;
    else if (control.type !== "radio" || control.checked) values[control.name] = control.value;
  }
  return values;
}
