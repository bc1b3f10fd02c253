import styled from "@mui/styled-engine";
import type { FieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import { FieldProblems } from "../parts/field-problems.tsx";
import type { FormValues } from "./compiled-form.ts";
import { errorId, hintId, labelId } from "./field-widget.ts";
import { useForm } from "./form-context.ts";

const Label = styled("label")(({ theme }) => ({
  display: "block",
  marginBlockEnd: 6,
  fontWeight: 600,
  "& span + span": { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));

const Hint = styled("p")(({ theme }) => ({
  marginTop: 6,
  fontSize: "0.9375rem",
  color: theme.vars.palette.text.secondary,
}));

/** What stands around each widget: label, hint, and its errors. */
export function FieldTemplate(props: FieldTemplateProps<FormValues, RJSFSchema, object>) {
  const { id, label, required, hidden, children, rawErrors = [], rawHelp, uiSchema, schema } = props;
  const { t, turn } = useForm();
  if (hidden || schema.type === "object") return children;
  const widget = uiSchema?.["ui:widget"];
  const isGroup = widget === "radio";
  return (
    <div>
      {widget !== "checkbox" && (
        <Label as={isGroup ? "span" : "label"} id={labelId(id)} htmlFor={isGroup ? undefined : id}>
          {/* An element of its own: of words beside others React changes nothing where a translator has put its own. */}
          <span>{label}</span>
          {/* Nearly every field is required: what may stay empty says so. */}
          {!required && <span>{` (${t("shell.optional")})`}</span>}
        </Label>
      )}
      {children}
      <FieldProblems id={errorId(id)} texts={rawErrors} turn={turn} />
      {rawHelp && <Hint id={hintId(id)}>{rawHelp}</Hint>}
    </div>
  );
}
