// @vitest-environment jsdom
import { expect, it } from "vitest";
import { readTypedValues } from "./read-typed-values.ts";

it("reads what stands in the inputs of a form, by name", () => {
  const form = document.createElement("form");
  form.innerHTML = `
    <input name="username"><input name="password" type="password"><input name="empty" value="x">
    <input name="on" type="checkbox"><input name="off" type="checkbox" checked>
    <input name="way" type="radio" value="a"><input name="way" type="radio" value="b" checked>
    <input name="none" type="radio" value="a">
    <select name="list"><option>one</option><option selected>two</option></select>
    <input name="__token" type="hidden" value="secret"><input value="nameless">
    <button name="action" value="go"></button><input name="send" type="submit" value="Send">`;
  const type = (name: string, text: string) => {
    const element = form.elements.namedItem(name);
    if (element instanceof HTMLInputElement) element.value = text;
  };
  type("username", "ann");
  type("password", "secret");
  type("empty", "");
  form.querySelectorAll<HTMLInputElement>("[type=checkbox]").forEach((box) => {
    box.click();
  });
  expect(readTypedValues(form)).toEqual({
    username: "ann",
    password: "secret",
    empty: "",
    on: true,
    off: false,
    way: "b",
    list: "two",
  });
});
