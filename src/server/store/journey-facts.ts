import { sql } from "kysely";
import type { CustomerViewer } from "./customers.ts";
import { plannedEachTime } from "./kept-plans.ts";
import { statementPer } from "./statement.ts";
import type { Db } from "./tables.ts";

/** What the store knows of a person that decides what their sign-in owes. */
export interface JourneyFacts {
  /** How many customers the person may choose from; two stands for more. */
  customers: number;
  /** The customer where there is no choice; null: none, or a choice. */
  onlyCustomerId: string | null;
  /** One of their customers wants a second factor of everybody. */
  worksForStrictCustomer: boolean;
  hasSecondFactor: boolean;
}

/** Looks up all of it in one statement, because every sign-in and every page of somebody signed in asks for it. */
export async function findJourneyFacts(db: Db, viewer: CustomerViewer): Promise<JourneyFacts> {
  const { rows } = await factsOf(viewer.allCustomers)(db, { userId: viewer.userId });
  const [row] = rows;
  if (row === undefined) throw new Error("a statement without a table gives one row");
  const customers = Number(row.customers);
  return {
    customers,
    onlyCustomerId: customers === 1 ? row.first_customer : null,
    worksForStrictCustomer: row.strict === 1,
    hasSecondFactor: row.factor === 1,
  };
}

const factsOf = statementPer((db, { userId }: { userId: string }, allCustomers: boolean) => {
  const seen = allCustomers
    ? sql`select id from customers`
    : sql`select customer_id as id from memberships where user_id = ${userId}`;
  return sql<Row>`${plannedEachTime}select
    (select count(*) from (${seen} limit 2) as seen) as customers,
    (${seen} limit 1) as first_customer,
    case when exists (
      select 1 from memberships
      join customers on customers.id = memberships.customer_id
      where memberships.user_id = ${userId} and customers.second_factor_required = 1
    ) then 1 else 0 end as strict,
    case when exists (select 1 from second_factors where user_id = ${userId}) then 1 else 0 end as factor`.compile(
    db,
  );
});

interface Row {
  customers: number | string;
  first_customer: string | null;
  strict: number;
  factor: number;
}
