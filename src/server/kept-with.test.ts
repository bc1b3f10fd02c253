import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { keptWith } from "./kept-with.ts";

interface Request {
  body: number[];
}

test("each request has its own", () => {
  const [names, ages] = [keptWith<Request, string>(), keptWith<Request, number>()];
  const [first, second]: [Request, Request] = [{ body: [] }, { body: [] }];
  names.set(first, "Ada");
  ages.set(first, 36);
  expect([names.get(first), ages.get(first)]).toEqual(["Ada", 36]);
  expect([names.get(second), ages.get(second)]).toEqual([undefined, undefined]);
  expect(JSON.stringify(first)).toBe('{"body":[]}');
});

test("a request whose kept value leads back to it is gone with the next small collection", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (how?: { type: "minor" }) => void;
  const known = keptWith<Request, { request: Request }>();
  const answer = () => {
    const request = { body: Array.from({ length: 1000 }, (_, index) => index) };
    known.set(request, { request });
  };
  answer();
  collect();
  const before = getHeapStatistics().used_heap_size;
  for (let count = 0; count < 2000; count += 1) {
    answer();
    if (count % 50 === 0) collect({ type: "minor" });
  }
  collect({ type: "minor" });
  const kilobytes = (getHeapStatistics().used_heap_size - before) / 1000;
  // All of them together hold 8,000 at least.
  expect(kilobytes).toBeLessThan(4000);
});
