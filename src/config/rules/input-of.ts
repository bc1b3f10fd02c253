import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { propertiesOf } from "../facts.ts";

/** Schema of what a call takes by a name, in its body or its query; undefined: it takes no such thing. */
export function inputOf(contract: CallContract | undefined, name: string): JsonSchema | undefined {
  return propertiesOf(contract?.body).get(name) ?? contract?.query?.[name];
}
