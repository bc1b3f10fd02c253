import type { PartnerConfig } from "../../generated/config.ts";
import type { ImageFile } from "./image-kind.ts";

/** What an image is for. */
export interface ImageUse {
  /** With its article, as people call it. */
  name: string;
  /** The most bytes that its file may have: everybody loads it before they can sign in, or gets it with each mail. */
  most: number;
  /** How many times as wide as high it may be: as high as its place is, a longer one would be cut or a thin line. */
  widest?: number;
}

/** The images that a partner's file can name, each with its place there. */
export const partnerImages: readonly (ImageUse & {
  path: readonly string[];
  of(partner: PartnerConfig): string | undefined;
})[] = [
  { path: ["logo"], of: ({ logo }) => logo, name: "a logo", most: 200_000, widest: 10 },
  { path: ["icon"], of: ({ icon }) => icon, name: "an icon", most: 64_000, widest: 2 },
  { path: ["background"], of: ({ background }) => background, name: "a background", most: 1_000_000 },
  { path: ["mail", "logo"], of: ({ mail }) => mail?.logo, name: "a logo in mails", most: 64_000, widest: 10 },
];

/** The picture of a provider, which its own file names. */
export const vendorImage: ImageUse = { name: "the picture of a provider", most: 64_000 };

/** A file with more bytes is no image that any page shows. */
export const largestImage = Math.max(...[vendorImage, ...partnerImages].map(({ most }) => most));

/** That a file has more bytes than its use allows. */
export function tooLarge(
  file: string,
  { size }: Pick<ImageFile, "size">,
  { name, most }: ImageUse,
): string | undefined {
  if (size <= most) return undefined;
  return `"${file}" has ${kilobytes(size)}, and ${name} may have ${kilobytes(most)} at most: save it smaller.`;
}

/** That a file is wider, by its proportion, than its use allows. */
export function tooWide(
  file: string,
  proportion = 0,
  { name, widest = Infinity }: ImageUse,
): string | undefined {
  if (proportion <= widest) return undefined;
  return `"${file}" is ${Math.round(proportion * 10) / 10} times as wide as high, and ${name} may be ${widest} times as wide at most: it would be a thin line.`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
