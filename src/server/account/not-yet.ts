import type { CallName } from "../../shared/contract.ts";
import type { Handler } from "../call.ts";
import { Problem } from "../problem.ts";

/** A call whose handler is still to be written. */
export function notYet<Name extends CallName>(): Handler<Name> {
  return async () => {
    throw new Problem(501, "not written yet");
  };
}
