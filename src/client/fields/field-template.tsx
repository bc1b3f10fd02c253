import { styled } from "@mui/material/styles";
import type { FieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { FormValues } from "./compiled-form.ts";
import { errorId, hintId, labelId } from "./field-widget.ts";
import { useForm } from "./form-context.ts";

const Label = styled("label")({ display: "block", marginBlockEnd: 6, fontWeight: 600 });

const Hint = styled("p")(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  color: theme.vars.palette.text.secondary,
}));

const Errors = styled("div")(({ theme }) => ({
  color: theme.vars.palette.error.main,
  "& p": { margin: theme.spacing(0.75, 0, 0) },
}));

/** What stands around each widget: label, hint, and the place of its errors, which is there before they are. */
export function FieldTemplate(props: FieldTemplateProps<FormValues, RJSFSchema, object>) {
  const { id, label, required, hidden, children, rawErrors = [], rawHelp, uiSchema, schema } = props;
  const { t } = useForm();
  if (hidden || schema.type === "object") return children;
  const widget = uiSchema?.["ui:widget"];
  const isGroup = widget === "radio";
  return (
    <div>
      {widget !== "checkbox" && (
        <Label as={isGroup ? "span" : "label"} id={labelId(id)} htmlFor={isGroup ? undefined : id}>
          {label}
          {required && (
            <span aria-hidden="true" title={t("shell.required")}>
              {" *"}
            </span>
          )}
        </Label>
      )}
      {children}
      <Errors id={errorId(id)} role="alert">
        {rawErrors.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Errors>
      {rawHelp && <Hint id={hintId(id)}>{rawHelp}</Hint>}
    </div>
  );
}
