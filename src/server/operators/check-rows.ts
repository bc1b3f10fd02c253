import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import customerSchema from "../../../schemas/config/imported-customer.schema.json" with { type: "json" };
import userSchema from "../../../schemas/config/imported-user.schema.json" with { type: "json" };
import { nearest } from "../../config/nearest.ts";
import { isObject } from "../../shared/is-object.ts";
import { matchLanguage } from "../../shared/languages.ts";
import { roleOf, roles } from "../../shared/roles.ts";
import { isOneRecipient } from "../delivery/recipient.ts";
import { foldUsername } from "../domain/fold.ts";
import { phoneNumber } from "../domain/phone-number.ts";
import { phcOf } from "../passwords/foreign-forms.ts";
import { isKnownHash } from "../passwords/password-hash.ts";
import { projectRoot } from "../project-root.ts";
import type { Customer } from "../store/customers.ts";
import type { NewUser } from "../store/users.ts";
import { isEmpty, placeOf, type RefusedRow, type Row, type Rows, UnreadableFile } from "./read-rows.ts";

/** An account of a file. */
export type ImportedUser = Omit<NewUser, "passwordPhc"> & { passwordHash?: string; customers?: string[] };

/** A customer of a file. */
export type ImportedCustomer = Customer & { secondFactorRequired?: boolean };

/** A row that may be written. */
export interface CheckedRow<Value> {
  row: Row;
  value: Value;
}

/** What may be written, and why the rest may not. */
export interface CheckedRows<Value> {
  rows: CheckedRow<Value>[];
  refused: RefusedRow[];
}

// The check proves the schemas; to do it here as well is a fifth of the start of each command.
const ajv = new Ajv({ validateSchema: false, allErrors: true, verbose: true, coerceTypes: true });
addFormats.default(ajv);

const hashes =
  "is none that can be checked: argon2id, bcrypt to cost 14, PBKDF2 to 2,000,000 rounds, scrypt to 256 MiB, in a form that docs/operations.md names; left empty, the account has no password";

/** An import needs no configuration that is proven: what has texts is told by their files. */
const languages = readdirSync(join(projectRoot, "locales"))
  .map((file) => basename(file, ".json"))
  .sort();

/** What our own formats ask for, and what is wrong with a value that is none. */
const formats: Record<string, { validate(value: string): boolean; problem(value: string): string }> = {
  "mail-address": {
    validate: (value) => isOneRecipient("mail", value),
    problem: () => "is not one mail address",
  },
  "phone-number": {
    validate: (value) => phoneNumber(value) !== undefined,
    problem: () => "is no number with its country code, such as +15550100200",
  },
  "list-item": {
    validate: (value) => value === value.trim() && !value.includes(";"),
    problem: () =>
      "may have no semicolon and no blanks around it, because lists of customers are parted there",
  },
  role: {
    validate: (value) => roleOf(value) !== undefined,
    problem: (value) => `has no role "${value}"${hint(value, Object.values(roles))}`,
  },
  "known-language": {
    validate: (value) => matchLanguage(value, languages) !== undefined,
    problem: () => `is none that has texts: ${languages.join(", ")}`,
  },
  "password-hash": { validate: (value) => isKnownHash(phcOf(value)), problem: () => hashes },
};
for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);

const checkUser = ajv.compile<ImportedUser>(userSchema);
const checkCustomer = ajv.compile<ImportedCustomer>(customerSchema);

/**
 * Accounts as `schemas/config/imported-user.schema.json` describes them, each name once; their numbers and hashes as they are
 * kept. Throws `UnreadableFile` where the columns of a CSV file are others.
 */
export function checkUsers(read: Pick<Rows, "rows" | "csv">): CheckedRows<ImportedUser> {
  const key = ({ username }: ImportedUser) => foldUsername(username);
  const { refused, ...checked } = check(read, userSchema, checkUser, key, "username");
  return { rows: checked.rows.map(({ row, value }) => ({ row, value: asKept(value) })), refused };
}

function asKept({ phone, passwordHash, ...user }: ImportedUser): ImportedUser {
  const number = phone ? phoneNumber(phone) : undefined;
  return {
    ...user,
    ...(number !== undefined && { phone: number }),
    ...(passwordHash !== undefined && { passwordHash: phcOf(passwordHash) }),
  };
}

