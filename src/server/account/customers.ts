import { siteUrl } from "../../shared/return-url.ts";
import type { CallContext, Handlers, ReturnTarget } from "../call.ts";
import { Leave } from "../call.ts";
import { Problem } from "../problem.ts";
import { changeAndRecord } from "../record-event.ts";
import { requestHints } from "../request/authorization-request.ts";
import { standingOf, viewerOf } from "../request/standing.ts";
import { screenPath } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { type CustomerViewer, findCustomer, recentCustomers } from "../store/customers.ts";
import { searchCustomers } from "../store/search-customers.ts";
import { chooseCustomer } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import { beyond } from "./beyond.ts";
import { advance } from "./journey.ts";
import { assertStillSignedIn, signedIn } from "./signed-in.ts";

/** What there is to choose from, and whether it must be. One customer only is no choice: go on. */
export const selectCustomerView: Handlers["SelectCustomerView"] = async (context, { query }) => {
  const { services, visitor, target } = context;
  const { user, session } = signedIn(context);
  const viewer = viewerOf(user);
  const { db } = services.store;
  const everything = { ...viewer, filter: "", page: 1, size: 1 };
  const { total } = await searchCustomers(services.store, everything);
  if (total === 1) return new Leave(target.returnUrl);
  const [current, requested, recent, standing] = await Promise.all([
    customerOrNull(context, viewer, session.customerId),
    customerOrNull(
      context,
      viewer,
      query.cid ?? requestHints(target.request).customerId ?? namedBefore(services, target),
    ),
    recentCustomers(db, viewer),
    standingOf(services, visitor, target),
  ]);
  return {
    required: standing?.stage === "customerChoiceRequired",
    total,
    current,
    requested,
    recent,
  };
};

/** One page of the customers of this person. */
export const customers: Handlers["Customers"] = async (context, { query }) => {
  const viewer = viewerOf(signedIn(context).user);
  const { filter = "", page, size } = query;
  const found = await searchCustomers(context.services.store, { ...viewer, filter, page, size });
  return { ...found, page, size, filter };
};

/** Keeps the chosen customer for this session and goes on. */
export const selectCustomer: Handlers["SelectCustomer"] = async (context, { body }) => {
  const { services } = context;
  const { user, session } = signedIn(context);
  const customer = await findCustomer(services.store.db, viewerOf(user), body.customerId);
  if (customer === undefined) throw notMember();
  const choose = async (transaction: Db) => {
    await assertStillSignedIn(services, transaction, session.idHash);
    await chooseCustomer(transaction, session.idHash, customer.id);
    return true;
  };
  const detail = { customerId: customer.id };
  await changeAndRecord(context, choose, () => ({
    events: [{ event: "customer.chosen", userId: user.id, detail }],
  }));
  const visitor = context.visitor.withSession({ ...session, customerId: customer.id });
  return beyond(context, "select", await advance({ ...context, visitor }));
};

/** The customer that the address of this page named, where a sign-in came between. */
function namedBefore(services: Services, { returnUrl }: ReturnTarget): string | null {
  const { pathname, searchParams } = siteUrl(returnUrl);
  return pathname === screenPath(services, "select") ? searchParams.get("cid") : null;
}

function notMember(): Problem {
  const codes = { "": [{ code: "problems.notMember" }] };
  return new Problem(403, "not a customer of this person", { codes });
}

async function customerOrNull(
  { services }: CallContext,
  viewer: CustomerViewer,
  id: string | null | undefined,
) {
  return typeof id === "string" ? ((await findCustomer(services.store.db, viewer, id)) ?? null) : null;
}
