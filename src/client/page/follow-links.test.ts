// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followLinks } from "./follow-links.ts";

const go = vi.fn();
const expectPath = vi.fn();
let stop: () => void;
/** Whether the page took the last press from the browser, which in jsdom would go nowhere. */
let isTaken: boolean;

const note = (event: Event) => {
  isTaken = event.defaultPrevented;
  event.preventDefault();
};

beforeEach(() => {
  history.replaceState(null, "", "/here?a=b");
  stop = followLinks({ go, expect: expectPath });
  addEventListener("click", note);
});
afterEach(() => {
  stop();
  removeEventListener("click", note);
  document.body.replaceChildren();
  vi.clearAllMocks();
});

function pressed(attributes: string, how: MouseEventInit = {}): boolean {
  document.body.innerHTML = `<a ${attributes}><b>Words</b></a>`;
  const options = { bubbles: true, cancelable: true, ...how };
  document.querySelector("b")?.dispatchEvent(new MouseEvent("click", options));
  return isTaken;
}

it("follows a link of this site without a new page", () => {
  expect(pressed('href="/there?c=d#e"')).toBe(true);
  expect(go).toHaveBeenCalledExactlyOnceWith("/there?c=d#e");
});

describe("what is the browser's", () => {
  it.each<[string, string, MouseEventInit?]>([
    ["a press with Control, for a new tab", 'href="/there"', { ctrlKey: true }],
    ["a press with Command, for a new tab", 'href="/there"', { metaKey: true }],
    ["a press with Shift, for a new window", 'href="/there"', { shiftKey: true }],
    ["a press with Alt, for a download", 'href="/there"', { altKey: true }],
    ["another button of the mouse", 'href="/there"', { button: 1 }],
    ["a link with a target", 'href="/there" target="_blank"'],
    ["a download", 'href="/there" download'],
    ["a place on the same page", 'href="#below"'],
    ["another site", 'href="https://app.example/"'],
    ["a link that leads nowhere", ""],
  ])("stays so: %s", (_what, attributes, how) => {
    expect(pressed(attributes, how)).toBe(false);
    expect(go).not.toHaveBeenCalled();
  });
});

it("leaves alone a press that something else has taken", () => {
  expect(pressed('href="/there" onclick="event.preventDefault()"')).toBe(true);
  expect(go).not.toHaveBeenCalled();
});

it.each(["pointerover", "focusin"])(
  "tells by %s of what may be pressed next, where it is of this site",
  (sign) => {
    document.body.innerHTML = '<a href="/there?c=d">There</a><a href="https://app.example/app">App</a>';
    for (const link of document.links) link.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(expectPath.mock.calls).toEqual([["/there"]]);
  },
);
