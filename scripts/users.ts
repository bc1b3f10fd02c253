import userSchema from "../schemas/config/imported-user.schema.json" with { type: "json" };
import { foldUsername } from "../src/server/domain/fold.ts";
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  mailRecoveryCodeLink,
  makeRecoveryCodes,
  removeDevice,
  requireSecondFactor,
  resetSecondFactors,
  unlinkProvider,
  unlockAccount,
} from "../src/server/operators/accounts.ts";
import { addAccount, mailPasswordLink } from "../src/server/operators/add-account.ts";
import { changeAccount, changedColumns } from "../src/server/operators/change-account.ts";
import { checkUsers } from "../src/server/operators/check-rows.ts";
import { importUsers } from "../src/server/operators/import.ts";
import { exportAccounts, isoTime, listAccounts } from "../src/server/operators/list-accounts.ts";
import { personDocument } from "../src/server/operators/person-document.ts";
import type { Services } from "../src/server/services.ts";
import { type Credential, credentialsOf } from "../src/server/store/credentials.ts";
import { vendorsOfUser } from "../src/server/store/external-logins.ts";
import { secondFactorsOf } from "../src/server/store/second-factors.ts";
import type { User } from "../src/server/store/users.ts";
import { inGroups } from "../src/shared/formats.ts";
import { pickByName } from "../src/shared/pick-by-name.ts";
import { importFile } from "./import-file.ts";
import {
  accountOf,
  misused,
  OperatorError,
  onAccount,
  onKeptStore,
  onServices,
  printable,
  runCommand,
} from "./operator.ts";
import { readCommand } from "./read-command.ts";
import { readPassword } from "./read-password.ts";

/** `npm run users -- <command>`: accounts of the database that the server's settings name, also while it runs. */
const usage = `npm run users -- <command>
  import <file.csv or file.json> [--all-or-nothing]   adds accounts (schemas/config/imported-user.schema.json)
  add --username <name> --displayName <name> [--password]
      adds one account; the other columns of import are options too, a list is repeated (--roles EMPLOYEE --roles 7).
      The person chooses a password by a mailed link, or it is read from standard input with --password
  change <name> --email <address> …
      changes what is given, of the columns of add, and nothing else; a list is given whole, "" takes away what is there, and
      --mustChangePassword asks for a new password at the next sign-in, --no-mustChangePassword no more
  password-link <name>                                mails who has no password another link to choose one
  list [--json]                                       who has an account, how they sign in, and when they last did
  disable <name> [--undo]                             signs out everywhere and keeps out
  delete <name or identifier>                         deletes an account that is disabled, for good, and tells its identifier
  unlock <name>                                       forgets failed sign-ins, with the wait that they led to
  require-2fa <name> [--undo]                         asks for a second factor at the next sign-in
  reset-2fa <name>                                    removes every second factor and tells the person
  remove-device <name> [<device>]                     removes a passkey or security key by its name or identifier, signs out
                                                      everywhere and tells the person; without <device> lists what there is
  unlink <name> <provider>                            removes the link to a provider's account, signs out everywhere
                                                      and tells the person
  codes <name> [--mail]                               makes new recovery codes and shows them, once; or mails a link to them
  export [--json]                                     every account in the columns of import, without its password
  export <name>                                       all that is kept of a person, as JSON, without what would let anybody in`;

/** What is told of one account; nothing secret, because others see the arguments of a command. */
const { passwordHash: _, ...told } = userSchema.properties;
const columns = Object.fromEntries(
  Object.entries(told).map(([name, { type }]) => [
    name,
    { type: type === "boolean" ? "boolean" : "string", multiple: type === "array" },
  ]),
);

// Whoever is added chooses a password by a link, or has just been given one.
const addedColumns = Object.keys(columns).filter((name) => name !== "mustChangePassword");

interface Command {
  run(...given: string[]): Promise<void>;
  /** How many arguments it takes beside its name; a list: any of these. */
  takes: number | readonly number[];
  options?: readonly string[];
}

