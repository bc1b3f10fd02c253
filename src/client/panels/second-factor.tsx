import type { AnswerOf } from "../../shared/contract.ts";
import { leftToRight } from "../look/left-to-right.ts";
import { useScreen } from "../page/screen-context.ts";
import { DeliveryBox } from "../parts/delivery-box.tsx";
import { methodIcons } from "../parts/icon.tsx";

/** Which code is asked for, where it went and by which reference its message is known. */
export function Panel() {
  const { t, view } = useScreen();
  const { method, delivery } = view as Pick<AnswerOf<"LoginWith2FAView">, "method" | "delivery">;
  const icon = methodIcons[method];
  if (method === "authenticator")
    return <DeliveryBox icon={icon}>{t("panels.second-factor.authenticator")}</DeliveryBox>;
  if (delivery === null)
    return <DeliveryBox icon={icon}>{t(`panels.second-factor.${method}None`)}</DeliveryBox>;
  const { destination, reference } = delivery;
  const label = t("panels.second-factor.reference");
  return (
    <DeliveryBox icon={icon} reference={reference === null ? undefined : { label, value: reference }}>
      {t(`panels.second-factor.${method}`, { destination: leftToRight(destination ?? "") })}
    </DeliveryBox>
  );
}
