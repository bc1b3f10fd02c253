import Fastify from "fastify";
import { expect, test } from "vitest";
import { type Cookies, requestCookies } from "./cookies.ts";

/** What an answer sets, and what the work on it gave. */
async function answered<Result>(sent: string | undefined, work: (cookies: () => Cookies) => Result) {
  const app = Fastify();
  let result: Result | undefined;
  app.get("/", async (request, reply) => {
    result = work(() => requestCookies(request, reply));
    return "";
  });
  const { headers } = await app.inject({ url: "/", headers: sent === undefined ? {} : { cookie: sent } });
  return { set: [headers["set-cookie"] ?? []].flat(), result };
}

test("a cookie that was set is there for the rest of the request, whoever asks", async () => {
  const { set, result } = await answered("kept=a; changed=b", (cookies) => {
    cookies().set("changed", "c", { maxAge: 60 });
    return [cookies().get("kept"), cookies().get("changed"), cookies().names("")];
  });
  expect(result).toEqual(["a", "c", ["kept", "changed"]]);
  expect(set).toEqual(["changed=c; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax"]);
});

test("of a cookie that changes twice the answer tells the last", async () => {
  const { set, result } = await answered(undefined, (cookies) => {
    cookies().set("one", "a");
    cookies().set("two", "b", { readable: true });
    cookies().clear("one");
    return cookies().get("one");
  });
  expect(result).toBeUndefined();
  expect(set.map((header) => header.split(";")[0]).sort()).toEqual(["one=", "two=b"]);
  expect(set.find((header) => header.startsWith("one="))).toContain("Max-Age=0");
  expect(set.find((header) => header.startsWith("two="))).not.toContain("HttpOnly");
});

test("a value that we cannot have set counts as missing", async () => {
  const { result } = await answered('one="quoted"; two=a b; three=%3Cb%3E; __proto__=c; four=d', (cookies) =>
    ["one", "two", "three", "toString", "four"].map((name) => cookies().get(name)),
  );
  expect(result).toEqual([undefined, undefined, undefined, undefined, "d"]);
});
