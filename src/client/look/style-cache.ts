import createCache, { type EmotionCache } from "@emotion/cache";
import type { Direction } from "../../shared/languages.ts";

// Emotion takes over the page's style tags by moving them, and with each everything is styled anew: these stay where they are.
const container = {
  insertBefore: (tag: Node, before: Node | null) =>
    tag.isConnected ? tag : document.head.insertBefore(tag, before),
} as Node;

/**
 * Makes the style cache of a direction. What mirrors styles is fetched only where it is needed. Nothing is written a
 * second time with prefixes: the browsers that the pages are for know every property as it stands.
 */
export async function makeStyleCache(direction: Direction, nonce: string | undefined): Promise<EmotionCache> {
  if (direction === "ltr") return createCache({ key: "v", nonce, container, stylisPlugins: [] });
  const { rightToLeft } = await import("./right-to-left.ts");
  return createCache({ key: "vr", nonce, container, stylisPlugins: rightToLeft });
}
