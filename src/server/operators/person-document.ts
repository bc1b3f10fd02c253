import type { SecretKeys } from "../crypto.ts";
import type { Services } from "../services.ts";
import { fromJson } from "../store/json.ts";
import { messagesTo } from "../store/messages.ts";
import { grantsOfAccount } from "../store/oidc-records.ts";
import { type PersonTable, rowsOfPerson } from "../store/person-rows.ts";
import { applicationsOfSession } from "../store/session-applications.ts";
import { sessionsOfUser } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import type { User } from "../store/users.ts";
import { isoTime } from "./list-accounts.ts";

/** A column that is told, and how. */
interface Told {
  column: string;
  as(value: unknown): unknown;
}

/** What of a table is told. */
interface Part extends PersonTable {
  /** Name in the document → the column; rows stand in the order of the first, then of the next. */
  columns: Record<string, Told>;
}

const plain = (column: string): Told => ({ column, as: (value) => value });
const json = (column: string): Told => ({ column, as: (value) => fromJson(String(value)) });
const flag = (column: string): Told => ({ column, as: (value) => value === 1 });
/** 0 stands for a time that there is none of, as where a provider did not tell when. */
const time = (column: string): Told => ({ column, as: (value) => (value ? isoTime(Number(value)) : null) });
const presence = (column: string): Told => ({ column, as: (value) => value !== null });

/** Whoever gave a command is somebody else. */
function withoutLogin(detail: unknown): unknown {
  const { login: _, ...told } = fromJson<Record<string, unknown>>(String(detail));
  return told;
}

/**
 * Every table that says of a row whose it is, with all that is no secret and says something of the person. A table or column that is
 * new must be told here, or named with a reason in `person-document.test.ts`.
 */
export const parts = {
  account: {
    table: "users",
    owner: "id",
    columns: {
      id: plain("id"),
      username: plain("username"),
      displayName: plain("display_name"),
      email: plain("email"),
      newEmail: plain("new_email"),
      phone: plain("phone"),
      language: plain("language"),
      dateOfBirth: plain("date_of_birth"),
      roles: json("roles"),
      hasPassword: presence("password_phc"),
      passwordChangedAt: time("password_changed_at"),
      passwordExpiresAt: time("password_expires_at"),
      mustChangePassword: flag("must_change_password"),
      secondFactorRequired: flag("second_factor_required"),
      disabled: flag("disabled"),
      deviceOfferAt: time("device_offer_at"),
      newBrowserToldAt: time("new_browser_told_at"),
      createdAt: time("created_at"),
    },
  },
  customers: { table: "memberships", owner: "user_id", columns: { customer: plain("customer_id") } },
  customerUses: {
    table: "customer_uses",
    owner: "user_id",
    columns: { customer: plain("customer_id"), lastUsedAt: time("last_used_at") },
  },
  secondFactors: {
    table: "second_factors",
    owner: "user_id",
    columns: {
      method: plain("kind"),
      target: plain("target"),
      createdAt: time("created_at"),
      lastUsedAt: time("last_used_at"),
    },
  },
  recoveryCodes: {
    table: "recovery_codes",
    owner: "user_id",
    columns: { createdAt: time("created_at"), usedAt: time("used_at") },
  },
  devices: {
    table: "credentials",
    owner: "user_id",
    columns: { createdAt: time("created_at"), name: plain("name"), lastUsedAt: time("last_used_at") },
  },
  providers: {
    table: "external_logins",
    owner: "user_id",
    columns: {
      provider: plain("vendor_id"),
      issuer: plain("issuer"),
      subject: plain("subject"),
      displayName: plain("display_name"),
      createdAt: time("created_at"),
      lastUsedAt: time("last_used_at"),
    },
  },
  rememberedDevices: {
    table: "remembered_devices",
    owner: "user_id",
    columns: { createdAt: time("created_at"), expiresAt: time("expires_at") },
  },
  sessions: {
    table: "sessions",
    owner: "user_id",
    columns: {
      createdAt: time("created_at"),
      seenAt: time("seen_at"),
      expiresAt: time("expires_at"),
      endsAt: time("ends_at"),
      customer: plain("customer_id"),
      provenAt: time("authenticated_at"),
      provenBy: json("amr"),
      provider: plain("vendor_id"),
    },
  },
  signInsUnderWay: {
    table: "attempts",
    owner: "user_id",
    columns: { createdAt: time("created_at"), expiresAt: time("expires_at") },
  },
  events: {
    table: "audit",
    owner: "user_id",
    columns: {
      time: time("at"),
      // Those of one moment stand in the order of their identifiers, as `npm run audit` has them.
      id: plain("id"),
      event: plain("event"),
      address: plain("address"),
      supportCode: plain("support_code"),
      detail: { column: "detail", as: withoutLogin },
    },
  },
} as const satisfies Record<string, Part>;

/** All that is kept of a person, and nothing that would let anybody in: no secret, no hash. */
export async function personDocument({ store: { db }, settings }: Services, user: User): Promise<object> {
  const { secretKeys } = settings;
  const read: Record<string, Record<string, unknown>[]> = {};
  for (const [name, part] of Object.entries(parts)) read[name] = await rowsOf(db, part, user.id);
  const { account: [account] = [], ...lists } = read;
  const targets = lists.secondFactors?.map(({ target }) => target) ?? [];
  const recipients = [user.email, user.newEmail, user.phone, ...targets];
  const [grants, entered, messages] = [
    await grantsOfAccount(db, secretKeys, user.id),
    await enteredApplications(db, secretKeys, user.id),
    await messagesTo(db, secretKeys, recipients),
  ];
  return {
    account,
    ...lists,
    enteredApplications: entered,
    grants: grants.map(({ clientId, expiresAt }) => ({
      application: clientId,
      expiresAt: expiresAt && isoTime(expiresAt),
    })),
    messages: messages.map(({ channel, createdAt, expiresAt }) => ({
      channel,
      createdAt: isoTime(createdAt),
      expiresAt: isoTime(expiresAt),
    })),
  };
}

async function rowsOf(db: Db, part: Part, userId: string): Promise<Record<string, unknown>[]> {
  const told = Object.entries(part.columns);
  const columns = told.map(([, { column }]) => column);
  const rows = await rowsOfPerson(db, part, columns, userId);
  return rows.map((row) => Object.fromEntries(told.map(([name, { column, as }]) => [name, as(row[column])])));
}

/** The applications that were entered in the sessions that live. */
async function enteredApplications(db: Db, secretKeys: SecretKeys, userId: string) {
  const entered = [];
  for (const idHash of await sessionsOfUser(db, userId)) {
    const { applications } = await applicationsOfSession(db, secretKeys, idHash);
    entered.push(
      ...applications.map(({ clientId, customerId, enteredAt }) => ({
        application: clientId,
        customer: customerId,
        enteredAt: isoTime(enteredAt),
      })),
    );
  }
  return entered;
}
