import { expect, it } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { pageDocument, plainDocument } from "./document.ts";

const hostile = `</script></title><img src=x onerror="alert('canary')">&amp;\u2028`;

it("lets no text out of its place in a page, and changes none", () => {
  const state = samplePageState({ query: { text: hostile } });
  const scripts = { entry: "/entry.js", preload: [] };
  const rendered = { heading: "", head: "", body: "", modules: [] };
  const parts = { state, title: hostile, icon: hostile, rendered, scripts, preamble: "", nonce: "nonce" };
  const page = pageDocument(parts);
  expect(page).not.toContain("<img");
  const [, json = ""] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual(state);
});

it("lets no text out of its place in a plain page", () => {
  const link = { href: `/?a="><img>`, label: hostile };
  const page = plainDocument({
    language: "en-GB",
    direction: "ltr",
    icon: hostile,
    title: hostile,
    text: hostile,
    link,
    legal: [link],
    refresh: true,
    nonce: "nonce",
  });
  expect(page).not.toContain("<img");
});

it("writes no empty place for what a plain page has not: no icon asked for, no footer", () => {
  const texts = { language: "en-GB", direction: "ltr", title: "title", text: "text" } as const;
  const link = { href: "/", label: "link" };
  const page = plainDocument({ ...texts, icon: null, link, legal: [], refresh: false, nonce: "nonce" });
  expect(page).toContain('<link rel="icon" href="data:,">');
  expect(page).not.toContain("<footer");
  expect(page).not.toContain("http-equiv");
});

it("keeps the element that React listens at from screen readers, which would call everything in it clickable", () => {
  const state = samplePageState();
  const scripts = { entry: "/entry.js", preload: [] };
  const rendered = { heading: "", head: "", body: "<main></main>", modules: [] };
  const parts = { state, title: "", icon: null, rendered, scripts, preamble: "", nonce: "nonce" };
  expect(pageDocument(parts)).toContain('<div id="root" role="none"><main></main></div>');
});
