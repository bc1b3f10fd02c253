import { expect, it } from "vitest";
import { overallStatus } from "./checks.ts";
import type { CheckResult } from "./looks.ts";

const up = { name: "database", status: "up", latencyMs: 1 } as const;

it.each<[CheckResult["name"], Partial<CheckResult>, string]>([
  ["database", { status: "down", reason: "noAnswer" }, "down"],
  ["database", { status: "degraded", reason: "slow", value: 900 }, "degraded"],
  ["disk", { status: "down", reason: "full", value: 63 }, "degraded"],
  ["disk", { status: "down", reason: "full", value: 0 }, "down"],
  ["mailGateway", { status: "degraded", reason: "notConfigured" }, "degraded"],
  ["mailGateway", { status: "down", reason: "noAnswer" }, "degraded"],
  ["mailGateway", {}, "up"],
  ["smsGateway", { status: "degraded", reason: "notConfigured" }, "up"],
  ["smsGateway", { status: "down", reason: "noAnswer" }, "degraded"],
])("of a service whose %s is %j is the status %s", (name, found, status) => {
  expect(overallStatus([up, { ...up, name, ...found } as CheckResult])).toBe(status);
});
