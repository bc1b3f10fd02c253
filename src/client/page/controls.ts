import { buttonValue, type ScreenButton } from "../../shared/buttons.ts";
import type { ColourScheme } from "../../shared/colour-scheme.ts";
import { nativeFields } from "../../shared/constants.ts";
import { postedFields } from "./form-fields.ts";
import { hiddenFieldsOf, isHeld, type PageStore, postAddressOf } from "./page.ts";

/** What a person can make the page do. */
export interface Controls {
  /** Sends the screen's `submit` call; what it answers leads on. */
  submit(values: Record<string, unknown>): void;
  /** Runs one of the screen's further buttons. The call is given what it knows of `values`. */
  act(button: ScreenButton, values?: Record<string, unknown>): void;
  /** Goes to an address of this site without a new page. */
  go(href: string, options?: { replace?: boolean }): void;
  /** The screen of this path may be asked for next: fetches what draws it. */
  expect(path: string): void;
  /** Loads the view of the screen anew, asked for by nobody, for a panel that keeps itself new; says whether there is a new one. */
  reload(): Promise<boolean>;
  setLanguage(language: string): void;
  setScheme(scheme: ColourScheme): void;
}

/**
 * Controls that work before the app has arrived: what is pressed waits for it. If it cannot be fetched, the browser
 * does natively what it can do itself, and the rest is said, so that no press is lost.
 */
export function waitingControls(page: PageStore, app: () => Promise<Controls>): Controls {
  const whenReady = (run: (controls: Controls) => void, otherwise: () => void) => {
    app().then(run, otherwise);
  };
  const send = (run: (controls: Controls) => void, fields: Record<string, unknown>) => {
    if (isHeld(page.get())) return;
    page.set({ busy: true });
    whenReady(run, () => (navigator.onLine ? postNatively(page, fields) : offline()));
  };
  const offline = () =>
    page.set({ busy: false, nextLanguage: null, problems: { "": [{ code: "problems.offline" }] } });
  return {
    submit: (values) => send((controls) => controls.submit(values), values),
    act: (button, values) =>
      send((controls) => controls.act(button, values), {
        ...values,
        [nativeFields.action]: buttonValue(button),
        // Whoever runs a button has been asked back already.
        [nativeFields.confirmed]: "yes",
      }),
    go: (href, options) =>
      whenReady(
        (controls) => controls.go(href, options),
        () => location.assign(href),
      ),
    expect: (path) =>
      whenReady(
        (controls) => controls.expect(path),
        () => undefined,
      ),
    reload: () =>
      app().then(
        (controls) => controls.reload(),
        () => false,
      ),
    setLanguage: (language) => {
      page.set({ nextLanguage: language });
      whenReady(
        (controls) => controls.setLanguage(language),
        () => (navigator.onLine ? postNatively(page, { [nativeFields.language]: language }) : offline()),
      );
    },
    setScheme: (scheme) => {
      page.set({ scheme });
      whenReady((controls) => controls.setScheme(scheme), offline);
    },
  };
}

/** Sends the values as the browser would have sent the form without script. */
function postNatively(page: PageStore, values: Record<string, unknown>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = postAddressOf(page.get());
  const fields = { ...postedFields(values), ...hiddenFieldsOf(page.get()) };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  // What was typed lies nowhere in a page that the back button brings back as it was, and it can be pressed again.
  form.remove();
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) page.set({ busy: false, nextLanguage: null });
  });
}
