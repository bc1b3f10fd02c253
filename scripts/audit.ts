import { type AuditFilter, type AuditRow, readAudit } from "../src/server/store/audit.ts";
import type { Store } from "../src/server/store/store.ts";
import { readSupportCode } from "../src/server/support-code.ts";
import { accountOf, OperatorError, onKeptStore, printable, runCommand } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/**
 * `npm run audit`: what happened to accounts,
 * oldest first, from the database that the server's settings name; also while it runs. Without options all that is kept.
 */
const usage =
  "npm run audit -- [--account <user name or identifier>] [--support-code <code>] [--since <ISO 8601>] [--json]";
const { values } = readCommand(usage, {
  options: {
    account: { type: "string" },
    "support-code": { type: "string" },
    since: { type: "string" },
    json: { type: "boolean" },
  },
});
const { account, "support-code": code, since } = values;

const batch = 500;
const heads = ["time (UTC)", "event", "account", "address", "support code", "more"];
const widths = [23, 26, 24, 15, 12];

await runCommand(async () => {
  const filter = {
    supportCode: code === undefined ? undefined : supportCodeOf(code),
    since: since === undefined ? undefined : timeOf(since),
  };
  await onKeptStore((store) => answer(store, filter));
});

async function answer(store: Store, filter: AuditFilter): Promise<void> {
  const userId = account === undefined ? undefined : await idOf(store, account);
  let rows: AuditRow[] = [];
  let count = 0;
  do {
    rows = await readAudit(store.db, { ...filter, userId }, { limit: batch, after: rows.at(-1) });
    if (count === 0 && rows.length > 0 && !values.json) console.log(inColumns(heads));
    for (const row of rows) console.log(values.json ? jsonOf(row) : inColumns(cellsOf(row)));
    count += rows.length;
  } while (rows.length === batch);
  if (count > 0) return;
  const inLog = code === undefined ? "" : " The log has the line of every support code.";
  console.error(`The audit has nothing of this.${inLog}`);
}

/** Of an account that is deleted its rows are left, under its identifier. */
async function idOf(store: Store, named: string): Promise<string> {
  const [row] = await readAudit(store.db, { userId: named }, { limit: 1 });
  return row === undefined ? (await accountOf(store, named)).id : named;
}

function supportCodeOf(typed: string): string {
  const code = readSupportCode(typed);
  if (code === undefined)
    throw new OperatorError(`--support-code takes a code such as K7QF-2M9X, not "${printable(typed)}".`);
  return code;
}

/** What names no zone is UTC, as the times that are told. */
function timeOf(typed: string): number {
  const [, day = "", clock = "00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)(Z|[+-]\d\d:\d\d)?)?$/.exec(typed) ?? [];
  const time = isDay(day) ? Date.parse(`${day}T${clock}${zone}`) : Number.NaN;
  if (Number.isNaN(time))
    throw new OperatorError(
      `--since takes a time such as 2026-11-22 or 2026-11-22T08:00Z, not "${printable(typed)}".`,
    );
  return time;
}

/** A date of the 30th of February would be one in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function cellsOf({ at, event, username, address, supportCode, detail }: AuditRow): string[] {
  const more = Object.entries(detail).filter(([, value]) => value !== null);
  return [
    new Date(at).toISOString().replace("T", " ").replace("Z", ""),
    event,
    username ?? "-",
    address ?? "-",
    supportCode ?? "-",
    more.map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("+") : value}`).join(" "),
  ].map(printable);
}

function inColumns(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join("  ")
    .trimEnd();
}

function jsonOf({ id: _, at, ...row }: AuditRow): string {
  return JSON.stringify({ time: new Date(at).toISOString(), ...row });
}
