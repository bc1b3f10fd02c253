import { expect, it } from "vitest";
import { progressBar } from "./progress-bar.ts";

function drawn(isTTY?: boolean): string {
  let text = "";
  const bar = progressBar({ ...(isTTY && { isTTY }), write: (more) => (text += more) });
  for (const done of [500, 1000]) bar.show(done, 1000);
  bar.end();
  bar.end();
  return text;
}

it("grows in one line of a terminal and leaves it at its end, once", () => {
  const [half, full] = ["█".repeat(15) + "░".repeat(15), "█".repeat(30)];
  expect(drawn(true)).toBe(`\r${half} 500 of 1000\r${full} 1000 of 1000\n`);
});

it("writes nothing into a pipe", () => {
  expect(drawn()).toBe("");
});

it("leaves no empty line where nothing was shown", () => {
  let text = "";
  progressBar({ isTTY: true, write: (more) => (text += more) }).end();
  expect(text).toBe("");
});
