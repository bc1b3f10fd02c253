import { problemsId } from "./field-widget.ts";

/** Puts the focus into the first wrong field of a form, in the order of the page. */
export function focusFirstWrong(form: HTMLFormElement): void {
  firstWrong(form)?.focus();
}

/**
 * Leads to what an answer refused: the first wrong field, else the password that was refused in general. A password or code of few letters is
 * selected, because nobody sees what is wrong in it: the next letter begins it anew.
 */
export function focusRefused(form: HTMLFormElement): void {
  const secrets = 'input:is([autocomplete="current-password"], [autocomplete="one-time-code"])';
  const refused =
    firstWrong(form) ?? form.querySelector<HTMLElement>(`[aria-describedby~="${problemsId(form.id)}"]`);
  // Refused in general: the words that say so stand above, and stay where they are.
  refused?.focus({ preventScroll: !refused.matches("[aria-invalid=true]") });
  if (refused instanceof HTMLInputElement && refused.matches(secrets)) refused.select();
}

function firstWrong(form: HTMLFormElement): HTMLElement | null | undefined {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of radio buttons is wrong as a whole; its first button takes the focus.
  return wrong?.matches("input, select") ? wrong : wrong?.querySelector<HTMLElement>("input");
}
