import type { ComponentProps, MouseEvent } from "react";
import { useScreen } from "./screen-context.ts";

/** Goes there without a new page, unless the person asks for another tab or the address is elsewhere. */
export function useFollow(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { go } = useScreen();
  return (event) => {
    const { href, origin, target } = event.currentTarget;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented || origin !== location.origin || target !== "") return;
    event.preventDefault();
    go(href.slice(origin.length));
  };
}

/** A link to another address of this site; it works without script too. */
export function ScreenLink(props: ComponentProps<"a">) {
  const follow = useFollow();
  return <a {...props} onClick={follow} />;
}
