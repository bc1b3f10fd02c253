import type { JsonSchema } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";

const made = /\/generated\/(names|texts)\.schema\.json/;

/**
 * A schema of `schemas/config/` without what editors are told of the names that other files give: the rules of the
 * check know them as they are now, and say more of a wrong one.
 */
export function withoutNames(schema: JsonSchema): JsonSchema {
  return strip(schema) as JsonSchema;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isNames(item)).map(strip);
  if (!isObject(value)) return value;
  if (isNames(value)) return {};
  const kept = Object.entries(value).filter(
    ([key, inner]) => key !== "allOf" || !Array.isArray(inner) || !inner.every(isNames),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
}

function isNames(value: unknown): boolean {
  return isObject(value) && made.test(String(value.$ref));
}
