import { useState } from "react";

/**
 * Which fields of a server's answer count no more, because the person changed them or was told of other faults at a new
 * attempt. A new `answer` object is a new answer, of which everything counts.
 */
export function useCleared(answer: object): [readonly string[], (fields: readonly string[]) => void] {
  const [state, setState] = useState<{ answer: object; fields: readonly string[] }>();
  const cleared = state?.answer === answer ? state.fields : [];
  return [cleared, (fields) => setState({ answer, fields: [...cleared, ...fields] })];
}
