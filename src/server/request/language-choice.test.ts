import { expect, it, vi } from "vitest";
import type { CallContext, ReturnTarget } from "../call.ts";
import { keepLanguageChoice, languageChoiceOf } from "./language-choice.ts";

const target = (chainId: string): ReturnTarget => ({
  returnUrl: `/connect/authorize/${chainId}`,
  request: { uid: chainId, chainId, clientId: "payroll", params: {}, firstSeenAt: 0, isEnding: false },
  client: null,
});

function kept(language: string, where: ReturnTarget): string {
  let value = "";
  const cookies = {
    get: () => undefined,
    clear: () => {},
    set: (_name: string, text: string) => (value = text),
  };
  keepLanguageChoice({ cookies, target: where } as unknown as CallContext, language);
  return value;
}

it("holds against the application during the sign-in that it was made in", () => {
  expect(languageChoiceOf(kept("fr-CA", target("one")), target("one"))).toEqual({ chosenHere: "fr-CA" });
});

it("is a mere preference in every later one, and where no application waits", () => {
  expect(languageChoiceOf(kept("fr-CA", target("one")), target("two"))).toEqual({ cookie: "fr-CA" });
  const nobody = { returnUrl: "/", request: null, client: null };
  expect(languageChoiceOf(kept("de", nobody), nobody)).toEqual({ cookie: "de" });
});

it("is kept for a year", () => {
  const set = vi.fn();
  keepLanguageChoice({ cookies: { set }, target: target("one") } as unknown as CallContext, "de");
  expect(set.mock.lastCall?.[2]).toEqual({ maxAge: 31_536_000 });
});

it("is nothing where there is none", () => {
  expect(languageChoiceOf(undefined, target("one"))).toEqual({ cookie: undefined });
});
