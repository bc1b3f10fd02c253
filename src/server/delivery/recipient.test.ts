import { expect, test } from "vitest";
import { isOneRecipient } from "./recipient.ts";

test.each([
  ["mail", "paula.plain@payroll.example"],
  ["mail", "o'brien+pay@payroll.example"],
  ["mail", "jörg@grün.example"],
  ["sms", "+15551234567"],
] as const)("%s goes to %s", (channel, to) => {
  expect(isOneRecipient(channel, to)).toBe(true);
});

test.each([
  ["mail", "a@b.example,c@d.example"],
  ["mail", "a@b.example c@d.example"],
  ["mail", "a@b.example;c@d.example"],
  ["mail", "a@b.example\r\nBcc: c@d.example"],
  ["mail", "a@b.example\n"],
  ["mail", "Paula <a@b.example>"],
  ["mail", '"a,c"@b.example'],
  ["mail", "a@b@c.example"],
  ["mail", "a\u0000@b.example"],
  ["mail", `${"a".repeat(250)}@b.example`],
  ["mail", "a@"],
  ["mail", ""],
  ["sms", "+15551234567,+15557654321"],
  ["sms", "+1 555 123 45 67"],
  ["sms", "+15551234567\n"],
  ["sms", "15551234567"],
] as const)("%s does not go to %j", (channel, to) => {
  expect(isOneRecipient(channel, to)).toBe(false);
});
