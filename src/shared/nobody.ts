import type { User } from "../generated/calls.ts";

/** What the call User answers where nobody is signed in and nothing is owed. */
export const nobody: User = {
  isAuthenticated: false,
  userId: null,
  username: null,
  displayName: null,
  email: null,
  picture: null,
  language: null,
  roles: [],
  isVendor: false,
  customer: null,
  hasCustomerChoice: false,
  sessionExpiresAt: null,
  pending: null,
};
