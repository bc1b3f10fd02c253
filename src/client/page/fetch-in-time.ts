import { endedByEither } from "./either-signal.ts";

/** An answer that has come as a whole. */
export interface WholeAnswer {
  answer: Response;
  /** Its body. */
  text: string;
}

/** The longest that a whole answer is waited for, milliseconds: the server itself refuses what it cannot do long before. */
const longestWait = 30_000;

/** Fetches until it is given up. A line that is open but dead breaks after a while: it would hold the page for ever. */
export function fetchInTime(
  url: URL | string,
  init: RequestInit = {},
  givenUp?: AbortSignal,
): Promise<WholeAnswer> {
  return endedByEither(givenUp, async (end) => {
    const timer = setTimeout(() => end.abort(), longestWait);
    try {
      const answer = await fetch(url, { ...init, signal: end.signal, credentials: "same-origin" });
      // The time is not over with the head, because the body can stay away too.
      return { answer, text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  });
}
