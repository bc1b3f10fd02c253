import { expect, it } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { scrub } from "./scrub.ts";

it.each([
  [
    "GET https://host.test/account/reset-password?state=abc&x=1 failed",
    "GET https://host.test/account/reset-password[…] failed",
  ],
  [
    "at send (https://host.test/assets/app-B1x9.js?v=2:12:345)",
    "at send (https://host.test/assets/app-B1x9.js[…]:12:345)",
  ],
  ["at https://host.test/account/link#token:7:8", "at https://host.test/account/link[…]:7:8"],
  [
    "send@https://host.test/assets/first-screen-DkTq93xA.js:1:123456",
    "send@https://host.test/assets/first-screen-DkTq93xA.js:1:123456",
  ],
  ["wrong password: hunter2, sorry", "wrong password: […], sorry"],
  ['{"token":"abc","line":4}', '{"token":"[…]","line":4}'],
  ["Authorization: Bearer abc", "Authorization: Bearer […]"],
  ["Unexpected token < in JSON at position 4", "Unexpected token < in JSON at position 4"],
  ["mail to paula.plain@payroll.example bounced", "mail to […] bounced"],
  ["mail to jörg@grün.example or 用户@例子.广告 bounced", "mail to […] or […] bounced"],
  ["email=anna@grün.example&password=hunter2", "email=[…]&password=[…]"],
  ["anna@payroll.example|token: abc or anna@payroll.example?pin=12", "[…]|token: […] or […][…]"],
  ["code 123456 or +15555550142", "code […] or +[…]"],
  ["eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "[…].[…].c2ln"],
  [
    "Cannot read properties of undefined (reading 'items')",
    "Cannot read properties of undefined (reading 'items')",
  ],
  [
    "Minified React error #418; visit https://react.dev/errors/418",
    "Minified React error […] visit https://react.dev/errors/418",
  ],
])("makes of %j only what may be told", (text, told) => {
  expect(scrub(text)).toBe(told);
});

it("leaves nothing of a random value of our own making, wherever it stands", () => {
  const token = fc
    .uint8Array({ minLength: 16, maxLength: 48 })
    .map((bytes) => Buffer.from(bytes).toString("base64url"));
  const sentence = fc.constantFrom(
    (value: string) => `failed for ${value}`,
    (value: string) => `https://host.test/${value}/x`,
    (value: string) => `https://host.test/account/link?id=${value}`,
    (value: string) => `at x (https://host.test/a?state=${value}:1:2)`,
    (value: string) => `{"state":"${value}"}`,
    (value: string) => `'${value}'`,
  );
  fc.assert(
    fc.property(token, sentence, (value, say) => {
      expect(scrub(say(value))).not.toContain(value);
    }),
  );
});

it("takes time in proportion to what it is given", () => {
  for (const hostile of [
    "?".repeat(200_000),
    "a-".repeat(100_000),
    "pin ".repeat(50_000),
    "1:".repeat(100_000),
    "@".repeat(200_000),
    "x@a.".repeat(50_000),
    "a.".repeat(100_000),
    "aaaaaaaaaa0\u0001".repeat(17_000),
  ]) {
    const start = performance.now();
    scrub(hostile);
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});
