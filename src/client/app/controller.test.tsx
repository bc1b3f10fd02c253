// @vitest-environment jsdom

import { act } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { clearPage, show } from "../../../tests/support/forms.tsx";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { Controller } from "./controller.tsx";
import { createRuntime } from "./runtime.ts";

test("where the app is drawn no more, links lead to new pages again", async () => {
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  history.replaceState(null, "", "/account/login");
  const page = createPageStore(firstPage(samplePageState(), login));
  const runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
  const byNewPages = runtime.router.navigate;
  await show(
    <Provider store={runtime.store}>
      <BrowserRouter>
        <Controller runtime={runtime} />
      </BrowserRouter>
    </Provider>,
  );
  expect(runtime.router.navigate).not.toBe(byNewPages);
  await act(clearPage);
  expect(runtime.router.navigate).toBe(byNewPages);
});
