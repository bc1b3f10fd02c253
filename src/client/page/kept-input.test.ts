// @vitest-environment jsdom

import { beforeEach, expect, it } from "vitest";
import { isInputKept } from "./is-input-kept.ts";
import { keepInput, restoreInput } from "./kept-input.ts";

/** The form as the server writes it into the next page. */
beforeEach(() => {
  history.replaceState(null, "", "/here");
  document.body.innerHTML = `
    <form id="sample">
      <input name="name" value="of the server">
      <input name="remember" type="checkbox">
      <input name="way" type="radio" value="one" checked><input name="way" type="radio" value="other">
      <select name="size"><option>5</option><option>25</option></select>
      <input name="__token" type="hidden" value="of the server">
    </form>`;
});

const values = { name: "typed", remember: true, way: "other", size: "25", __token: "of the page before" };

function filled() {
  const form = document.forms[0];
  const text = Object.fromEntries(new FormData(form));
  return { ...text, remember: text.remember === "on" };
}

it("is written into the form that the page after it has, once, and never into what nobody types", () => {
  keepInput("sample", values);
  expect(isInputKept()).toBe(true);
  restoreInput();
  expect(filled()).toEqual({ ...values, __token: "of the server" });
  expect(isInputKept()).toBe(false);
});

it("leaves what has been typed meanwhile", () => {
  keepInput("sample", values);
  const [name] = document.getElementsByName("name") as NodeListOf<HTMLInputElement>;
  if (name !== undefined) name.value = "typed since";
  restoreInput();
  expect(filled()).toMatchObject({ name: "typed since", size: "25" });
});

it.each([
  ["at another address", () => history.replaceState(null, "", "/elsewhere")],
  ["for another form", () => document.forms[0]?.setAttribute("id", "another")],
])("is gone %s", (_where, change) => {
  keepInput("sample", values);
  change();
  restoreInput();
  expect(filled()).toMatchObject({ name: "of the server", size: "5" });
  expect(isInputKept()).toBe(false);
});
