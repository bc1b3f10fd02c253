/** Puts the focus into the first wrong field of a form, in the order of the page. */
export function focusFirstWrong(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of radio buttons is wrong as a whole; its first button takes the focus.
  const target = wrong?.matches("input, select") ? wrong : wrong?.querySelector<HTMLElement>("input");
  target?.focus();
}
