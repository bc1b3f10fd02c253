import { useId } from "react";
import type { SecureCredential } from "../../../generated/calls.ts";
import { dayIn } from "../../../shared/formats.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { InputBox } from "../../parts/input-box.tsx";
import { Row } from "../../parts/row-list.tsx";

/** Longest name of a device, as RenameCredential takes it. */
const longestName = 64;

/** One device; opened, it can be given another name or removed. */
export function DeviceRow({ device }: { device: SecureCredential }) {
  const { language, t } = useScreen();
  const input = useId();
  const { name, createdAt, lastUsedAt } = device;
  const text = usePanelTexts("devices");
  const used =
    lastUsedAt === null ? text("neverUsed") : text("lastUsed", { date: dayIn(language, lastUsedAt) });
  const about = [text("added", { date: dayIn(language, createdAt) }), used].join(" · ");
  return (
    <Row name={<bdi>{name}</bdi>} about={about}>
      <ActionButton label="rename" item={device}>
        <label htmlFor={input}>{text("name")}</label>
        <InputBox>
          <input
            // A new name from elsewhere is a new input: what is typed is React's no more than the browser's.
            key={name}
            id={input}
            name="name"
            defaultValue={name}
            required
            pattern=".*\S.*"
            onInvalid={({ currentTarget }) => currentTarget.setCustomValidity(t("validation.requiredPlain"))}
            onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
            maxLength={longestName}
            dir="auto"
            autoComplete="off"
          />
        </InputBox>
      </ActionButton>
      <ActionButton label="remove" item={device} />
    </Row>
  );
}
