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
import type { ChallengePromptProps } from "./challenge-prompt.tsx";

vi.mock("./challenge-prompt.tsx", () => ({
  ChallengePrompt: ({ onGiveUp }: ChallengePromptProps) => (
    <button type="button" onClick={onGiveUp}>
      Cancel
    </button>
  ),
}));

afterEach(async () => {
  await clearPage();
  vi.unstubAllGlobals();
});

test("a challenge that is given up leaves no refusal of the try before: nothing was sent", async () => {
  vi.stubGlobal("fetch", async () => Response.json(englishTexts()));
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  const page = createPageStore(firstPage(samplePageState(), login));
  const runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
  await show(<ChallengePlace page={page} runtime={runtime} />);
  await act(async () => {
    page.set({ busy: true, problems: { "": [{ code: "problems.signInFailed" }] } });
    void runtime.captcha.challenge({ target: "Login", version: 1 });
  });
  await eventually(() => expect(document.querySelector("button")).not.toBeNull());
  await act(async () => document.querySelector("button")?.click());
  const { busy, problems } = page.get();
  expect({ busy, problems }).toEqual({ busy: false, problems: {} });
});
