import type { FormConfig } from "../../generated/config.ts";

/** Name of the call whose body a form fills in: its schema can refer to nothing else. */
export function formCall({ schema: { $ref } }: FormConfig): string {
  return /(\w+)\.json#/.exec($ref)?.[1] ?? "";
}
