import type { AnswerOf } from "../../shared/contract.ts";
import { DeliveryBox } from "../shell/delivery-box.tsx";
import { useScreen } from "../shell/screen-context.ts";

/** Which code is asked for, where it went and by which reference its message is known. */
export function Panel() {
  const { t, view } = useScreen();
  const { method, delivery } = view as Pick<AnswerOf<"LoginWith2FAView">, "method" | "delivery">;
  if (method === "authenticator") return <DeliveryBox>{t("panels.second-factor.authenticator")}</DeliveryBox>;
  if (delivery === null) return <DeliveryBox>{t(`panels.second-factor.${method}None`)}</DeliveryBox>;
  const { destination, reference } = delivery;
  const label = t("panels.second-factor.reference");
  return (
    <DeliveryBox reference={reference === null ? undefined : { label, value: reference }}>
      {t(`panels.second-factor.${method}`, { destination: destination ?? "" })}
    </DeliveryBox>
  );
}
