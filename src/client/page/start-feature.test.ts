// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { startFeature } from "./start-feature.ts";

it("logs a feature that cannot be had, at once or later, and lets the others start", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stopped: string[] = [];
  const [late, broken] = [new Error("late"), new Error("broken")];
  const stops = [
    startFeature("first", () => () => stopped.push("first")),
    startFeature("second", () => {
      throw broken;
    }),
    startFeature("third", () => Promise.reject(late)),
    startFeature("fourth", () => undefined),
    startFeature("fifth", () => () => stopped.push("fifth")),
  ];
  await expect.poll(() => log.mock.calls.length).toBe(2);
  expect(log.mock.calls).toEqual([
    ["The page goes on without its second", broken],
    ["The page goes on without its third", late],
  ]);
  for (const stop of stops) stop();
  expect(stopped).toEqual(["first", "fifth"]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
