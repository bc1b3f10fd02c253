import MuiCheckbox from "@mui/material/Checkbox";
import { styled } from "@mui/material/styles";
import { accessibilityOf, type FieldWidgetProps } from "./field-widget.ts";

const Line = styled("label")({
  display: "flex",
  alignItems: "center",
  minHeight: 44,
  marginInlineStart: -10,
  cursor: "pointer",
});

/** Yes or no. Its words stand beside it and are its label; a browser without script sends `true`. */
export function Checkbox(field: FieldWidgetProps) {
  const { id, htmlName, value, label, required, onChange } = field;
  return (
    <Line>
      <MuiCheckbox
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { id, name: htmlName, value: "true", required, ...accessibilityOf(field) } }}
      />
      {label}
    </Line>
  );
}
