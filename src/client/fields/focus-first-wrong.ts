/** Puts the focus into the first wrong field of a form, in the order of the page. Says whether there is one. */
export function focusFirstWrong(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of radio buttons is wrong as a whole; its first button takes the focus.
  const target = wrong?.matches("input, select") ? wrong : wrong?.querySelector<HTMLElement>("input");
  target?.focus();
  return target !== undefined && target !== null;
}
