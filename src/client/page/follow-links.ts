import type { Controls } from "./controls.ts";

/** A finger touches a moment before it presses. */
const signs = ["pointerover", "focusin"];

/**
 * Follows links of this site without a new page: one listener for all of them, so that a link is a plain link
 * everywhere. Another tab, a download or a place on the same page stay the browser's. `expect` is told of a link that
 * somebody points at or has reached, which may be pressed next. Returns what ends it.
 */
export function followLinks({ go, expect }: Pick<Controls, "go" | "expect">): () => void {
  const follow = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = linkOf(event);
    if (!plain || event.defaultPrevented || link === null) return;
    const { href, origin, target, hash } = link;
    const here = location.href.split("#", 1)[0];
    const samePage = hash !== "" && href.split("#", 1)[0] === here;
    if (origin !== location.origin || target !== "" || link.hasAttribute("download") || samePage) return;
    event.preventDefault();
    go(href.slice(origin.length));
  };
  const approach = (event: Event) => {
    const link = linkOf(event);
    if (link?.origin === location.origin) expect(link.pathname);
  };
  document.addEventListener("click", follow);
  for (const sign of signs) document.addEventListener(sign, approach);
  return () => {
    document.removeEventListener("click", follow);
    for (const sign of signs) document.removeEventListener(sign, approach);
  };
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a") : null;
}
