import { typedCode } from "./typed-code.ts";

/** The longest and shortest numbers that a telephone has, with country code (ITU-T E.164). */
const e164 = /^\+[1-9][0-9]{6,14}$/;

/**
 * A phone number with country code (E.164), from how people write numbers: in groups that anything parts, in digits of any
 * script, with `00` for `+`, with the `(0)` that is dialled inside of a country only. Undefined where it cannot be one.
 */
export function phoneNumber(written: string): string | undefined {
  const digits = typedCode(written)
    .replace(/\(0\)/g, "")
    .replace(/[().·/]/g, "");
  const number = digits.replace(/^00/, "+");
  return e164.test(number) ? number : undefined;
}
