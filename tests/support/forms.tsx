import { ThemeProvider } from "@emotion/react";
import { act, type ReactNode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { compileForm } from "../../src/client/build/compile-form.ts";
import type { CompiledForm } from "../../src/client/fields/compiled-form.ts";
import { themeOf } from "../../src/client/look/theme.ts";
import { type ScreenContext, ScreenProvider } from "../../src/client/page/screen-context.ts";
import { ScreenForm, type ScreenFormProps } from "../../src/client/screens/form.tsx";
import { capital } from "../../src/config/words.ts";
import type { FormConfig } from "../../src/generated/config.ts";
import type { JsonSchema } from "../../src/shared/contract.ts";
import { type Catalogue, translator } from "../../src/shared/translate.ts";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

type FormFile = Omit<FormConfig, "schema">;

/** Compiles a form over a body as the build does, with its real validator. */
export async function compiledForm(id: string, form: FormFile, body: JsonSchema): Promise<CompiledForm> {
  const files: Record<string, unknown> = {
    [`schemas/forms/${id}.json`]: { ...form, schema: { $ref: "../calls/Call.json#/body" } },
    "schemas/calls/Call.json": { body },
  };
  const code = compileForm(id, `schemas/forms/${id}.json`, (path) => files[path]);
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

/** A body of strings. */
export function textsBody(names: readonly string[], more: JsonSchema = {}): JsonSchema {
  const text = { type: "string", minLength: 1, maxLength: 20 };
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  return { type: "object", additionalProperties: false, properties, required: names, ...more };
}

const english: Catalogue = {
  "shell.showPassword": "Show “{field}”",
  "shell.capsLock": "Warning: CAPS LOCK is on!",
  "shell.optional": "optional",
  "validation.required": "{field} is required.",
  "validation.requiredPlain": "This field is required.",
  "validation.minLength_other": "Must be at least {count} characters.",
  "validation.maxLength_other": "Must be at most {count} characters.",
  "validation.passwordMinLength_other": "Password must be at least {count} characters.",
  "validation.passwordMaxLength_other": "Password must be at most {count} characters.",
  "validation.passwordRules": "Password does not meet the requirements.",
  "validation.containsName": "Must not contain your name.",
  "shell.password.met": "– met",
  "shell.password.allMet": "The password meets all rules.",
  "validation.email": "Must be a valid email address.",
  "validation.match": "Passwords must match.",
  "validation.pattern": "This does not have the right form.",
  "validation.invalid": "This value is not valid.",
  "problems.signInFailed": "The user name or the password is not right.",
  "problems.taken": "{field} is taken.",
};
const german: Catalogue = { ...english, "validation.required": "{field} fehlt." };

/** Texts of the tests; labels are made of the field's name: `Username`, German `Feld username`. */
export const texts = (more: Catalogue = {}) => withLabels(translator({ ...english, ...more }, "en"), capital);
export const germanTexts = withLabels(translator(german, "de"), (name) => `Feld ${name}`);

function withLabels(t: ReturnType<typeof translator>, label: (name: string) => string): typeof t {
  return (key, params) => {
    const [, name] = /^forms\.[^.]+\.([^.]+)\.label$/.exec(key) ?? [];
    return t(key, params) || (name === undefined ? "" : label(name));
  };
}

type ShownForm = Partial<ScreenFormProps> & Pick<ScreenFormProps, "form"> & Partial<ScreenContext>;

/** A form as a screen shows it; what a test does not say is plain. */
export function screenForm({ form, introduction, children, ...given }: ShownForm): ReactNode {
  const plain = {
    t: texts(),
    view: {},
    facts: {},
    values: {},
    problems: {},
    isBusy: () => false,
    postAddress: "/account/login",
    token: "abc",
    submit: () => {},
  };
  return (
    <ThemeProvider theme={themeOf("#1d4ed8")}>
      <ScreenProvider value={{ ...plain, ...given } as ScreenContext}>
        <ScreenForm key={form.id} form={form} introduction={introduction}>
          {children ?? <button type="submit">Send</button>}
        </ScreenForm>
      </ScreenProvider>
    </ThemeProvider>
  );
}

const roots: Root[] = [];

/** Renders into the page. */
export async function show(node: ReactNode): Promise<{ again(node: ReactNode): Promise<void> }> {
  return keep(createRoot(document.body.appendChild(document.createElement("div"))), node);
}

/** Puts a server's markup into the page and takes it over; what React complains about is in `complaints`. */
export async function takeOver(html: string, node: ReactNode, beforehand: () => void = () => {}) {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html;
  beforehand();
  const complaints: unknown[] = [];
  await act(async () => {
    roots.push(hydrateRoot(container, node, { onRecoverableError: (error) => complaints.push(error) }));
  });
  return { complaints };
}

/** Removes all that was shown. */
export async function clearPage(): Promise<void> {
  await act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
}

async function keep(root: Root, node: ReactNode) {
  roots.push(root);
  const again = (next: ReactNode) => act(async () => root.render(next));
  await again(node);
  return { again };
}

/** The input of a field of the body. */
export function input(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`The page has no input ${name}`);
  return found;
}

/** Texts of what is wrong with a field, in the order of the page. */
export function errorsOf(name: string): string[] {
  const region = document.querySelector(`[id$="_${name}-error"]`);
  return [...(region?.querySelectorAll("p") ?? [])].map((line) => line.textContent ?? "");
}

/** Sets what a person would have typed, as the browser tells it to the page. */
export async function fill(name: string, text: string): Promise<void> {
  const element = input(name);
  await act(async () => write(element, text));
}

/** Writes into an input without the page's script knowing of it. */
export function setValue(element: HTMLInputElement | HTMLSelectElement, text: string): void {
  const prototype = Object.getPrototypeOf(element);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
}

/** Writes into an input as a person does. */
export function write(element: HTMLInputElement | HTMLSelectElement, text: string): void {
  setValue(element, text);
  element.dispatchEvent(
    new Event(element instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}

/** Presses a button or ticks a box. */
export async function press(element: HTMLElement | null): Promise<void> {
  await act(async () => element?.click());
}

/** Presses the button that sends, which is none of the menus above the screen. */
export async function send(): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>("button[type=submit]")];
  await press(buttons.find((button) => button.closest("header") === null) ?? null);
}

/** Puts the focus into a field, as a person does before typing. */
export async function enter(name: string): Promise<void> {
  await act(async () => input(name).focus());
}
