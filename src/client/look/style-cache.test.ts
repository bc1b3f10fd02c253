// @vitest-environment jsdom
import { expect, it } from "vitest";
import { makeStyleCache } from "./style-cache.ts";

it("takes over the page's styles without moving them, and adds others behind them", async () => {
  document.head.innerHTML = '<style data-emotion="v abc def" data-s></style><meta name="after">';
  const [style, meta] = document.head.children;
  const cache = await makeStyleCache("ltr", undefined);
  expect(cache.inserted).toEqual({ abc: true, def: true });
  expect([...document.head.children]).toEqual([style, meta]);
  cache.sheet.insert("a{color:red}");
  expect([...document.head.children].map(({ tagName }) => tagName)).toEqual(["STYLE", "STYLE", "META"]);
});
