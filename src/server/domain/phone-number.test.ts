import { expect, it } from "vitest";
import { phoneNumber } from "./phone-number.ts";

it.each([
  ["+15551234567", "+15551234567"],
  ["004915123456789", "+4915123456789"],
  ["+49(0)15123456789", "+4915123456789"],
  ["+1(555)123.4567", "+15551234567"],
  ["+33/612345678", "+33612345678"],
])("reads %s", (written, number) => {
  expect(phoneNumber(written)).toBe(number);
});

it.each(["", "5551234567", "+0123456789", "+12", "+1234567890123456", "+49abc1234567", "+49+15123456", "00"])(
  "knows that %j is no number with country code",
  (written) => {
    expect(phoneNumber(written)).toBeUndefined();
  },
);
