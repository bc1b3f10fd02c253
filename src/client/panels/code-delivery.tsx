import type { CodeDelivery } from "../../generated/calls.ts";
import { DeliveryBox } from "../shell/delivery-box.tsx";
import { useScreen } from "../shell/screen-context.ts";

/**
 * That a code was sent to a name, and by which reference its message is known. Where no destination may be told, it is
 * left open whether there is such an account (security, EN-3).
 */
export function Panel() {
  const { t, view } = useScreen();
  const { username, delivery } = view as { username?: string | null; delivery?: CodeDelivery | null };
  if (!delivery) return null;
  const { destination, reference } = delivery;
  const text =
    destination === null
      ? t("panels.code-delivery.perhaps", { username: username ?? "" })
      : t("panels.code-delivery.sent", { destination });
  const label = t("panels.code-delivery.reference");
  return (
    <DeliveryBox reference={reference === null ? undefined : { label, value: reference }}>{text}</DeliveryBox>
  );
}
