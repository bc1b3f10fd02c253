import { expect, it } from "vitest";
import { dayIn, numbersIn, timesIn } from "./formats.ts";
import { translator } from "./translate.ts";

// Languages whose own digits are the usual ones in every version of ICU.
const languages = ["ar-EG", "fa", "mr", "bn"];

it.each(["fa", "th", "ar-SA"])("dates in %s are of the calendar of the inputs", (language) => {
  expect(dayIn(language, Date.UTC(2031, 4, 1))).toContain("2031");
});

it.each(languages)("everything in %s has the digits of the inputs", (language) => {
  const written = [
    numbersIn(language).format(1001),
    dayIn(language, 0),
    timesIn(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(0),
    translator({ count_other: "{count}" }, language)("count", { count: 30 }),
  ];
  for (const text of written) expect(text).toMatch(/^(?=.*[0-9])(?!.*(?![0-9])\p{Nd})/u);
});
