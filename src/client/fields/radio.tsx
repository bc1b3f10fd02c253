import { accessibilityOf, choicesOf, type FieldWidgetProps, labelId } from "./field-widget.ts";
import { useForm } from "./form-context.ts";
import { Tick, TickLine } from "./tick.tsx";

/** One of several choices, all of them in view. Texts: forms.<form>.<field>.options.<value>. */
export function Radio(field: FieldWidgetProps) {
  const { t, textKey } = useForm();
  const { id, name, htmlName, value, onChange } = field;
  const { autoFocus, ...group } = accessibilityOf(field);
  return (
    <div role="radiogroup" id={id} aria-labelledby={labelId(id)} {...group}>
      {choicesOf(field).map((choice, index) => (
        <TickLine key={choice}>
          <Tick
            type="radio"
            name={htmlName}
            value={choice}
            checked={value === choice}
            autoFocus={autoFocus && index === 0}
            onChange={() => onChange(choice)}
          />
          <span>{t(`${textKey}.${name}.options.${choice}`)}</span>
        </TickLine>
      ))}
    </div>
  );
}
