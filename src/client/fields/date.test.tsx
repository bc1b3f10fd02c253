// @vitest-environment jsdom

import { afterEach, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import {
  clearPage,
  compiledForm,
  fill,
  input,
  press,
  screenForm,
  show,
} from "../../../tests/support/forms.tsx";

const line = vi.hoisted(() => ({ isDown: true }));
vi.mock("./date/calendar.tsx", async (original) => {
  if (line.isDown) throw new Error("the line is down");
  return original();
});

afterEach(async () => {
  await clearPage();
  vi.restoreAllMocks();
});

it("can be typed where the calendar comes too late even for the browser's own, and opened again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const body = { type: "object", properties: { it: { type: "string" } } };
  const form = await compiledForm("f", { fields: [{ name: "it", widget: "date" }] }, body);
  await show(screenForm({ form }));
  const open = document.querySelector<HTMLElement>("button[aria-haspopup]");
  input("it").showPicker = () => {
    throw new DOMException("a press is long ago", "NotAllowedError");
  };
  await press(open);
  await eventually(() => expect(document.activeElement).toBe(input("it")));
  line.isDown = false;
  await press(open);
  await eventually(() => expect(document.querySelector("[role=dialog]")).not.toBeNull());
});

it("writes in a quiet colour what a browser shows where no day is given: in WebKit that is today", async () => {
  const { style } = document.documentElement;
  style.setProperty("--v-palette-text-secondary", "rgb(1, 2, 3)");
  const body = { type: "object", properties: { it: { type: "string" } } };
  const form = await compiledForm("f", { fields: [{ name: "it", widget: "date" }] }, body);
  const colour = () => getComputedStyle(input("it")).color;
  await show(screenForm({ form }));
  expect(colour()).toBe("rgb(1, 2, 3)");
  await fill("it", "1990-07-14");
  expect(colour()).not.toBe("rgb(1, 2, 3)");
  style.removeProperty("--v-palette-text-secondary");
});
