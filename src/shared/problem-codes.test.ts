import { expect, test } from "vitest";
import { problemText, tooManyCode } from "./problem-codes.ts";
import { translator } from "./translate.ts";

const [minute, hour] = [60, 3600];

test.each([
  [1, "problems.tooMany", 1],
  [120, "problems.tooMany", 120],
  [121, "problems.tooManyMinutes", 3],
  [90 * minute, "problems.tooManyMinutes", 90],
  [90 * minute + 1, "problems.tooManyHours", 2],
  [1421 * minute, "problems.tooManyHours", 24],
  [24 * hour, "problems.tooManyHours", 24],
])("a wait of %i seconds is told by %s, as %i", (seconds, code, count) => {
  expect(tooManyCode(seconds)).toEqual({ code, params: { count } });
});

const english = translator(
  { "problems.badRequest": "Please reload the page.", "problems.taken": "Taken." },
  "en-GB",
);

test.each([
  [{ code: "problems.taken", text: "Vergeben." }, "Taken."],
  [{ code: "problems.unheardOf", text: "Vergeben." }, "Vergeben."],
  [{ code: "", text: "Vergeben." }, "Vergeben."],
  [{ code: "problems.unheardOf" }, "Please reload the page."],
])(
  "a problem is told in the page's words, else in the server's, and never by nothing: %j",
  (problem, text) => {
    expect(problemText(problem, english)).toBe(text);
  },
);
