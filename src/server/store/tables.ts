import type { Kysely } from "kysely";

/** The two databases that the store runs on. */
export type DatabaseKind = "sqlite" | "postgres";

/** A connection to the store, or a transaction of it. */
export type Db = Kysely<Tables>;

/** Integer 0 or 1: SQLite has no booleans. */
export type Flag = 0 | 1;

/**
 * Every table as both databases know it: text identifiers, flags as 0 or 1, times as milliseconds since 1970,
 * JSON as text. `*_hash` holds SHA-256 values, so that the store never holds what a cookie or an address carries.
 */
export interface Tables {
  users: {
    id: string;
    username: string;
    username_fold: string;
    email: string | null;
    display_name: string;
    phone: string | null;
    language: string | null;
    roles: string;
    password_phc: string | null;
    password_changed_at: number | null;
    password_expires_at: number | null;
    must_change_password: Flag;
    disabled: Flag;
    second_factor_required: Flag;
    all_customers: Flag;
    created_at: number;
    version: number;
  };
  customers: {
    id: string;
    number: string;
    name: string;
    /** Folded number, for filters of one or two characters. */
    number_fold: string;
    /** Folded name, line break, folded number: the sort key and the searched text in one. */
    search: string;
  };
  memberships: {
    user_id: string;
    customer_id: string;
    /** Copy of the customer's `search`, so that a person's list is one walk over one index. */
    search: string;
  };
  customer_uses: { user_id: string; customer_id: string; last_used_at: number };
  sessions: {
    id_hash: string;
    user_id: string;
    browser_hash: string;
    customer_id: string | null;
    authenticated_at: number;
    amr: string;
    created_at: number;
    seen_at: number;
    /** The end without further use; never later than `ends_at`. */
    expires_at: number;
    /** The end whatever happens. */
    ends_at: number;
  };
  attempts: {
    id: string;
    browser_hash: string;
    return_key: string;
    user_id: string | null;
    password_at: number | null;
    second_factor_at: number | null;
    customer_id: string | null;
    data: string;
    version: number;
    created_at: number;
    expires_at: number;
  };
  authorization_requests: {
    uid: string;
    chain_id: string;
    client_id: string;
    params: string;
    first_seen_at: number;
    expires_at: number;
  };
  tickets: {
    kind: string;
    hash: string;
    browser_hash: string | null;
    data: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  throttle: { key: string; failures: number; locked_until: number; expires_at: number };
  oidc_records: {
    model: string;
    id_hash: string;
    /** Sealed, because it repeats the identifier that the browser or the application presents. */
    payload: string;
    grant_id: string | null;
    user_code: string | null;
    uid: string | null;
    consumed_at: number | null;
    expires_at: number | null;
  };
  grant_customers: { grant_id: string; customer_id: string; expires_at: number };
  secrets: {
    kid: string;
    kind: string;
    value: string;
    state: "active" | "retired";
    created_at: number;
  };
  audit: {
    id: string;
    at: number;
    event: string;
    user_id: string | null;
    username_fold: string | null;
    address: string | null;
    support_code: string | null;
    detail: string;
  };
}
