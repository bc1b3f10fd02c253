import type { Config } from "../config/read-config.ts";
import type { CallName } from "../shared/contract.ts";

/** Key of the label that a call's field has in the form which is sent to it; undefined where no form shows it. */
export function labelKey(config: Config, call: CallName, field: string): string | undefined {
  const screens = Object.values(config.screens).flatMap((screen) => [screen, ...screen.steps]);
  const form = screens.find(({ submit, form: id }) => submit?.call === call && id !== undefined)?.form;
  const shown = form !== undefined && config.forms[form]?.fields.some(({ name }) => name === field);
  return shown ? `forms.${form}.${field}.label` : undefined;
}
