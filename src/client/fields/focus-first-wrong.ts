import { problemsId } from "./field-widget.ts";

/** Who says what is wrong, so that it is heard once. */
export interface Led {
  /** Ids of what is read with the field that took the focus; announced as well, it would be heard twice. */
  read: readonly string[];
  /**
   * Id of the field that kept the focus: nothing reads it anew, so what is wrong is announced. It is described by it once
   * it is left: readers say a description that changes, too.
   */
  kept?: string;
}

/** Puts the focus into the first wrong field of a form, in the order of the page. */
export function focusFirstWrong(form: HTMLFormElement): Led {
  return lead(firstWrong(form));
}

/**
 * Leads to what an answer refused: the first wrong field, else the password that was refused in general. A password or code of few letters is
 * selected, because nobody sees what is wrong in it: the next letter begins it anew.
 */
export function focusRefused(form: HTMLFormElement): Led {
  const secrets = 'input:is([autocomplete="current-password"], [autocomplete="one-time-code"])';
  const refused =
    firstWrong(form) ?? form.querySelector<HTMLElement>(`[aria-describedby~="${problemsId(form.id)}"]`);
  // Refused in general: the words that say so stand above, and stay where they are.
  const led = lead(refused, { preventScroll: !refused?.matches("[aria-invalid=true]") });
  if (refused instanceof HTMLInputElement && refused.matches(secrets)) refused.select();
  return led;
}

function firstWrong(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[aria-invalid="true"]');
}

function lead(field: HTMLElement | null, options?: FocusOptions): Led {
  if (field === null) return { read: [] };
  const isKept = field.contains(document.activeElement);
  // A group of radio buttons is wrong as a whole; its first button takes the focus.
  const target = field.matches("input, select") ? field : field.querySelector<HTMLElement>("input");
  target?.focus(options);
  if (isKept) return { read: [], kept: field.id };
  return { read: field.getAttribute("aria-describedby")?.split(" ") ?? [] };
}
