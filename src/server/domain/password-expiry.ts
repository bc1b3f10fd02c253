import { day } from "../../shared/durations.ts";

/** What is known of a password's age. Times are milliseconds since 1970. */
export interface PasswordAge {
  /** Null: the account has none, so it cannot expire. */
  passwordPhc: string | null;
  passwordChangedAt: number | null;
  /** A day that an administrator has set. */
  passwordExpiresAt: number | null;
  mustChangePassword: boolean;
  createdAt: number;
}

/**
 * Says whether a password must be changed before anything else: an administrator says so, its day has come, or it is
 * older than the partner allows. `maxAgeDays` null: it does not age.
 */
export function isPasswordExpired(password: PasswordAge, maxAgeDays: number | null, now: number): boolean {
  const { passwordPhc, passwordChangedAt, passwordExpiresAt, mustChangePassword, createdAt } = password;
  if (passwordPhc === null) return false;
  if (mustChangePassword || (passwordExpiresAt !== null && passwordExpiresAt <= now)) return true;
  return maxAgeDays !== null && (passwordChangedAt ?? createdAt) + maxAgeDays * day <= now;
}
