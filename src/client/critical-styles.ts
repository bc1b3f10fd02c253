import type { EmotionCache } from "@emotion/cache";

/** The style tags of everything that was rendered with a cache of its own, named so that the browser's cache takes them over. */
export function criticalStyles({ key, inserted, registered }: EmotionCache, nonce: string): string {
  const rules = Object.entries(inserted).filter(
    (rule): rule is [string, string] => typeof rule[1] === "string",
  );
  const isGlobal = ([name]: [string, string]) => registered[`${key}-${name}`] === undefined;
  const ofClasses = rules.filter((rule) => !isGlobal(rule));
  const globals = rules.filter(isGlobal).map(([name, css]) => styleTag(`${key}-global`, [name], css, nonce));
  const names = ofClasses.map(([name]) => name);
  return [...globals, styleTag(key, names, ofClasses.map(([, css]) => css).join(""), nonce)].join("");
}

// `data-s` says that they stand where they belong: emotion would move them, and everything would be styled anew.
function styleTag(key: string, names: readonly string[], css: string, nonce: string): string {
  return `<style data-emotion="${key} ${names.join(" ")}" data-s nonce="${nonce}">${css}</style>`;
}
