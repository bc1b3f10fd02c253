import type { CodeDelivery } from "../../generated/calls.ts";
import { breakable, leftToRight } from "../look/text-marks.ts";
import { useScreen } from "../page/screen-context.ts";
import { DeliveryBox } from "../parts/delivery-box.tsx";

export const isBrief = true;

/** What of a view tells of a delivery: several calls have it. */
interface DeliveryView {
  username?: string | null;
  newEmail?: string | null;
  delivery?: CodeDelivery | null;
}

/**
 * Where a code went; or, where that would tell too much, that a token was sent to a name, if there is an account of that
 * name, which is left open (security, EN-3). And by which reference its message is known. A new address that was just typed
 * stands whole there.
 */
export function Panel() {
  const { t, view } = useScreen();
  const { username, newEmail, delivery } = view as DeliveryView;
  if (!delivery) return null;
  // The person's own words: an address that they mistyped is found where it is shown whole.
  const destination = newEmail ?? delivery.destination;
  return (
    <DeliveryBox icon="mail" reference={delivery.reference}>
      {destination === null
        ? t("panels.code-delivery.perhaps", { username: breakable(username ?? "") })
        : t("panels.code-delivery.sent", { destination: leftToRight(destination) })}
    </DeliveryBox>
  );
}
