import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { mapMap, mapRecord } from "../map-values.ts";
import type { Documents } from "../read/documents.ts";
import { bundleSchema } from "./bundle-schema.ts";

/** The documents with every `$ref` of their schemas written out. */
export interface Workspace extends Documents {
  contracts: ReadonlyMap<string, CallContract>;
  /** Form → schema of its data. */
  formSchemas: ReadonlyMap<string, JsonSchema>;
  entitySchemas: ReadonlyMap<string, JsonSchema>;
}

/** Writes the references out. Expects them to lead somewhere: `checkSchemas` has said so. */
export function openWorkspace(documents: Documents): Workspace {
  const { calls, forms, entities } = documents;
  const all = [...calls.values(), ...forms.values(), ...entities.values()];
  const values = new Map(all.map(({ file, value }) => [file, value as unknown]));
  const inline = (schema: JsonSchema, file: string) =>
    bundleSchema(schema, file, (path) => values.get(path) as JsonSchema);
  const contract = ({ file, value }: { file: string; value: CallContract }): CallContract => ({
    ...value,
    ...(value.query && { query: mapRecord(value.query, (schema) => inline(schema, file)) }),
    ...(value.body && { body: inline(value.body, file) }),
    ...(value.answer && { answer: inline(value.answer, file) }),
  });
  return {
    ...documents,
    contracts: mapMap(calls, contract),
    formSchemas: mapMap(forms, ({ file, value }) => inline(value.schema as JsonSchema, file)),
    entitySchemas: mapMap(entities, ({ file, value }) => inline(value, file)),
  };
}
