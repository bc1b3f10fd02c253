import { leftToRight } from "../look/text-marks.ts";
import { usePanelTexts, useScreen } from "../page/screen-context.ts";
import { DeliveryBox } from "../parts/delivery-box.tsx";
import { methodIcons } from "../parts/icon.tsx";
import { Progress } from "./setup/progress.tsx";

/** Where the code went, and by which reference its message is known. */
export function Panel() {
  const { view } = useScreen<"Setup2FAView">();
  const { method, delivery, phoneNumber } = view;
  const text = usePanelTexts("setup-code");
  // The person's own words: a number that they mistyped is found where it is shown whole.
  const destination = phoneNumber ?? delivery?.destination ?? "";
  const sent = method === "sms" ? "sms" : "pin";
  return (
    <>
      <Progress at="prove" />
      <DeliveryBox icon={methodIcons[sent]} reference={delivery?.reference}>
        {delivery === null ? text(`${sent}None`) : text(sent, { destination: leftToRight(destination) })}
      </DeliveryBox>
    </>
  );
}
