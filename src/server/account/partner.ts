import { readFile } from "node:fs/promises";
import type { PartnerMetadata } from "../../generated/calls.ts";
import type { Handlers } from "../call.ts";
import { ImageAnswer } from "../call.ts";
import { mediaTypeOf } from "../media-type.ts";
import { partnerNamed } from "../partner-named.ts";
import { Problem } from "../problem.ts";

/** The partner of the waiting application or of this host; where neither names one, the default partner. */
export const getPartnerMetaData: Handlers["GetPartnerMetaData"] = async ({ partner }) =>
  partnerMetadata(partner);

/** What anybody may know of a partner: no file of this server, no rule. */
export function partnerMetadata({
  partnerId,
  partnerName,
  partnerDomain,
  themesBackgroundColor,
  defaultLanguage,
  availableLanguages,
  waysIn,
  privacyUrl,
  imprintUrl,
  behaviour,
}: PartnerMetadata): PartnerMetadata {
  return {
    partnerId,
    partnerName,
    partnerDomain,
    themesBackgroundColor,
    defaultLanguage,
    availableLanguages,
    waysIn,
    privacyUrl,
    imprintUrl,
    behaviour,
  };
}

/** The logo of the partner that is named, else of the partner that this request sees. */
export const getPartnerLogo: Handlers["GetPartnerLogo"] = async ({ services, partner }, { query }) => {
  const { partnerId = partner.partnerId } = query;
  const logo = partnerNamed(services.config(), partnerId)?.logo;
  if (!logo) throw new Problem(404, "no logo");
  return new ImageAnswer(await readFile(logo), mediaTypeOf(logo));
};

/** Bounds of a new password at this partner. */
export const passwordRules: Handlers["PasswordRules"] = async ({ partner }) => partner.passwordRules;
