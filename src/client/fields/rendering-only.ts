import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import type { FormValues } from "./compiled-form.ts";

/**
 * The validator that rjsf asks for. It renders only: flat schemas have no branches to choose from (`isValid`), and
 * forms are validated by validate-form.ts, whose messages are keys until they are shown.
 */
export const renderingOnly: ValidatorType<FormValues, RJSFSchema, object> = {
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};
