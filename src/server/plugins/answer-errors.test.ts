import { expect, it } from "vitest";
import { toProblem } from "./answer-errors.ts";

const thrown = (more: object) => toProblem(Object.assign(new Error("inside"), more)).status;

it("answers what was asked wrongly with the framework's own status", () => {
  expect(thrown({ code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 })).toBe(413);
  expect(thrown({ code: "FST_STATIC_FORBIDDEN_PATH", statusCode: 403 })).toBe(403);
});

it("takes no other error's word for whose fault it is", () => {
  expect(thrown({ code: "ENOENT", statusCode: 404 })).toBe(500);
  expect(thrown({ statusCode: 400 })).toBe(500);
  expect(thrown({ code: "FST_ERR_NOT_FOUND", statusCode: 500 })).toBe(500);
});
