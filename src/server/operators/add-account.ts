import { defaultReturnUrl } from "../../shared/constants.ts";
import { hour } from "../../shared/durations.ts";
import { inLanguageOf } from "../account/messages/in-language-of.ts";
import { issueResetLink } from "../account/password/reset-link.ts";
import { queueMessage } from "../delivery/queue-message.ts";
import { checkNewPassword } from "../domain/check-new-password.ts";
import { commonPasswords } from "../passwords/common-passwords.ts";
import { recordEvent } from "../record-event.ts";
import type { Services } from "../services.ts";
import type { User } from "../store/users.ts";
import { detail, messageSetting } from "./accounts.ts";
import { checkUsers } from "./check-rows.ts";
import { importUsers } from "./import.ts";

/** How long a mailed link to a first password is good: until the next working morning, mostly. */
const linkHours = 24;

/**
 * Adds one account by the rules of the import; gives everything that is wrong, nothing is written then. A `password` is
 * one that somebody else knows, so another is asked for at the first sign-in.
 */
export async function addAccount(
  services: Services,
  columns: Record<string, unknown>,
  password?: string,
): Promise<string[]> {
  const { rows, refused: wrongRows } = checkUsers({ rows: [{ line: 1, values: columns }] });
  const [row] = rows;
  const wrong = [...wrongRows.map(({ problem }) => problem), ...wrongPassword(services, columns, password)];
  if (row === undefined || wrong.length > 0) return wrong;
  const { store, hasher, now } = services;
  const first = password !== undefined && {
    passwordHash: await hasher.hash(password),
    mustChangePassword: true,
  };
  const run = { db: store.db, now: now(), by: "operator", allOrNothing: true, onProgress: () => undefined };
  const refused = await importUsers(run, [{ ...row, value: { ...row.value, ...first } }]);
  return refused.map(({ problem }) => problem);
}

function wrongPassword(services: Services, { username }: Record<string, unknown>, password?: string) {
  if (password === undefined) return [];
  const { partner, t } = inLanguageOf(messageSetting(services), { language: "en-GB" });
  const problems = checkNewPassword(password, partner.passwordRules, String(username), commonPasswords);
  return problems.map(({ code, params }) => t(code, params));
}

/** Mails a person who has no password a link to choose one, in place of links before. `user.email` must be known. */
export async function mailPasswordLink(services: Services, user: User): Promise<void> {
  const setting = inLanguageOf(messageSetting(services), user);
  const life = linkHours * hour;
  const target = { returnUrl: defaultReturnUrl, request: null, client: null };
  const { link, brings } = await issueResetLink({ target, ...setting }, user.username, user, life);
  const params = { link, username: user.username, hours: linkHours };
  const mail = { channel: "mail", to: user.email, template: "accountAdded", params, life, brings } as const;
  await queueMessage(setting, mail);
  await recordEvent({ services }, { event: "password.linkSent", userId: user.id, detail });
}
