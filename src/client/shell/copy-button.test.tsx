// @vitest-environment jsdom

import { afterEach, expect, it, vi } from "vitest";
import { clearPage, press } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import { CopyButton } from "./copy-button.tsx";

afterEach(async () => {
  await clearPage();
  vi.unstubAllGlobals();
});

it("says each time that the text lies on the clipboard, so that a screen reader says it again", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await showScreen({ screen: { panel: "message" }, beside: <CopyButton text="ABCD" label="Copy it" /> });
  const button = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Copy it",
  );
  const said = button?.nextElementSibling;
  await press(button ?? null);
  expect(said?.textContent).toBe("Copied.");
  const before = said?.firstChild;
  await press(button ?? null);
  expect(copied).toEqual(["ABCD", "ABCD"]);
  expect(said?.textContent).toBe("Copied.");
  expect(said?.firstChild).not.toBe(before);
});
