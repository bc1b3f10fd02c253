import { pickByName } from "../../shared/pick-by-name.ts";

/**
 * What a form would send, by name, with `submitter` as the button that was pressed. A checkbox is true or false, as
 * calls want it; the form's own fields (`__token`) are left out.
 */
export function fieldsOf(form: HTMLFormElement, submitter?: HTMLElement | null): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(new FormData(form));
  // Chrome 111 does not know the pressed button as a second argument of `FormData`, and says nothing about it.
  if (submitter instanceof HTMLButtonElement) fields[submitter.name] = submitter.value;
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "checkbox")
      fields[control.name] = control.checked;
  }
  return pickByName(fields, (name) => name !== "" && !name.startsWith("__"));
}

/** Values as a form of the browser's own sends them: text by name, of what is not there nothing. */
export function postedFields(values: Record<string, unknown>): Record<string, string> {
  const there = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return Object.fromEntries(there.map(([name, value]) => [name, value === true ? "on" : String(value)]));
}
