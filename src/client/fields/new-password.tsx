import { styled } from "@mui/material/styles";
import { passwordProblems, passwordRuleCodes } from "../../shared/password-rules.ts";
import type { FieldWidgetProps } from "./field-widget.ts";
import { useForm } from "./form-context.ts";
import { PasswordInput } from "./password.tsx";

const Rules = styled("ul")(({ theme }) => ({
  margin: theme.spacing(1, 0, 0),
  padding: 0,
  listStyle: "none",
  color: theme.vars.palette.text.secondary,
  "& li": { display: "flex", gap: theme.spacing(1) },
  "& li::before": { content: '"•"', width: "1em", textAlign: "center" },
  "& li[data-met=true]::before": { content: '"✓"', color: theme.vars.palette.success.main },
}));

/** A password that is to be set: the rules stand below it, each with a tick as soon as it is met. */
export function NewPassword(field: FieldWidgetProps) {
  const { rules, t } = useForm();
  if (rules === undefined) return <PasswordInput field={field} />;
  const listId = `${field.id}-rules`;
  const value = String(field.value ?? "");
  const broken = new Set(passwordProblems(value, rules).map(({ code }) => code));
  return (
    <>
      <PasswordInput field={field} describedBy={[listId]} />
      <Rules id={listId}>
        {passwordRuleCodes(rules).map(({ code, params }) => (
          <li key={code} data-met={value !== "" && !broken.has(code)}>
            {t(code, params)}
          </li>
        ))}
      </Rules>
    </>
  );
}
