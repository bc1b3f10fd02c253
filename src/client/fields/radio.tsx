import MuiRadio from "@mui/material/Radio";
import { styled } from "@mui/material/styles";
import { accessibilityOf, choicesOf, type FieldWidgetProps, labelId } from "./field-widget.ts";
import { useForm } from "./form-context.ts";

const Line = styled("label")({
  display: "flex",
  alignItems: "center",
  minHeight: 44,
  marginInlineStart: -10,
  cursor: "pointer",
});

/** One of several choices, all of them in view. Texts: forms.<form>.<field>.options.<value>. */
export function Radio(field: FieldWidgetProps) {
  const { t, textKey } = useForm();
  const { id, name, htmlName, value, required, onChange } = field;
  return (
    <div
      role="radiogroup"
      id={id}
      aria-labelledby={labelId(id)}
      aria-required={required}
      {...accessibilityOf(field)}
    >
      {choicesOf(field).map((choice) => (
        <Line key={choice}>
          <MuiRadio
            name={htmlName}
            value={choice}
            checked={value === choice}
            required={required}
            onChange={() => onChange(choice)}
          />
          {t(`${textKey}.${name}.options.${choice}`)}
        </Line>
      ))}
    </div>
  );
}
