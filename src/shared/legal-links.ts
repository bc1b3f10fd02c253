import type { PartnerMetadata } from "../generated/calls.ts";
import type { Translate } from "./translate.ts";

/** A link and its words. */
export interface Link {
  href: string;
  label: string;
}

/** What the law asks of every page of a partner and of its mails: its privacy notice and who it is, as far as it has them. */
export function legalLinks(
  { privacyUrl, imprintUrl }: Pick<PartnerMetadata, "privacyUrl" | "imprintUrl">,
  t: Translate,
): Link[] {
  const links = [
    { href: privacyUrl, label: t("shell.legal.privacy") },
    { href: imprintUrl, label: t("shell.legal.imprint") },
  ];
  return links.filter((link): link is Link => link.href !== undefined);
}
