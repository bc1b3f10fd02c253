import styled from "@mui/styled-engine";
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import { isSaidEverywhere } from "../../shared/screen-texts.ts";
import type { CompiledForm, FormValues } from "../fields/compiled-form.ts";
import { FieldList } from "../fields/field-list.tsx";
import { problemsId } from "../fields/field-widget.ts";
import { focusFirstWrong, focusRefused } from "../fields/focus-first-wrong.ts";
import { bodyOf, initialValues, shownFields } from "../fields/form-values.ts";
import { newPasswordRules } from "../fields/new-password-rules.ts";
import { byShownField, messagesOf, together, without } from "../fields/problem-messages.ts";
import { readTypedValues } from "../fields/read-typed-values.ts";
import { useCleared } from "../fields/use-cleared.ts";
import { validateForm } from "../fields/validate-form.ts";
import { hiddenFieldsOf } from "../page/page.ts";
import { useScreen } from "../page/screen-context.ts";
import { TypedValues } from "../page/typed-values.ts";
import { HiddenInputs } from "../parts/hidden-inputs.tsx";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { useAnswers } from "../parts/use-answers.ts";

export interface ScreenFormProps {
  form: CompiledForm;
  /** Ids of what is read with the field where typing begins; undefined: it begins nowhere yet. */
  introduction?: string;
  /** Buttons; the one that sends is a submit button. */
  children: ReactNode;
}

const Layout = styled("form")({ display: "grid", gap: 24 });

/**
 * A form of the configuration. It works without script as a native post; with script it validates all fields at
 * once, keeps what was typed before, and shows what the server refused until the person answers it.
 */
export function ScreenForm({ form, introduction, children }: ScreenFormProps) {
  const context = useScreen();
  const { t, view, facts, problems, isBusy, postAddress, submit: send } = context;
  const judge = (values: FormValues) => {
    const rules = newPasswordRules(form, facts, values);
    const shown = shownFields(form, facts, values);
    const body = bodyOf(shown, values);
    return { rules, shown, body, wrong: validateForm(form, shown, body, rules) };
  };
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useTypedValues(element, () => initialValues(form, view, context.values));
  const [isTried, setTried] = useState(false);
  // Attempts that could not be sent.
  const [misses, setMisses] = useState(0);
  const [cleared, clear] = useCleared(problems);
  const { rules, shown, body, wrong } = judge(values);
  const refused = without(byShownField(messagesOf(form, problems, t), shown), cleared);
  const messages = together(isTried ? messagesOf(form, wrong, t) : {}, refused);
  // What any page may be told, as without a connection or while one has to wait, refuses no password.
  const isPasswordRefused = problems[""]?.every(({ code }) => !isSaidEverywhere(code)) ?? false;
  const expectAnswer = useFocusOnFailure(element, misses, problems);
  const turn = misses + useAnswers(problems);
  useAskedCode(view, () => {
    const codes = form.fields.filter(({ widget }) => widget === "one-time-code");
    setValues((current) => ({ ...current, ...Object.fromEntries(codes.map(({ name }) => [name, ""])) }));
    setTried(false);
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy()) return;
    setTried(true);
    // What fills in passwords may write them into the inputs without telling the page.
    const filled = { ...values, ...readTypedValues(event.currentTarget) };
    setValues(filled);
    const { body, wrong } = judge(filled);
    if (Object.keys(wrong).length > 0) {
      setMisses(misses + 1);
      return clear(Object.keys(refused));
    }
    // What was refused before stands until the answer: nothing moves, and nobody has to remember it.
    expectAnswer(filled);
    send(body);
  };
  const edit = (changed: FormValues, field: string | undefined) => {
    setValues((current) => ({ ...current, ...changed }));
    if (field !== undefined) clear([field]);
  };
  useToldChanges(element, values);

  return (
    <>
      <ProblemAlert id={problemsId(form.id)} texts={messages[""] ?? []} turn={turn} />
      <Layout ref={element} id={form.id} method="post" action={postAddress} noValidate onSubmit={submit}>
        <HiddenInputs fields={hiddenFieldsOf(context)} />
        {form.username !== undefined && <KnownUsername value={facts[form.username]} />}
        <FieldList
          {...{ form, t, rules, shown, values, messages, isPasswordRefused, turn, introduction }}
          onChange={edit}
        />
        <TypedValues value={body}>{children}</TypedValues>
      </Layout>
    </>
  );
}

// By CSS alone, because password managers pass over inputs of the type hidden. Without a name it is not sent.
const UsernameInput = styled("input")({ display: "none" });

/** The user name under which password managers keep what is typed, where the form does not ask for it. */
function KnownUsername({ value }: { value: unknown }) {
  return <UsernameInput type="text" autoComplete="username" readOnly value={String(value ?? "")} />;
}

/** The values; what stood in the inputs before the script came replaces what the server wrote there. */
function useTypedValues(form: RefObject<HTMLFormElement | null>, start: () => FormValues) {
  const state = useState(start);
  const [, setValues] = state;
  useLayoutEffect(() => {
    const typed = form.current === null ? {} : readTypedValues(form.current);
    const isNew = (values: FormValues) =>
      Object.entries(typed).some(([name, value]) => values[name] !== value);
    setValues((values) => (isNew(values) ? { ...values, ...typed } : values));
  }, [form]);
  return state;
}

/**
 * Tells an input as typed what was told by `change` alone. React keeps that back: it takes what a script of the page, such as
 * one that fills in passwords, set as `value` before for what stands there.
 */
function useToldChanges(form: RefObject<HTMLFormElement | null>, values: FormValues): void {
  const hear = useEffectEvent(({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.value !== values[target.name])
      target.dispatchEvent(new Event("input", { bubbles: true }));
  });
  useEffect(() => {
    const { current } = form;
    current?.addEventListener("change", hear);
    return () => current?.removeEventListener("change", hear);
  }, [form]);
}

/** Calls `begin` when another code is asked for than before, by another way or another message: the one before is of no use. */
function useAskedCode({ method, delivery }: FormValues, begin: () => void): void {
  const { reference } = (delivery ?? {}) as { reference?: unknown };
  const [asked, setAsked] = useState({ method, reference });
  if (asked.method === method && asked.reference === reference) return;
  setAsked({ method, reference });
  begin();
}

/**
 * Leads the person to the first wrong field: of a refused native post, after an attempt that cannot be sent, and
 * after a refusal. What it gives is called with what is sent when an answer is awaited.
 */
function useFocusOnFailure(
  form: RefObject<HTMLFormElement | null>,
  misses: number,
  problems: ProblemCodes,
): (sent: FormValues) => void {
  const awaited = useRef<FormValues>(null);
  useEffect(() => {
    const isElsewhere = document.activeElement !== document.body;
    if (misses === 0 && isElsewhere) return;
    if (form.current !== null) focusFirstWrong(form.current);
  }, [form, misses]);
  useEffect(() => {
    // A look at the screen, which may come between press and answer, refuses nothing.
    const isRefused = Object.keys(problems).length > 0;
    const sent = awaited.current;
    if (sent === null || !isRefused || form.current === null) return;
    awaited.current = null;
    // Who types on is not interrupted by what was refused before.
    const isTypedOn = Object.entries(readTypedValues(form.current)).some(
      ([name, value]) => sent[name] !== value,
    );
    (isTypedOn ? focusFirstWrong : focusRefused)(form.current);
  }, [form, problems]);
  return (sent) => {
    awaited.current = sent;
  };
}
