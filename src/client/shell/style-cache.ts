import createCache, { type EmotionCache } from "@emotion/cache";
import type { Direction } from "../../shared/languages.ts";

/** Where styles of one writing direction are kept; text from right to left needs mirrored ones. */
export type StyleCaches = (direction: Direction) => EmotionCache;

/**
 * Makes the style cache of a direction. What mirrors styles is fetched only where it is needed. Nothing is written a
 * second time with prefixes: the browsers that the pages are for know every property as it stands.
 */
export async function makeStyleCache(direction: Direction, nonce: string | undefined): Promise<EmotionCache> {
  if (direction === "ltr") return createCache({ key: "v", nonce, stylisPlugins: [] });
  const { rightToLeft } = await import("./right-to-left.ts");
  return createCache({ key: "vr", nonce, stylisPlugins: rightToLeft });
}
