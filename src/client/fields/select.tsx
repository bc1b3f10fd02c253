import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import { accessibilityOf, choicesOf, type FieldWidgetProps } from "./field-widget.ts";
import { useForm } from "./form-context.ts";

/** One of several choices, in the browser's own list. Texts: forms.<form>.<field>.options.<value>. */
export function Select(field: FieldWidgetProps) {
  const { t, textKey } = useForm();
  const { id, name, htmlName, value, required, onChange, options, placeholder, rawErrors = [] } = field;
  return (
    <NativeSelect
      fullWidth
      value={value ?? ""}
      error={rawErrors.length > 0}
      onChange={(event) => onChange(event.target.value)}
      input={<OutlinedInput notched={false} disableInjectingGlobalStyles />}
      inputProps={{
        id,
        name: htmlName,
        required,
        autoComplete: options.autocomplete as string | undefined,
        ...accessibilityOf(field),
      }}
    >
      <option value="">{placeholder}</option>
      {choicesOf(field).map((choice) => (
        <option key={choice} value={choice}>
          {t(`${textKey}.${name}.options.${choice}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
