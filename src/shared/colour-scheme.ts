/** How the pages look; `auto` follows the system (specification, section 1). */
export const colourSchemes = ["auto", "light", "dark"] as const;

export type ColourScheme = (typeof colourSchemes)[number];

/** The readable cookie that remembers the choice, so that the server's first answer looks as chosen. */
export const colourSchemeCookie = "__Host-vestibule-colour-scheme";

export function isColourScheme(value: unknown): value is ColourScheme {
  return (colourSchemes as readonly unknown[]).includes(value);
}
