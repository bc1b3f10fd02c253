import { useSyncExternalStore } from "react";

const watchNothing = () => () => undefined;

/** What the browser alone knows and what stays so; `before`: what the server draws, until the script takes that over. */
export function useInBrowser<Value>(here: () => Value, before: Value): Value {
  return useSyncExternalStore(watchNothing, here, () => before);
}
