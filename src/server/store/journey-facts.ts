import { sql } from "kysely";
import type { CustomerViewer } from "./customers.ts";
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

// Where so few customers want a second factor, each of them is asked whether the person is theirs; where more do, each of the person's
// is asked whether it wants one. By subqueries, not joins, so that there is one way to go about it, which is right for everybody.
const fewStrict = 100;

const factsOf = statementPer((db, { userId }: { userId: string }, allCustomers: boolean) => {
  const seen = allCustomers
    ? sql`select id from customers`
    : sql`select customer_id as id from memberships where user_id = ${userId}`;
  const strict = sql`select id from customers where second_factor_required = 1 limit ${sql.lit(fewStrict + 1)}`;
  return sql<Row>`select
    (select count(*) from (${seen} limit 2) as seen) as customers,
    (${seen} limit 1) as first_customer,
    case when case
      when (select count(*) from (${strict}) as few) <= ${sql.lit(fewStrict)} then exists (
        select 1 from (${strict}) as few
        where (select 1 from memberships where user_id = ${userId} and customer_id = few.id) = 1
      )
      else exists (
        select 1 from memberships
        where user_id = ${userId}
          and (select second_factor_required from customers where id = memberships.customer_id) = 1
      )
    end then 1 else 0 end as strict,
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
