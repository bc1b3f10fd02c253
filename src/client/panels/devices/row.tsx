import { type InvalidEvent, useId, useState } from "react";
import type { SecureCredential } from "../../../generated/calls.ts";
import { dayIn } from "../../../shared/formats.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { FieldProblems } from "../../parts/field-problems.tsx";
import { InputBox } from "../../parts/input-box.tsx";
import { Row } from "../../parts/row.tsx";

/** Longest name of a device, as RenameCredential takes it. */
const longestName = 64;

/** One device; opened, it can be given another name or removed. */
export function DeviceRow({ device }: { device: SecureCredential }) {
  const { language, t } = useScreen();
  const input = useId();
  const problem = useId();
  // Presses that a missing name has held back since it was last typed.
  const [misses, setMisses] = useState(0);
  const hold = (event: InvalidEvent<HTMLInputElement>) => {
    // The browser's own bubble is gone before everybody has read it.
    event.preventDefault();
    event.currentTarget.focus();
    setMisses(misses + 1);
  };
  const { name, createdAt, lastUsedAt } = device;
  const text = usePanelTexts("devices");
  const used =
    lastUsedAt === null ? text("neverUsed") : text("lastUsed", { date: dayIn(language, lastUsedAt) });
  const about = [text("added", { date: dayIn(language, createdAt) }), used];
  return (
    <Row name={<bdi>{name}</bdi>} about={about}>
      <ActionButton label="rename" item={device}>
        <label htmlFor={input}>{text("name")}</label>
        <div>
          <InputBox data-wrong={misses > 0 || undefined}>
            <input
              // A new name from elsewhere is a new input: what is typed is React's no more than the browser's.
              key={name}
              id={input}
              name="name"
              defaultValue={name}
              required
              pattern=".*\S.*"
              aria-invalid={misses > 0}
              aria-describedby={misses > 0 ? problem : undefined}
              onInvalid={hold}
              onInput={() => setMisses(0)}
              maxLength={longestName}
              dir="auto"
              autoComplete="off"
            />
          </InputBox>
          <FieldProblems
            id={problem}
            texts={misses > 0 ? [t("validation.requiredPlain")] : []}
            turn={misses}
          />
        </div>
      </ActionButton>
      <ActionButton label="remove" item={device} />
    </Row>
  );
}
