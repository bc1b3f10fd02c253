// @vitest-environment jsdom

import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../../../tests/support/eventually.ts";
import { clearPage, show } from "../../../../tests/support/forms.tsx";
import { englishTexts, samplePageState } from "../../../../tests/support/sample-page-state.ts";
import { createPageStore, firstPage } from "../../page/page.ts";
import { screens } from "../../screens/root.tsx";
import { createRuntime } from "../runtime.ts";
import { ChallengePlace } from "./challenge-place.tsx";

const prompt = vi.hoisted(() => Promise.withResolvers<never>());
vi.mock("./challenge-prompt.tsx", () => prompt.promise);

afterEach(async () => {
  await clearPage();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a challenge that cannot be fetched says nothing to who has gone elsewhere meanwhile", async () => {
  vi.stubGlobal("fetch", async () => Response.json(englishTexts()));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  const page = createPageStore(firstPage(samplePageState(), login));
  const runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
  await show(<ChallengePlace page={page} runtime={runtime} />);
  await act(async () => void runtime.captcha.challenge({ target: "Login", version: 1 }));
  await act(async () => runtime.captcha.cancel());
  await act(async () => page.set({ busy: true }));
  await act(async () => prompt.reject(new Error("the line is down")));
  await eventually(() => expect(console.error).toHaveBeenCalled());
  expect(page.get()).toMatchObject({ busy: true, problems: {} });
});
