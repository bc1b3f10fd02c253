import styled from "@mui/styled-engine";
import { useEffect, useState } from "react";
import { passwordProblems, passwordRuleCodes } from "../../shared/password-rules.ts";
import type { ProblemCode } from "../../shared/problem-codes.ts";
import { Hidden } from "../parts/hidden.tsx";
import { Icon } from "../parts/icon.tsx";
import type { FieldWidgetProps } from "./field-widget.ts";
import { type FormContext, useForm } from "./form-context.ts";
import type { NewPasswordRules } from "./new-password-rules.ts";
import { PasswordInput } from "./password.tsx";

const Rules = styled("ul")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 4,
  margin: "12px 0 8px",
  padding: 0,
  listStyle: "none",
  fontSize: "0.9375rem",
  color: vars.palette.text.secondary,
  "& li": { display: "flex", alignItems: "flex-start", gap: 10 },
  "& svg": { marginTop: 1 },
  "& [data-met=true] svg": { color: vars.palette.success.main },
  "&[data-wrong=true] [data-met=false]": { color: vars.palette.danger.main },
}));

/** Milliseconds without a further letter, after which the state of the rules is announced. */
const silence = 1200;

/** A password that is to be set: the rules stand below it, each with a tick as soon as it is met. */
export function NewPassword(field: FieldWidgetProps) {
  const form = useForm();
  const { rules } = form;
  return rules === undefined ? (
    <PasswordInput field={field} />
  ) : (
    <RuledPassword {...{ field, form, rules }} />
  );
}

interface RuledProps {
  field: FieldWidgetProps;
  form: FormContext;
  rules: NewPasswordRules;
}

function RuledPassword({ field, form, rules }: RuledProps) {
  const { t } = form;
  const { rawErrors = [] } = field;
  const listId = `${field.id}-rules`;
  const value = String(field.value ?? "");
  const list = stateOf(value, rules, form.isRepeated(field.name));
  const settled = useSettled(value === "" ? "" : summaryOf(list, t), value);
  // Refused all the same, for what the list does not have: its problem says more.
  const isRefused = rawErrors.length > 0 && list.every(({ met }) => met);
  return (
    <>
      <PasswordInput field={field} describedBy={[listId]} />
      <Rules id={listId} data-wrong={rawErrors.length > 0}>
        {list.map(({ rule: { code, params }, met }) => (
          <li key={code} data-met={met}>
            <Icon name={met ? "done" : "todo"} />
            <span>
              <span>{t(code, params)}</span>
              {met && <Hidden>{` ${t("shell.password.met")}`}</Hidden>}
            </span>
          </li>
        ))}
      </Rules>
      <Hidden as="p" role="status">
        {isRefused ? "" : settled}
      </Hidden>
    </>
  );
}

interface RuleState {
  rule: ProblemCode;
  met: boolean;
}

/** Each rule with whether it is met; that the repetition is the same is the last of them. */
function stateOf(
  value: string,
  { rules, username }: NewPasswordRules,
  isRepeated: boolean | undefined,
): RuleState[] {
  const broken = new Set(passwordProblems(value, rules, username).map(({ code }) => code));
  const states = passwordRuleCodes(rules).map((rule) => ({
    rule,
    met: value !== "" && !broken.has(rule.code),
  }));
  if (isRepeated === undefined) return states;
  return [...states, { rule: { code: "validation.match" }, met: value !== "" && isRepeated }];
}

function summaryOf(list: readonly RuleState[], t: FormContext["t"]): string {
  const open = list.filter(({ met }) => !met).map(({ rule: { code, params } }) => t(code, params));
  return open.length === 0 ? t("shell.password.allMet") : [t("validation.passwordRules"), ...open].join(" ");
}

/** A text as it was when nothing was `typed` any more, so that not every letter is talked over. */
function useSettled(text: string, typed: string): string {
  const [settled, setSettled] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the silence anew
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), silence);
    return () => clearTimeout(timer);
  }, [text, typed]);
  return settled;
}
