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

const vendorRoles: readonly RoleName[] = ["VENDOR_SUPPORT", "VENDOR_OPERATIONS", "VENDOR_PARTNER"];

/** The number of a role's name. */
export function roleId(name: RoleName): RoleId {
  return Number(Object.entries(roles).find(([, value]) => value === name)?.[0]) as RoleId;
}

/** A vendor is anyone with a vendor role (3, 4 or 5). */
export function isVendor(names: readonly RoleName[]): boolean {
  return names.some((name) => vendorRoles.includes(name));
}
