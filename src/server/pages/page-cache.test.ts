import { expect, it, vi } from "vitest";
import { anna, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import { createPageCache, type Fresh } from "./page-cache.ts";

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

/** Visitors who ask for pages by their return address; which of them were drawn, and what went wrong. */
function visitors(page: (fresh: Fresh, returnUrl: string) => string) {
  const failed = vi.fn();
  const cache = createPageCache(failed);
  const drawn: string[] = [];
  const visited = samplePageState({ view: {} });
  const ask = (returnUrl: string) =>
    cache.page({
      fresh: { nonce: "n".repeat(22), token: "t".repeat(60), request: "" },
      config: "",
      brotli: true,
      state: async () => ({ ...visited, returnUrl }),
      draw: async (state, fresh) => {
        drawn.push(state.returnUrl);
        return page(fresh, state.returnUrl);
      },
    });
  return { ask, drawn, failed };
}

it("keeps the 200 pages that were asked for last, however many addresses anybody makes up", async () => {
  const { ask, drawn } = visitors(() => "page");
  await ask("/often");
  for (let made = 0; made < 300; made += 1) {
    await ask(`/${made}`);
    await ask("/often");
  }
  expect(drawn).toHaveLength(301);
  await ask("/101");
  expect(drawn).toHaveLength(301);
  await ask("/100");
  expect(drawn.at(-1)).toBe("/100");
});

const long = ({ nonce, token }: Fresh) => `${"<p>Sign in</p>".repeat(99)}${nonce}<${token}`;

it("compresses one page at a time, and each when it is asked for after the one before", async () => {
  const { ask, failed } = visitors(long);
  const encodingOf = async (returnUrl: string) => (await ask(returnUrl)).encoding;
  for (const page of ["/one", "/other"]) for (let times = 0; times < 16; times += 1) await ask(page);
  await expect.poll(() => encodingOf("/one")).toBe("br");
  expect(await encodingOf("/other")).toBeUndefined();
  await expect.poll(() => encodingOf("/other")).toBe("br");
  expect(failed).not.toHaveBeenCalled();
});

it("tries once to compress a page that cannot be, says so, and answers plain", async () => {
  // What comes again so soon is not copied.
  const twice = ({ nonce }: Pick<Fresh, "nonce">) => `${nonce}<${nonce}`;
  const { ask, failed } = visitors((fresh, returnUrl) => (returnUrl === "/twice" ? twice : long)(fresh));
  for (let times = 0; times < 16; times += 1) await ask("/twice");
  await expect.poll(() => failed.mock.calls.length).toBe(1);
  expect(await ask("/twice")).toEqual({ bytes: Buffer.from(twice({ nonce: "n".repeat(22) })) });
  // A further try would come first.
  await expect.poll(async () => (await ask("/")).encoding).toBe("br");
  expect(failed).toHaveBeenCalledOnce();
});
