import type { Customer } from "../../../generated/calls.ts";
import { dayIn } from "../../../shared/formats.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { Choice, ChoiceButton } from "../../parts/choices.tsx";
import { joined } from "../../parts/row.tsx";

/** One customer: pressing it chooses it. */
export function CustomerRow({ customer }: { customer: Customer }) {
  const { view, language } = useScreen<"SelectCustomerView">();
  const { current, requested } = view;
  const { id, name, number, lastUsedAt } = customer;
  const text = usePanelTexts("customer-list");
  const details = [
    text("number", { number }),
    ...(current?.id === id ? [text("current")] : []),
    ...(requested?.id === id ? [text("requested")] : []),
    ...(lastUsedAt === null ? [] : [text("lastUsed", { date: dayIn(language, lastUsedAt) })]),
  ];
  return (
    <ChoiceButton type="submit" name="customerId" value={id}>
      <Choice>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {/* Browser and server may write the same date with another space or comma. */}
        <small suppressHydrationWarning>{joined(details)}</small>
      </Choice>
    </ChoiceButton>
  );
}
