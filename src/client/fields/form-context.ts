import { createContext, use } from "react";
import type { PasswordRules } from "../../generated/calls.ts";
import type { Translate } from "../../shared/translate.ts";

/** What widgets need beside their own properties. A context, because rjsf takes functions for equal and skips them. */
export interface FormContext {
  /** Key of the form's texts: `forms.login`. */
  textKey: string;
  t: Translate;
  rules: PasswordRules | undefined;
}

const Context = createContext<FormContext | null>(null);

export const FormProvider = Context.Provider;

/** The form around a widget. */
export function useForm(): FormContext {
  const context = use(Context);
  if (context === null) throw new Error("A widget stands outside of a form");
  return context;
}
