import { expect, test } from "vitest";
import { listenProblem } from "./listen-problem.ts";

const place = { host: "sign-in", port: 5400, variables: { host: "VESTIBULE_HOST", port: "PORT" } };

test.each([
  ["EADDRINUSE", "PORT"],
  ["EACCES", "PORT"],
  ["EADDRNOTAVAIL", "VESTIBULE_HOST"],
  ["ENOTFOUND", "VESTIBULE_HOST"],
  ["EINVAL", "VESTIBULE_HOST"],
  ["EAI_AGAIN", "VESTIBULE_HOST"],
  ["EAFNOSUPPORT", "VESTIBULE_HOST"],
])("what keeps a server from listening is told with the setting to change: %s", (code, variable) => {
  const error = Object.assign(new Error(), { code });
  expect(listenProblem(error, place)).toMatch(new RegExp(`sign-in.*set ${variable}\\b`));
});

test("what no setting mends is told as it is", () => {
  expect(listenProblem(Object.assign(new Error(), { code: "EMFILE" }), place)).toBeUndefined();
  expect(listenProblem(new Error(), place)).toBeUndefined();
});
