// @vitest-environment jsdom

import { act } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { clearPage, show } from "../../../tests/support/forms.tsx";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { noControls } from "../page/no-controls.ts";
import { addressOf, createPageStore, firstPage, type PageStore } from "../page/page.ts";
import { contextOf, screens } from "../screens/root.tsx";
import { Controller } from "./controller.tsx";
import { createRuntime, type Runtime } from "./runtime.ts";

/** The app, not drawn yet, on the sign-in page at an address. */
function appAt(address: string): Runtime {
  history.replaceState(null, "", address);
  return createRuntime({ page: signInPage(), screens, prepareStyles: async () => undefined });
}

function signInPage(state = samplePageState()): PageStore {
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  return createPageStore(firstPage(state, login));
}

const draw = (runtime: Runtime) =>
  show(
    <Provider store={runtime.store}>
      <BrowserRouter>
        <Controller runtime={runtime} />
      </BrowserRouter>
    </Provider>,
  );

test("where the app is drawn no more, links lead to new pages again", async () => {
  const runtime = appAt("/account/login");
  const byNewPages = runtime.router.navigate;
  await draw(runtime);
  expect(runtime.router.navigate).not.toBe(byNewPages);
  await act(clearPage);
  expect(runtime.router.navigate).toBe(byNewPages);
});

test("a page that is asked for in the language of a mail asks for the next one in the same", async () => {
  const runtime = appAt("/account/login?ui_locales=de");
  runtime.traveller.arriveAt = async () => undefined;
  await draw(runtime);
  await act(() => runtime.router.navigate("/account/recover?returnUrl=%2Fdevops"));
  expect(location.href).toMatch(/\/account\/recover\?returnUrl=%2Fdevops&ui_locales=de$/);
});

test("a link of a page that asks for a language to itself is its own address, which adds nothing to go back to", () => {
  const page = signInPage({ ...samplePageState(), query: { ui_locales: "de" }, returnUrl: "/devops" });
  const { hrefOf } = contextOf(page, page.getDrawn(), noControls);
  expect(hrefOf("login")).toBe(addressOf(page.get()));
});
