import { readFile } from "node:fs/promises";
import type { Partner } from "../../config/resolve/partners.ts";

/** Name by which the HTML of a mail refers to its partner's logo. */
export const logoCid = "logo@vestibule";

/** An image that travels with a mail. */
export interface InlineImage {
  cid: string;
  mediaType: string;
  bytes: Buffer;
}

/** The images that the mails of a partner show: its logo, where it has one for mails. */
export async function mailImages(partner: Pick<Partner, "mail"> | undefined): Promise<InlineImage[]> {
  const logo = partner?.mail.logo ?? null;
  if (logo === null) return [];
  // A code without its logo is better than none: the name stands in its place.
  const bytes = await readFile(logo).catch(() => null);
  return bytes === null ? [] : [{ cid: logoCid, mediaType: "image/png", bytes }];
}
