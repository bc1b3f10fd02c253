import type { Handlers } from "../call.ts";

/** Where a signed-in person can go from here: the applications of this partner that say where they start. */
export const applications: Handlers["Applications"] = async ({ services, visitor, partner, language }) => {
  if (visitor.session === null) return { items: [] };
  const items = Object.values(services.config().clients).flatMap(({ name, startUrl, partnerId }) =>
    startUrl !== undefined && (partnerId ?? partner.partnerId) === partner.partnerId
      ? [{ name, startUrl }]
      : [],
  );
  return { items: items.sort((one, other) => one.name.localeCompare(other.name, language)) };
};
