import type { JsonSchema } from "../../shared/contract.ts";
import { alternativesOf, propertiesOf, requiredOf } from "../resolve/facts.ts";

/** The plainest value that a schema allows: false, null, empty, the least number, the first of a list. */
export function neutralValue(schema: JsonSchema): unknown {
  const alternatives = alternativesOf(schema);
  if (alternatives.some(({ type }) => [type].flat().includes("null"))) return null;
  const [first = {}] = alternatives;
  if ("const" in first) return first.const;
  if (Array.isArray(first.enum)) return first.enum[0];
  switch ([first.type].flat()[0]) {
    case "object":
      return neutralObject(first);
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return first.minimum ?? 0;
    default:
      return "";
  }
}

/** Only what the object must have. */
function neutralObject(schema: JsonSchema): Record<string, unknown> {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    requiredOf(schema).map((name) => [name, neutralValue(properties.get(name) ?? {})]),
  );
}
