import { type RefObject, useLayoutEffect, useRef } from "react";

type Places = Map<Element, number>;

const usual = 180;

/**
 * Lets what a message pushes down, or lets up again, glide there: an answer may come long after the press, when nobody
 * expects the page to move. Gives what notes where everything stands, to be called before something is sent.
 */
export function useGlide(root: RefObject<HTMLElement | null>, problems: object): () => void {
  const noted = useRef<Places>(undefined);
  const running = useRef<Animation[]>([]);
  const note = () => {
    if (root.current !== null) noted.current = placesIn(root.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes and goes with an answer
  useLayoutEffect(() => {
    if (root.current === null || noted.current === undefined) return;
    for (const animation of running.current) animation.cancel();
    const before = noted.current;
    note();
    running.current = glide(root.current, before, noted.current, 0);
  }, [root, problems]);
  return note;
}

/** Where everything below an element is seen, from its upper edge. */
function placesIn(root: Element): Places {
  const { top } = root.getBoundingClientRect();
  const all = [...root.querySelectorAll("*")].filter((element) => element.getClientRects().length > 0);
  return new Map(all.map((element) => [element, element.getBoundingClientRect().top - top]));
}

/** Moves what is below an element from where it was; `carried` is how far the element itself does that already. */
function glide(parent: Element, before: Places, now: Places, carried: number): Animation[] {
  const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : usual;
  return [...parent.children].flatMap((element) => {
    const [was, is] = [before.get(element), now.get(element)];
    // What is new appears where it belongs.
    if (was === undefined || is === undefined) return [];
    const far = Math.round(was - is);
    const inside = glide(element, before, now, far);
    if (far === carried) return inside;
    const from = { transform: `translateY(${far - carried}px)` };
    return [...inside, element.animate([from, { transform: "none" }], { duration, easing: "ease-out" })];
  });
}
