import { useState } from "react";

/**
 * Counts answers: each new `answer` object is one. As the key of what is announced it makes the same words new, so that
 * a screen reader says them again.
 */
export function useAnswers(answer: object): number {
  const [last, setLast] = useState({ answer, count: 0 });
  if (last.answer !== answer) setLast({ answer, count: last.count + 1 });
  return last.count;
}
