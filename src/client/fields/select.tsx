import styled from "@mui/styled-engine";
import { Icon } from "../parts/icon.tsx";
import { InputBox } from "../parts/input-box.tsx";
import { accessibilityOf, choicesOf, type FieldWidgetProps } from "./field-widget.ts";
import { useForm } from "./form-context.ts";

const ListBox = styled(InputBox)({
  "& > select": { appearance: "none", paddingInlineEnd: 44 },
  "& > svg": { marginInline: "-36px 16px", pointerEvents: "none" },
});

/** One of several choices, in the browser's own list. Texts: forms.<form>.<field>.options.<value>. */
export function Select(field: FieldWidgetProps) {
  const { t, textKey } = useForm();
  const { id, name, htmlName, value, onChange, options, placeholder } = field;
  const accessibility = accessibilityOf(field);
  return (
    <ListBox data-wrong={accessibility["aria-invalid"] || undefined}>
      <select
        {...accessibility}
        id={id}
        name={htmlName}
        value={value ?? ""}
        autoComplete={options.autocomplete as string | undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {choicesOf(field).map((choice) => (
          <option key={choice} value={choice}>
            {t(`${textKey}.${name}.options.${choice}`)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </ListBox>
  );
}
