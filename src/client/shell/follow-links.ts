/**
 * Follows links of this site without a new page: one listener for all of them, so that a link is a plain link
 * everywhere. Another tab, a download or a place on the same page stay the browser's. Returns what ends it.
 */
export function followLinks(go: (href: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!plain || event.defaultPrevented || link === null || !link.hasAttribute("href")) return;
    const { href, origin, target, hash } = link;
    const here = location.href.split("#", 1)[0];
    const samePage = hash !== "" && href.split("#", 1)[0] === here;
    if (origin !== location.origin || target !== "" || link.hasAttribute("download") || samePage) return;
    event.preventDefault();
    go(href.slice(origin.length));
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}
