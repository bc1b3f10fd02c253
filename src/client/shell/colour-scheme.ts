/** How the pages look; `auto` follows the system (specification, section 1). */
export const colourSchemes = ["auto", "light", "dark"] as const;

export type ColourScheme = (typeof colourSchemes)[number];

/** Where the choice is remembered in this browser. */
export const colourSchemeKey = "vestibule-colour-scheme";

const darkSystem = "(prefers-color-scheme:dark)";

/**
 * Inline script of the head: sets `data-theme` before the first paint, so that no page flashes in the other scheme.
 * Blocked storage means auto.
 */
export const colourSchemeScript = `{let s;try{s=localStorage.getItem("${colourSchemeKey}")}catch{}document.documentElement.dataset.theme=s==="dark"||s!=="light"&&matchMedia("${darkSystem}").matches?"dark":"light"}`;

export function isColourScheme(value: unknown): value is ColourScheme {
  return (colourSchemes as readonly unknown[]).includes(value);
}

/** The remembered colour scheme; blocked storage or anything unknown: auto. */
export function storedColourScheme(): ColourScheme {
  try {
    const stored = localStorage.getItem(colourSchemeKey);
    return isColourScheme(stored) ? stored : "auto";
  } catch {
    return "auto";
  }
}

/** Shows a scheme now. Returns what ends the following of the system. */
export function showColourScheme(scheme: ColourScheme): () => void {
  const system = matchMedia(darkSystem);
  const show = () => {
    const dark = scheme === "dark" || (scheme === "auto" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  show();
  if (scheme === "auto") system.addEventListener("change", show);
  return () => system.removeEventListener("change", show);
}
