import type { Generated, Kysely } from "kysely";
import type { Channel } from "../../shared/message-values.ts";

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
    new_email: string | null;
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
    created_at: number;
    version: number;
    /** ISO 8601 day; asked for where a partner wants it proven at linking. */
    date_of_birth: string | null;
    /** Random handle of the person towards authenticators (WebAuthn, section 5.4.3). */
    webauthn_handle: string | null;
    /** When a device credential is offered next; null: as the partner's rule says. */
    device_offer_at: number | null;
    /** When its person was told last of a sign-in in a new browser; 0: not yet; null: not signed in since this is kept. */
    new_browser_told_at: number | null;
  };
  customers: {
    id: string;
    number: string;
    name: string;
    /** Folded number, for filters of one or two characters. */
    number_fold: string;
    /** Folded name, number and other spellings of the name, a line each: the sort key and the searched text in one. */
    search: string;
    /** Whoever works for this customer needs a second factor. */
    second_factor_required: Generated<Flag>;
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
    /** The provider that vouched; null: signed in here. */
    vendor_id: string | null;
    /** What its own sign-out needs, sealed; null: it has none. */
    vendor_token: string | null;
    /** A device credential is still to be offered in this sign-in. */
    device_offer: Flag;
    /** The device was remembered, so the second step was left out. */
    second_step_skipped: Flag;
  };
  attempts: {
    id: string;
    browser_hash: string;
    return_key: string;
    user_id: string | null;
    password_at: number | null;
    second_factor_at: number | null;
    /** Of no use: the session says for whom somebody works. */
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
    /** The grant that it was issued under; of a grant its own identifier. */
    grant_id: string | null;
    /** Of no use: what it is for, devices without a browser, is not offered. */
    user_code: string | null;
    /** What it is found by beside its identifier: the library's name of a session, a line of sessions, the account of a grant. */
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
  /** Second factors that are active. */
  second_factors: {
    user_id: string;
    kind: "authenticator" | "sms" | "pin";
    /** Key of the authenticator app, sealed; null for the others. */
    secret: string | null;
    /** Number or address that codes go to; null for the authenticator app. */
    target: string | null;
    /** Last time step that was accepted, so that no code counts twice (RFC 6238, section 5.2). */
    last_step: number | null;
    created_at: number;
    last_used_at: number | null;
  };
  recovery_codes: {
    user_id: string;
    /** Keyed hash, so that the table alone tells no code. */
    hash: string;
    created_at: number;
    used_at: number | null;
  };
  /** Codes sent by mail or text message; of each purpose and owner the newest alone. */
  sent_codes: {
    purpose: string;
    /** The attempt, or for a new address the person, that the code belongs to, and what else it is for. */
    owner: string;
    channel: Channel;
    code_hash: string;
    /** Short reference on the screen and in the message. */
    reference: string;
    destination: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  /** Mails and text messages on their way. */
  messages: {
    id: string;
    channel: Channel;
    /** Recipient and texts, sealed: they hold codes. */
    content: string;
    created_at: number;
    /** When it is tried next; while somebody sends it, when it may be tried by others. */
    due_at: number;
    tries: number;
    sent_at: number | null;
    expires_at: number;
    /** 1: it is the recipient alone who cannot be reached, as far as the last try told. */
    waits_for_recipient: number;
  };
  /** Applications that are to hear that a session of theirs has ended. */
  sign_out_notices: {
    id: string;
    /** Which application, person and session, sealed. */
    content: string;
    /** When it is tried next; while somebody tells it, when it may be tried by others. */
    due_at: number;
    tries: number;
    expires_at: number;
  };
  remembered_devices: { id_hash: string; user_id: string; created_at: number; expires_at: number };
  /** Secure credentials (WebAuthn). */
  credentials: {
    id: string;
    user_id: string;
    /** COSE key, base64url. */
    public_key: string;
    counter: number;
    transports: string;
    name: string;
    /** It may be copied to other devices; never changes. */
    backup_eligible: Flag;
    backed_up: Flag;
    created_at: number;
    last_used_at: number | null;
  };
  /** Identities at providers: issuer and subject, never the mail address (security, UP-3). */
  external_logins: {
    issuer: string;
    subject: string;
    user_id: string;
    vendor_id: string;
    display_name: string | null;
    created_at: number;
    last_used_at: number | null;
  };
  /** What may be presented once and was (`SpentKind`). */
  spent_values: { kind: string; hash: string; expires_at: number };
  /** Browsers that solved a challenge, with the calls that it is still good for. */
  captcha_passes: { browser_hash: string; uses_left: number; expires_at: number };
  /** How often something happened in a minute, over all processes; `minute` is its beginning. */
  minute_counts: { minute: number; name: string; count: number; expires_at: number };
  audit: {
    id: string;
    at: number;
    event: string;
    user_id: string | null;
    address: string | null;
    support_code: string | null;
    detail: string;
  };
}
