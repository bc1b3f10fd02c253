/**
 * What a form would send, by name, with `submitter` as the button that was pressed. A checkbox is true or false, as
 * calls want it; the form's own fields (`__token`) are left out.
 */
export function fieldsOf(form: HTMLFormElement, submitter?: HTMLElement | null): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(new FormData(form, submitter));
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "checkbox")
      fields[control.name] = control.checked;
  }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "" && !name.startsWith("__")));
}