const users = { what: "account", check: checkUsers, write: importUsers };
const commands: Record<string, Command> = {
  import: {
    run: (file) => importFile(users, file ?? "", values["all-or-nothing"] ?? false),
    takes: 1,
    options: ["all-or-nothing"],
  },
  add: { run: add, takes: 0, options: [...addedColumns, "password"] },
  change: { run: onAccount(change), takes: 1, options: changedColumns },
  "password-link": { run: onAccount(sendPasswordLink), takes: 1 },
  list: { run: () => tell(listAccounts, printable), takes: 0, options: ["json"] },
  disable: { run: onAccount(disable), takes: 1, options: ["undo"] },
  delete: { run: onAccount(remove), takes: 1 },
  unlock: { run: onAccount(unlock), takes: 1 },
  "require-2fa": { run: onAccount(requireTwoFactor), takes: 1, options: ["undo"] },
  "reset-2fa": { run: onAccount(resetTwoFactor), takes: 1 },
  "remove-device": { run: onAccount(removeOneDevice), takes: [1, 2] },
  unlink: { run: onAccount(unlink), takes: 2 },
  codes: { run: onAccount(renewCodes), takes: 1, options: ["mail"] },
  export: {
    run: (...named) =>
      named.length === 0 ? tell(exportAccounts, (line) => line) : onAccount(exportPerson)(...named),
    takes: [0, 1],
    options: ["json"],
  },
};
const optionsOfEach = Object.fromEntries(
  Object.entries(commands).map(([name, { options = [] }]) => [name, options]),
);
const { positionals, values } = readCommand(
  usage,
  {
    allowPositionals: true,
    allowNegative: true,
    options: {
      // None of them is named below.
      ...(columns as Record<never, never>),
      "all-or-nothing": { type: "boolean" },
      json: { type: "boolean" },
      mail: { type: "boolean" },
      password: { type: "boolean" },
      undo: { type: "boolean" },
    },
  },
  optionsOfEach,
);

await runCommand(async () => {
  const [name = "", ...given] = positionals;
  const command = commands[name];
  if (command === undefined || ![command.takes].flat().includes(given.length))
    throw misused(name, Object.keys(commands), usage);
  await command.run(...given);
});

function tell(lines: typeof listAccounts, written: (line: string) => string): Promise<void> {
  return onKeptStore(async ({ db }) => {
    for await (const line of lines(db, values.json ?? false)) console.log(written(line));
  });
}

async function exportPerson(services: Services, user: User): Promise<void> {
  console.log(JSON.stringify(await personDocument(services, user), null, 2));
}

/** What was given of the columns. */
function givenColumns(): Record<string, unknown> {
  return pickByName(values, (name) => Object.hasOwn(told, name));
}

function add(): Promise<void> {
  return onServices(async (services) => {
    const given = givenColumns();
    const { username = "", email } = given;
    if (!values.password && email === undefined)
      throw new OperatorError(
        "Nobody could sign in: name --email, to which a link to choose a password goes, or --password.",
      );
    if (!values.password) assertAddressNamed();
    const wrong = await addAccount(services, given, values.password ? await readPassword() : undefined);
    if (wrong.length > 0) throw new OperatorError(wrong.join("\n"));
    console.log(`${printable(String(username))} is added.`);
    if (!values.password) await sendLink(services, await accountOf(services.store, String(username)));
  });
}

async function change(services: Services, user: User): Promise<void> {
  const given = givenColumns();
  if (Object.keys(given).length === 0)
    throw new OperatorError(`Name what changes: --${changedColumns.join(", --")}.`);
  const { wrong, changed, isSignedOut } = await changeAccount(services, user, given);
  if (wrong.length > 0) throw new OperatorError(wrong.join("\n"));
  const shown = printable(user.username);
  if (changed.length === 0) console.log(`${shown} has all of this already.`);
  else
    console.log(
      `${shown} is changed (${changed.join(", ")})${isSignedOut ? ", and signed out everywhere" : ""}.`,
    );
}

async function sendPasswordLink(services: Services, user: User): Promise<void> {
  assertMailable(user);
  if (user.passwordPhc !== null)
    throw new OperatorError(
      `${printable(user.username)} has a password, and asks for a new one on the sign-in page.`,
    );
  await sendLink(services, user);
}

/** The default is this machine, where a mailed link would lead nobody. */
function assertAddressNamed(): void {
  if (!process.env.VESTIBULE_PUBLIC_URL)
    throw new OperatorError(
      "The link in the mail needs the address of the sign-in pages: name it by VESTIBULE_PUBLIC_URL, as the server does.",
    );
}

/** Says whether a link can be mailed to somebody who can use it. Throws `OperatorError`. */
function assertMailable({ username, email, disabled }: User): void {
  assertAddressNamed();
  if (email === null) throw new OperatorError(`${printable(username)} has no mail address.`);
  if (disabled) throw new OperatorError(`${printable(username)} is disabled.`);
}

async function sendLink(services: Services, user: User): Promise<void> {
  await mailPasswordLink(services, user);
  sayWhereItGoes("A link to choose a password", services, user);
}

