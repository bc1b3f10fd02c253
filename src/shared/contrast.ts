type Rgb = readonly [number, number, number];

/** Contrast that text needs (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5;
/** A button's text says what it is; its ground only must not vanish, so that a partner's colour stays what it is. */
export const buttonContrast = 1.3;

/** Contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes two colours; `share` of the second, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [parse(one), parse(other)];
  const part = (index: 0 | 1 | 2) => Math.round(a[index] * (1 - share) + b[index] * share);
  return `#${[part(0), part(1), part(2)].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever is read better on a colour. */
export function inkOn(colour: string): string {
  return contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#ffffff" : "#000000";
}

/**
 * The colour itself where it stands out enough from all the backgrounds, else the nearest shade that does: darker on a
 * light ground, lighter on a dark one.
 */
export function standOut(colour: string, backgrounds: readonly string[], ratio: number): string {
  const [first = "#ffffff"] = backgrounds;
  const towards = inkOn(first) === "#ffffff" ? "#ffffff" : "#000000";
  const shades = Array.from({ length: 21 }, (_, step) => mix(colour, towards, step / 20));
  const enough = (shade: string) => backgrounds.every((ground) => contrast(shade, ground) >= ratio);
  return shades.find(enough) ?? towards;
}

/** The nearest mixture of a colour with black or white that is good; none: undefined. */
export function nearestShade(colour: string, isGood: (shade: string) => boolean): string | undefined {
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  return steps.flatMap((share) => ["#000000", "#ffffff"].map((end) => mix(colour, end, share))).find(isGood);
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
