import { useEffect, useState } from "react";

/** How often, and by whom, words that come up are said. */
export interface Announced {
  /** Of another turn the same words are announced again. */
  turn: number;
  /** The focus came to what they describe, and reads them: announced too, they would be heard twice. */
  isRead?: boolean | undefined;
}

/** Milliseconds after which words that came up are announced by no reader any more. */
const moment = 1000;

/**
 * `aria-live` of a place of errors: off for the moment in which the focus reads what it is filled with. Not
 * `role="alert"`: Firefox does not tell Orca that it is one, and NVDA says it as an alert and as a live region.
 */
export function useLiveness({ turn, isRead = false }: Announced): "assertive" | "off" {
  const [past, setPast] = useState<number>();
  useEffect(() => {
    if (!isRead) return undefined;
    const timer = setTimeout(() => setPast(turn), moment);
    return () => clearTimeout(timer);
  }, [turn, isRead]);
  return isRead && past !== turn ? "off" : "assertive";
}
