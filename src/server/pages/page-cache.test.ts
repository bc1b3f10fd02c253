import { expect, it } from "vitest";
import { anna, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import { createPageCache } from "./page-cache.ts";

it.each([
  ["is kept for visitors", visitor, 1],
  ["is not kept for a signed-in person, also where it would be the same again", anna, 2],
])("a page %s", async (_what, user, times) => {
  const cache = createPageCache(() => undefined);
  let drawn = 0;
  const question = {
    fresh: { nonce: "nonce", token: "token", request: "" },
    config: "",
    brotli: false,
    state: async () => samplePageState({ user, view: {} }),
    draw: async () => {
      drawn += 1;
      return "page";
    },
  };
  await cache.page(question);
  await cache.page(question);
  expect(drawn).toBe(times);
});
