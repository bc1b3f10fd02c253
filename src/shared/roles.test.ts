import { expect, it } from "vitest";
import { isOperator, isVendor, type RoleName, roleId, roleOf, rolesOf } from "./roles.ts";

/** The specification's list (section 6), and what follows from each role. */
const table: [number, RoleName, { vendor: boolean; operator: boolean }][] = [
  [1, "EMPLOYEE", { vendor: false, operator: false }],
  [2, "MANAGER", { vendor: false, operator: false }],
  [3, "VENDOR_SUPPORT", { vendor: true, operator: false }],
  [4, "VENDOR_OPERATIONS", { vendor: true, operator: true }],
  [5, "VENDOR_PARTNER", { vendor: true, operator: false }],
  [6, "ADMIN", { vendor: false, operator: false }],
  [7, "HR_ADMIN", { vendor: false, operator: false }],
];

it.each(table)("reads role %i as number, numeric string and name %s", (id, name, means) => {
  expect([id, String(id), name].map(roleOf)).toEqual([name, name, name]);
  expect(roleId(name)).toBe(id);
  expect({ vendor: isVendor([name]), operator: isOperator([name]) }).toEqual(means);
});

it.each([0, 8, 4.5, "04", " 4", "0x4", "vendor_operations", "", "toString", null, undefined, true, [4], {}])(
  "takes %j for no role",
  (given) => {
    expect(roleOf(given)).toBeUndefined();
  },
);

it("reads a list in mixed spellings: each role once, what is unknown left out", () => {
  expect(rolesOf(["7", "HR_ADMIN", 3, "ROOT", null, "VENDOR_SUPPORT"])).toEqual([
    "HR_ADMIN",
    "VENDOR_SUPPORT",
  ]);
  expect(rolesOf([])).toEqual([]);
});
