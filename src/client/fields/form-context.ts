import { createContext, use } from "react";
import type { Translate } from "../../shared/translate.ts";
import type { NewPasswordRules } from "./new-password-rules.ts";

/** What widgets need beside their own properties. A context, because rjsf takes functions for equal and skips them. */
export interface FormContext {
  /** Key of the form's texts: `forms.login`. */
  textKey: string;
  t: Translate;
  rules: NewPasswordRules | undefined;
  /** The same messages of another turn are announced again. */
  turn: number;
  /** Id of what refuses the password in general; undefined: nothing does. */
  refusal: string | undefined;
  /** Whether what is typed once more is the same as in this field; undefined: nothing is typed once more. */
  isRepeated(field: string): boolean | undefined;
}

const Context = createContext<FormContext | null>(null);

export const FormProvider = Context.Provider;

/** The form around a widget. */
export function useForm(): FormContext {
  const context = use(Context);
  if (context === null) throw new Error("A widget stands outside of a form");
  return context;
}
