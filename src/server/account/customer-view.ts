import type { Customer } from "../../generated/calls.ts";
import type { SeenCustomer } from "../store/customers.ts";

/** A customer as its person sees it. */
export function customerView({ id, name, number, lastUsedAt }: SeenCustomer): Customer {
  return { id, name, number, lastUsedAt };
}
