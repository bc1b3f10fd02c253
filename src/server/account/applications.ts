import type { Handlers } from "../call.ts";

/**
 * Where a signed-in person can go from here: the applications of this partner that say where they start. The one whose request waits
 * is gone on with, because it knows what was opened there.
 */
export const applications: Handlers["Applications"] = async ({
  services,
  visitor,
  partner,
  language,
  target,
}) => {
  if (visitor.session === null) return { items: [] };
  const waiting = target.request?.isEnding === false ? target.client?.id : undefined;
  const items = Object.entries(services.config().clients).flatMap(([id, client]) => {
    const startUrl = id === waiting ? target.returnUrl : client.startUrl;
    const isHere = (client.partnerId ?? partner.partnerId) === partner.partnerId;
    return startUrl !== undefined && isHere ? [{ name: client.name, startUrl }] : [];
  });
  return { items: items.sort((one, other) => one.name.localeCompare(other.name, language)) };
};
