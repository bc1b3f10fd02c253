// Which digits Arabic and others are written with by default, and by which calendar, differs from browser to browser and from the
// server: what the script draws must be what the server has drawn. Those of the inputs, on every page.
const digits = { numberingSystem: "latn" } as const;
const calendar = { ...digits, calendar: "gregory" } as const;

/** How a language writes numbers. */
export function numbersIn(language: string | undefined): Intl.NumberFormat {
  return new Intl.NumberFormat(language, digits);
}

/** How a language writes a moment. */
export function timesIn(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...calendar, ...options });
}

/** A moment in the words of a language, by UTC. */
export function momentIn(language: string, time: number): string {
  return timesIn(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(time);
}

/** A recovery code in groups of five, as people read and copy it. */
export function inGroups(code: string): string {
  return code.replace(/.{5}(?=.)/g, "$& ");
}

/** Names of which any one will do, in the words of a language. */
export function anyOf(language: string, names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}

/** A day in the words of a language, by UTC. */
export function dayIn(language: string, time: number): string {
  return timesIn(language, { dateStyle: "medium", timeZone: "UTC" }).format(time);
}
