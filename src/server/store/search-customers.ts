import type { CustomerViewer, SeenCustomer } from "./customers.ts";
import type { Store } from "./store.ts";

/** What part of which list is wanted. */
export interface CustomerSearch extends CustomerViewer {
  /** As typed; empty: everything. */
  filter: string;
  /** From 1. */
  page: number;
  size: number;
}

/** A page of customers by name, then number. */
export interface CustomerPage {
  items: SeenCustomer[];
  total: number;
  /** False where there are more than `total` (decisions 12). */
  totalIsExact: boolean;
}

/** Counting stops here. */
export const countedAtMost = 20_000;

/** One page of the customers that a person sees and a filter finds. */
export async function searchCustomers(_store: Store, _search: CustomerSearch): Promise<CustomerPage> {
  throw new Error("not written yet");
}