function sayWhereItGoes(what: string, services: Services, { email }: User): void {
  const sent = `${what} goes to ${printable(email ?? "")}`;
  const isMailed = services.settings.gateways.mail !== undefined;
  console.log(
    isMailed
      ? `${sent}.`
      : `${sent} once a server runs that can mail: neither VESTIBULE_SMTP_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is named here.`,
  );
}

async function disable(services: Services, user: User): Promise<void> {
  const shown = printable(user.username);
  if (values.undo)
    console.log(
      (await enableAccount(services, user)) ? `${shown} can sign in again.` : `${shown} is not disabled.`,
    );
  else if (await disableAccount(services, user))
    console.log(`${shown} is disabled, and signed out everywhere.`);
  else console.log(`${shown} is disabled already.`);
}

async function remove(services: Services, user: User): Promise<void> {
  const shown = printable(user.username);
  if (!(await deleteAccount(services, user)))
    throw new OperatorError(
      `${shown} is not disabled. Disable the account first: that signs out everywhere.`,
    );
  console.log(`${shown} is deleted. The audit calls it ${user.id}.`);
}

async function unlock(services: Services, user: User): Promise<void> {
  const shown = printable(user.username);
  console.log(
    (await unlockAccount(services, user))
      ? `${shown} can try again at once.`
      : `${shown} has no failed sign-ins that count.`,
  );
}

async function requireTwoFactor(services: Services, user: User): Promise<void> {
  await requireSecondFactor(services, user, !values.undo);
  console.log(
    `${printable(user.username)} ${values.undo ? "needs no" : "needs a"} second factor to sign in.`,
  );
}

async function resetTwoFactor(services: Services, user: User): Promise<void> {
  const removed = await resetSecondFactors(services, user);
  const shown = printable(user.username);
  console.log(
    removed.length === 0
      ? `${shown} has no second factor.`
      : `${shown} has no second factor any more (${removed.sort().join(", ")}).`,
  );
}

async function removeOneDevice(services: Services, user: User, named?: string): Promise<void> {
  const shown = printable(user.username);
  const devices = await credentialsOf(services.store.db, user.id);
  // As names of users: they are read out on the telephone, or pasted from a mail. One without a visible character has its identifier alone.
  const wanted = foldUsername(named ?? "");
  const byName = devices.filter(({ name }) => wanted !== "" && foldUsername(name) === wanted);
  const device = devices.find(({ id }) => id === named) ?? (byName.length === 1 ? byName[0] : undefined);
  if (device === undefined) {
    const lines = (byName.length > 0 ? byName : devices).map(deviceLine).join("\n");
    if (devices.length === 0) throw new OperatorError(`${shown} has no device.`);
    if (named === undefined) return console.log(lines);
    if (byName.length === 0)
      throw new OperatorError(`${shown} has no device "${printable(named)}", but:\n${lines}`);
    throw new OperatorError(
      `${shown} has several devices "${printable(named)}". Name one by its identifier:\n${lines}`,
    );
  }
  await removeDevice(services, user, device);
  console.log(`"${printable(device.name)}" no longer signs in to ${shown}, who is signed out everywhere.`);
}

/** A device as it is named to `remove-device`: an identifier may look like an option. */
function deviceLine({ id, name, createdAt, lastUsedAt }: Credential): string {
  const used = lastUsedAt === null ? "never used" : `last used ${isoTime(lastUsedAt)}`;
  return `${id.startsWith("-") ? "-- " : ""}${id}  "${printable(name)}", added ${isoTime(createdAt)}, ${used}`;
}

async function unlink(services: Services, user: User, vendorId = ""): Promise<void> {
  const shown = printable(user.username);
  if (await unlinkProvider(services, user, vendorId))
    return console.log(`${shown} is no longer linked to ${vendorId}, and signed out everywhere.`);
  const linked = await vendorsOfUser(services.store.db, user.id);
  throw new OperatorError(
    `${shown} is not linked to "${printable(vendorId)}"${linked.length > 0 ? `, but to ${linked.join(", ")}` : ""}.`,
  );
}

async function renewCodes(services: Services, user: User): Promise<void> {
  const shown = printable(user.username);
  if ((await secondFactorsOf(services.store.db, user.id)).length === 0)
    throw new OperatorError(`${shown} has no second factor that recovery codes could stand in for.`);
  if (values.mail) {
    assertMailable(user);
    await mailRecoveryCodeLink(services, user);
    return sayWhereItGoes("A link to new recovery codes", services, user);
  }
  const codes = await makeRecoveryCodes(services, user);
  console.log(`New recovery codes of ${shown}, in place of those before. They are shown this once:`);
  for (const code of codes) console.log(inGroups(code));
}
