import { expect, it } from "vitest";
import { reportOf } from "./error-report.ts";

function thrownAt(stack: string): Error {
  return Object.assign(new Error("boom"), { stack });
}

it.each([
  [
    "Error: boom\n    at send (https://host.test/assets/app-1.js?v=2:12:345)\n    at x (y:1:2)",
    "https://host.test/assets/app-1.js",
    12,
    345,
  ],
  ["send@https://host.test/assets/app-1.js:7:8\nother@z", "https://host.test/assets/app-1.js", 7, 8],
])("reads file, line and column of the first place in %s", (stack, source, line, column) => {
  expect(reportOf(thrownAt(stack))).toMatchObject({ message: "boom", source, line, column });
});

it("reports whatever else is thrown", () => {
  expect(reportOf("just words")).toEqual({
    message: "just words",
    source: "",
    line: 0,
    column: 0,
    stack: "",
  });
});
