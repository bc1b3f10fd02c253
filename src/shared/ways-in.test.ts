import { expect, test } from "vitest";
import { belowForm, waysAbove } from "./ways-in.ts";

const form = { form: "login" };
const providersFirst = ["providers", "secureCredential", "password", "oneTimeToken"] as const;
const links = [
  { id: "recover" },
  { id: "token", wayIn: "oneTimeToken" as const },
  { id: "passkey", wayIn: "secureCredential" as const },
  { id: "home" },
];

test("nothing stands above the form where the password comes first", () => {
  expect(waysAbove(form, ["password", "secureCredential", "oneTimeToken", "providers"])).toEqual([]);
});

test("what the partner puts before the password stands above its form, in order", () => {
  expect(waysAbove(form, [...providersFirst])).toEqual(["providers", "secureCredential"]);
});

test("below the form stand the other ways in, and after them everything else as it was", () => {
  const ids = belowForm(links, form, [...providersFirst]).map(({ id }) => id);
  expect(ids).toEqual(["token", "recover", "home"]);
});

test("without a form nothing is above, and the ways in keep the partner's order", () => {
  const ids = belowForm(links, {}, [...providersFirst]).map(({ id }) => id);
  expect(ids).toEqual(["passkey", "token", "recover", "home"]);
});