/**
 * Customers as `schemas/config/imported-customer.schema.json` describes them, each once. Throws `UnreadableFile` where the
 * columns of a CSV file are others.
 */
export function checkCustomers(read: Pick<Rows, "rows" | "csv">): CheckedRows<ImportedCustomer> {
  return check(read, customerSchema, checkCustomer, ({ id }) => id, "id");
}

type Properties = Record<string, { type: string }>;

interface Columns {
  properties: Properties;
  required: readonly string[];
}

function check<Value>(
  { rows, csv }: Pick<Rows, "rows" | "csv">,
  { properties, required }: Columns,
  validate: ((values: unknown) => values is Value) & { errors?: ErrorObject[] | null },
  keyOf: (value: Value) => string,
  key: string,
): CheckedRows<Value> {
  const names = Object.keys(properties);
  if (csv !== undefined) assertColumns(csv.columns, rows, names, required);
  const firstOf = new Map<string, Row>();
  const checked: CheckedRows<Value> = { rows: [], refused: [] };
  for (const row of rows) {
    const read = fromCells(row.values, properties);
    if (!validate(read)) {
      const problems = (validate.errors ?? []).map((error) => problemOf(error, names));
      checked.refused.push({ row, problem: [...new Set(problems)].join("; ") });
      continue;
    }
    const first = firstOf.get(keyOf(read));
    if (first !== undefined)
      checked.refused.push({ row, problem: `${key} is that of ${placeOf(first)} too` });
    else if (keyOf(read) === "") checked.refused.push({ row, problem: `${key} is empty` });
    else {
      firstOf.set(keyOf(read), row);
      checked.rows.push({ row, value: read });
    }
  }
  return checked;
}

/** A wrong column is told once, and not for each row. One that is empty says nothing. */
function assertColumns(
  columns: readonly string[],
  rows: readonly Row[],
  names: readonly string[],
  required: readonly string[],
): void {
  const isUsed = (name: string) => rows.some(({ values }) => isObject(values) && name in values);
  const unknown = columns.filter((name) => !names.includes(name) && isUsed(name));
  const problems = [
    ...unknown.map((name) => noColumn(name, names)),
    ...required.filter((name) => !columns.includes(name)).map(isMissing),
  ];
  if (problems.length > 0) throw new UnreadableFile(`Line 1: ${problems.join("; ")}.`);
}

/** A cell is text: there lists are separated by semicolons, and a sheet writes `true` in capitals. */
function fromCells(values: unknown, properties: Properties): unknown {
  if (typeof values !== "object" || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? fromCell(isEmpty(value) ? "" : value, properties[name]?.type) : value,
    ]),
  );
}

function fromCell(cell: string, type: string | undefined): unknown {
  if (type === "array") return listOf(cell);
  return type === "boolean" && /^(true|false)$/i.test(cell) ? cell.toLowerCase() : cell;
}

function listOf(cell: string): string[] {
  return cell
    .split(";")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function problemOf({ keyword, instancePath, params, data }: ErrorObject, names: readonly string[]): string {
  const place = instancePath.slice(1).split("/")[0] || "the row";
  switch (keyword) {
    case "required":
      return isMissing(params.missingProperty);
    case "additionalProperties":
      return noColumn(params.additionalProperty, names);
    case "type":
      return params.type === "boolean"
        ? `${place} must be the English word true or false, not ${JSON.stringify(data)}`
        : `${place} must be of type ${params.type}`;
    case "minLength":
      return `${place} is empty`;
    case "maxLength":
      return `${place} is longer than ${params.limit} characters`;
    case "format":
      return `${place} ${formats[params.format]?.problem(String(data)) ?? `must be a ${params.format}, such as 1985-04-12`}`;
    default:
      return `${place} has characters that may not be there`;
  }
}

function isMissing(name: string): string {
  return `${name} is missing`;
}

function noColumn(name: string, names: readonly string[]): string {
  return `there is no column "${name}"${hint(name, names)}`;
}

function hint(name: string, valid: readonly string[]): string {
  const meant = nearest(name, valid);
  return meant === undefined ? "" : ` (did you mean "${meant}"?)`;
}
