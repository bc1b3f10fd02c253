import { pickByName } from "../../shared/pick-by-name.ts";
import { rolesOf } from "../../shared/roles.ts";
import { changeAndEndOthers } from "../account/account-change.ts";
import { leaveAddress } from "../account/contact.ts";
import { noticeTo } from "../account/messages/notice-to.ts";
import { maskedMail } from "../account/messages/sent-code.ts";
import { changeAndRecord, type Happened } from "../record-event.ts";
import type { Services } from "../services.ts";
import { knownCustomers, membershipsOf, replaceMemberships } from "../store/customers.ts";
import { secondFactorKindsOf } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { type Corrected, correctUser, holdAccount, type User } from "../store/users.ts";
import { detail, messageSetting } from "./accounts.ts";
import { checkUsers } from "./check-rows.ts";
import { noSuchCustomer } from "./import.ts";

/** What of an account is changed so; the rest of what an import takes has commands of its own. */
export type ChangedColumn = keyof Corrected | "customers";

type Wanted = Corrected & { customers?: string[] };

/** Says of each whether sign-ins rest on it. */
const restOn: Record<ChangedColumn, boolean> = {
  displayName: false,
  email: true,
  phone: false,
  language: false,
  roles: true,
  customers: true,
  mustChangePassword: true,
  dateOfBirth: false,
};
export const changedColumns = Object.keys(restOn) as ChangedColumn[];

/** What an empty text leaves. */
const nothing = { email: null, phone: null, language: null, dateOfBirth: null, roles: [], customers: [] };

/** What came of a change: what is wrong, and nothing was written then; else the names of what is another now. */
export interface Changed {
  wrong: string[];
  changed: ChangedColumn[];
  /** Its sessions have ended. */
  isSignedOut: boolean;
}

/**
 * Changes what is given of an account and nothing else, by the rules of the import. A list takes the place of the one before, an
 * empty text takes away what is there. With what sign-ins rest on those under way end, with its sessions and what applications got.
 */
export async function changeAccount(
  services: Services,
  user: User,
  given: Partial<Record<ChangedColumn, unknown>>,
): Promise<Changed> {
  const { db } = services.store;
  const { wanted, wrong } = wantedOf(user, given);
  wrong.push(...(await problemsOf(db, user, wanted)));
  const customers = (await membershipsOf(db, [user.id])).get(user.id) ?? [];
  const changed = wrong.length > 0 ? [] : differing({ ...user, customers }, wanted);
  const isSignedOut = changed.some((name) => restOn[name]);
  if (changed.length === 0) return { wrong, changed, isSignedOut };
  const values: Wanted = pickByName(wanted, (name) => changed.includes(name as ChangedColumn));
  const change = async (transaction: Db) => {
    // It was judged by what has changed meanwhile, or is gone.
    if ((await holdAccount(transaction, user.id)) !== user.version) return undefined;
    await write(transaction, user, values);
    return true as const;
  };
  const happened = (): Happened => ({
    events: [{ event: "account.changed", userId: user.id, detail: { ...detail, changed } }],
    notice: values.email ? noticeOfAddress(services, user, values.email) : undefined,
  });
  const done = isSignedOut
    ? await changeAndEndOthers({ services, visitor: null }, user.id, change, happened)
    : await changeAndRecord({ services }, change, happened);
  if (done !== undefined) return { wrong, changed, isSignedOut };
  return { wrong: ["the account has changed meanwhile: look at it again"], changed: [], isSignedOut: false };
}

function wantedOf(user: User, given: Partial<Record<ChangedColumn, unknown>>) {
  const isEmptied = (name: string) => name in nothing && String(given[name as ChangedColumn]) === "";
  const { username, displayName } = user;
  const values = { username, displayName, ...pickByName(given, (name) => !isEmptied(name)) };
  const { rows, refused } = checkUsers({ rows: [{ line: 1, values }] });
  const read = { ...rows[0]?.value, ...pickByName(nothing, isEmptied) };
  const wanted: Wanted = pickByName(read, (name) => name in given);
  return { wanted, wrong: refused.map(({ problem }) => problem) };
}

/** What is wrong with it beside its form. */
async function problemsOf(db: Db, user: User, { customers = [], email }: Wanted): Promise<string[]> {
  const known = await knownCustomers(db, customers);
  const unknown = customers.find((id) => !known.has(id));
  const kinds = email === null ? (await secondFactorKindsOf(db, [user.id])).get(user.id) : [];
  return [
    ...(unknown === undefined ? [] : [noSuchCustomer(unknown)]),
    ...(kinds?.includes("pin")
      ? ["email cannot be taken away: the second step's PINs go there (reset-2fa ends them)"]
      : []),
  ];
}

function differing(before: Wanted, wanted: Wanted): ChangedColumn[] {
  const form = ({ roles, customers, ...others }: Wanted, name: ChangedColumn) => {
    const lists = { roles: rolesOf(roles ?? []), customers: [...new Set(customers)] };
    return name === "roles" || name === "customers" ? lists[name].sort().join("\n") : others[name];
  };
  return changedColumns.filter((name) => name in wanted && form(before, name) !== form(wanted, name));
}

async function write(transaction: Db, user: User, { customers, ...corrected }: Wanted): Promise<void> {
  if (customers !== undefined) await replaceMemberships(transaction, user.id, customers);
  if (Object.keys(corrected).length > 0) await correctUser(transaction, user, corrected);
  if (corrected.email !== undefined) await leaveAddress(transaction, user.id, corrected.email);
}

function noticeOfAddress(services: Services, user: User, email: string) {
  const params = { destination: maskedMail(email) };
  return noticeTo(messageSetting(services), user, { template: "contactChanged", params });
}
