import { accessibilityOf, type FieldWidgetProps } from "./field-widget.ts";
import { Tick, TickLine } from "./tick.tsx";

/** Yes or no. Its words stand beside it and are its label; the native post sends `true`. */
export function Checkbox(field: FieldWidgetProps) {
  const { id, htmlName, value, label, onChange } = field;
  return (
    <TickLine>
      <Tick
        type="checkbox"
        id={id}
        name={htmlName}
        value="true"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        {...accessibilityOf(field)}
      />
      <span>{label}</span>
    </TickLine>
  );
}
