// @vitest-environment jsdom

import { afterEach, expect, it, vi } from "vitest";
import { clearPage, press } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import { useScreen } from "../page/screen-context.ts";
import { CopyButton } from "./copy-button.tsx";

afterEach(async () => {
  await clearPage();
  vi.unstubAllGlobals();
});

const copyButton = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Copy it") ?? null;

it("says each time that the text lies on the clipboard, so that a screen reader says it again", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await showScreen({ screen: { panel: "message" }, beside: <CopyButton text="ABCD" label="Copy it" /> });
  const said = copyButton()?.nextElementSibling;
  await press(copyButton());
  expect(said?.textContent).toBe("Copied.");
  const before = said?.firstChild;
  await press(copyButton());
  expect(copied).toEqual(["ABCD", "ABCD"]);
  expect(said?.textContent).toBe("Copied.");
  expect(said?.firstChild).not.toBe(before);
});

it("says of another text nothing until that is copied too", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => undefined } });
  const Key = () => <CopyButton text={String(useScreen().view.key)} label="Copy it" />;
  const state = { view: { key: "ABCD" } };
  const { set } = await showScreen({ screen: { panel: "message" }, state, beside: <Key /> });
  const said = copyButton()?.nextElementSibling;
  await press(copyButton());
  expect(said?.textContent).toBe("Copied.");
  await set({ view: { key: "EFGH" } });
  expect(said?.textContent).toBe("");
  await press(copyButton());
  expect(said?.textContent).toBe("Copied.");
});
