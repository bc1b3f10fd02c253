/** Role identifiers (specification, section 6): the number and the name mean the same. */
export const roles = {
  1: "EMPLOYEE",
  2: "MANAGER",
  3: "VENDOR_SUPPORT",
  4: "VENDOR_OPERATIONS",
  5: "VENDOR_PARTNER",
  6: "ADMIN",
  7: "HR_ADMIN",
} as const;

export type RoleId = keyof typeof roles;
export type RoleName = (typeof roles)[RoleId];

/** Every way to write a role: `4`, `"4"` and `"VENDOR_OPERATIONS"` are the same one. */
export type RoleSpelling = RoleId | `${RoleId}` | RoleName;

const vendorRoles: readonly RoleName[] = ["VENDOR_SUPPORT", "VENDOR_OPERATIONS", "VENDOR_PARTNER"];

/** The role that a number, a numeric string or a name means (specification, section 6); undefined: none of ours. */
export function roleOf(given: unknown): RoleName | undefined {
  return Object.entries(roles).find(
    ([id, name]) => given === name || given === id || given === Number(id),
  )?.[1];
}

/** The roles of a list in any spelling, each once. What is none of ours gives nobody a right: it is left out. */
export function rolesOf(given: readonly unknown[]): RoleName[] {
  return [...new Set(given.map(roleOf))].filter((name) => name !== undefined);
}

/** The number of a role's name. */
export function roleId(name: RoleName): RoleId {
  return Number(Object.entries(roles).find(([, value]) => value === name)?.[0]) as RoleId;
}

/** A vendor is anyone with a vendor role (3, 4 or 5). Vendors see every customer. */
export function isVendor(names: readonly RoleName[]): boolean {
  return names.some((name) => vendorRoles.includes(name));
}

/** Who runs the service (role 4): sees the details of the operations page. */
export function isOperator(names: readonly RoleName[]): boolean {
  return names.includes("VENDOR_OPERATIONS");
}
