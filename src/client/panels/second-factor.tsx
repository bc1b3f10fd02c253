import { leftToRight } from "../look/text-marks.ts";
import { useScreen } from "../page/screen-context.ts";
import { DeliveryBox } from "../parts/delivery-box.tsx";
import { methodIcons } from "../parts/icon.tsx";

export const isBrief = true;

/** Which code is asked for, where it went and by which reference its message is known; who helps where there is no other way. */
export function Panel() {
  const { t, view } = useScreen<"LoginWith2FAView">();
  const { method, delivery, others } = view;
  const isOnlyWay = !Object.values(others).includes(true);
  const box = {
    icon: methodIcons[method],
    help: isOnlyWay ? t("panels.second-factor.noOtherWay") : undefined,
  };
  if (method === "authenticator")
    return <DeliveryBox {...box}>{t("panels.second-factor.authenticator")}</DeliveryBox>;
  if (delivery === null) return <DeliveryBox {...box}>{t(`panels.second-factor.${method}None`)}</DeliveryBox>;
  const { destination, reference } = delivery;
  return (
    <DeliveryBox {...box} reference={reference}>
      {t(`panels.second-factor.${method}`, { destination: leftToRight(destination ?? "") })}
    </DeliveryBox>
  );
}
