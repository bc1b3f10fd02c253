import { randomBytes } from "node:crypto";
import type { IDToken, UserInfoResponse } from "openid-client";

/** A person who is signed in to the payroll application. Tokens stay here; pages never see them. */
export interface PayrollSession {
  /** The client that the person signed in through. */
  clientId: string;
  claims: IDToken;
  userInfo: UserInfoResponse;
  /** Sent back as hint when signing out. */
  idToken: string;
  /** Milliseconds since 1970. */
  accessExpiresAt: number | undefined;
  hasRefreshToken: boolean;
}

/** A sign-in that is on its way, as the callback needs it. */
export interface PendingSignIn {
  clientId: string;
  /** The browser that began it. */
  browser: string;
  verifier: string;
  nonce: string;
  maxAge: number | undefined;
}

/** Newest entries by key; the oldest are forgotten, so that memory is bounded. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string | undefined): Value | undefined {
    return key === undefined ? undefined : this.#entries.get(key);
  }

  find(condition: (value: Value) => boolean): Value | undefined {
    return [...this.#entries.values()].find(condition);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Gives and forgets. */
  take(key: string | undefined): Value | undefined {
    const value = this.get(key);
    if (key !== undefined) this.#entries.delete(key);
    return value;
  }

  deleteWhere(condition: (value: Value) => boolean): void {
    for (const [key, value] of this.#entries) if (condition(value)) this.#entries.delete(key);
  }
}

/** A random name for a browser. */
export function browserName(): string {
  return randomBytes(24).toString("base64url");
}
