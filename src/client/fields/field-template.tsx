import styled from "@mui/styled-engine";
import type { FieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import { Icon } from "../parts/icon.tsx";
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

const Errors = styled("div")(({ theme }) => ({
  fontSize: "0.9375rem",
  color: theme.vars.palette.danger.main,
  "& p": { display: "flex", gap: 8, marginTop: 6 },
  "& svg": { marginTop: 1 },
}));

/** What stands around each widget: label, hint, and the place of its errors, which is there before they are. */
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
      <Errors id={errorId(id)} role="alert">
        {rawErrors.map((text) => (
          <p key={`${turn} ${text}`}>
            <Icon name="problem" />
            <span>{text}</span>
          </p>
        ))}
      </Errors>
      {rawHelp && <Hint id={hintId(id)}>{rawHelp}</Hint>}
    </div>
  );
}
