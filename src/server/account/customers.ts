import type { CallContext, Handlers } from "../call.ts";
import { Leave } from "../call.ts";
import { requestHints } from "../oidc/authorization-request.ts";
import { Problem } from "../problem.ts";
import { recordEvent } from "../record-event.ts";
import { standingOf, viewerOf } from "../standing.ts";
import {
  type CustomerViewer,
  findCustomer,
  isMember,
  recentCustomers,
  type SeenCustomer,
} from "../store/customers.ts";
import { searchCustomers } from "../store/search-customers.ts";
import { chooseCustomer, type Session } from "../store/sessions.ts";
import { beyond } from "./beyond.ts";
import { customerView } from "./customer-view.ts";
import { advance } from "./journey.ts";

/** What there is to choose from, and whether it must be. One customer only is no choice: go on. */
export const selectCustomerView: Handlers["SelectCustomerView"] = async (context, { query }) => {
  const { services, visitor, target } = context;
  const { viewer, session } = signedIn(context);
  const { db } = services.store;
  const everything = { ...viewer, filter: "", page: 1, size: 1 };
  const { total } = await searchCustomers(services.store, everything);
  if (total === 1) return new Leave(target.returnUrl);
  const hinted = target.request === null ? null : requestHints(target.request.params).customerId;
  const [current, requested, recent, standing] = await Promise.all([
    customerOrNull(context, viewer, session.customerId),
    customerOrNull(context, viewer, query.cid ?? hinted),
    recentCustomers(db, viewer),
    standingOf(services, visitor, target),
  ]);
  return {
    required: standing?.stage === "customerChoiceRequired",
    total,
    current,
    requested,
    recent: recent.map(customerView),
  };
};

/** One page of the customers of this person. */
export const customers: Handlers["Customers"] = async (context, { query }) => {
  const { viewer } = signedIn(context);
  const { filter = "", page = 1, size = 5 } = query;
  const found = await searchCustomers(context.services.store, { ...viewer, filter, page, size });
  return { ...found, items: found.items.map(customerView), page, size, filter };
};

/** Keeps the chosen customer for this session and goes on. */
export const selectCustomer: Handlers["SelectCustomer"] = async (context, { body }) => {
  const { db } = context.services.store;
  const { viewer, session } = signedIn(context);
  if (!(await isMember(db, viewer, body.customerId))) throw notMember();
  await chooseCustomer(db, session.idHash, body.customerId);
  await recordEvent(context, {
    event: "customer.chosen",
    userId: viewer.userId,
    detail: { customerId: body.customerId },
  });
  const visitor = context.visitor.withSession({ ...session, customerId: body.customerId });
  return beyond(context, "select", await advance({ ...context, visitor }));
};

function signedIn({ visitor }: CallContext): { viewer: CustomerViewer; session: Session } {
  const { session, user } = visitor;
  if (session === null || user === null) throw new Problem(401, "nobody is signed in");
  return { viewer: viewerOf(user), session };
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
  const customer: SeenCustomer | undefined =
    typeof id === "string" ? await findCustomer(services.store.db, viewer, id) : undefined;
  return customer === undefined ? null : customerView(customer);
}
