import { CsvError, type Info, parse } from "csv-parse/sync";
import { locateJson } from "../../config/read/located-json.ts";
import { counted } from "../../config/words.ts";
import { isObject } from "../../shared/is-object.ts";

/** One row of a file, as it stands there. */
export interface Row {
  /** From 1; of a CSV row of several lines the last one. */
  line: number;
  /** Its number in a JSON array, from 1: many may share a line there. */
  entry?: number;
  /** Of a CSV row whose cells do not fit the columns its cells, of a line that is no JSON its text. */
  values: unknown;
}

/** Why a row is not taken. */
export interface RefusedRow {
  row: Row;
  /** One sentence. */
  problem: string;
}

/** What the report of refused rows adds to each: an import of it passes over them. */
export const reportColumns = ["line", "problem", "entry"] as const;

/** The file as a whole cannot be read; the message says where and why. */
export class UnreadableFile extends Error {}

/** Rows in the order of the file, and those that are none. */
export interface Rows {
  rows: Row[];
  refused: RefusedRow[];
  /** How a CSV file is written. */
  csv?: { columns: readonly string[]; delimiter: "," | ";" };
}

/** Where a row stands, in words. */
export function placeOf({ line, entry }: Row): string {
  return entry === undefined ? `line ${line}` : `entry ${entry}`;
}

interface ReadRecord {
  record: string[];
  info: Info;
}

/** Reads a file by the end of its name. Throws `UnreadableFile`. */
export function readRows(file: string, written: string): Rows {
  // Lines that were put together from several files end in several ways.
  const text = written.replace(/^\u{feff}/u, "").replace(/\r\n?/g, "\n");
  // What reading makes of bytes that are none of UTF-8.
  const [before = ""] = text.split("\u{fffd}", 1);
  if (before.length < text.length)
    throw new UnreadableFile(`Line ${before.split("\n").length}: the file is not saved as UTF-8.`);
  if (/\.csv$/i.test(file)) return readCsv(text);
  if (/\.(json|jsonl|ndjson)$/i.test(file)) return readJson(text);
  throw new UnreadableFile("The file's name ends neither in .csv nor in .json, .jsonl or .ndjson.");
}

/**
 * Reads CSV (RFC 4180) whose first line names the columns; the separator is the comma, or the semicolon where that line
 * has no comma. Empty cells are left out, with empty rows and the empty columns at the end of a sheet. Throws `UnreadableFile` where quotes do not end.
 */
function readCsv(text: string): Rows {
  const [first = ""] = text.split("\n", 1);
  const delimiter = first.includes(",") ? "," : ";";
  const [head, ...records] = parseCsv(text, delimiter);
  const names = head?.record.map((name) => name.trim()) ?? [];
  const columns = names.slice(0, names.findLastIndex((name) => name !== "") + 1);
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile(`Line 1 names the column "${twice}" twice.`);
  const read: Rows = { rows: [], refused: [], csv: { columns: columns.filter(isOwn), delimiter } };
  for (const { record: cells, info } of records) {
    const isTailEmpty = cells.slice(columns.length, names.length).every(isEmpty);
    const record = isTailEmpty ? cells.toSpliced(columns.length, names.length - columns.length) : cells;
    if (record.length === columns.length)
      read.rows.push({ line: info.lines, values: withoutEmpty(columns, record) });
    else
      read.refused.push({
        row: { line: info.lines, values: record.filter((_, index) => isOwn(columns[index] ?? "")) },
        problem: `has ${counted(record.length, "cell")}, not ${columns.length}`,
      });
  }
  return read;
}

function parseCsv(text: string, delimiter: string): ReadRecord[] {
  const skipped = { skip_empty_lines: true, skip_records_with_empty_values: true };
  const options = { info: true, relax_column_count: true, ...skipped, delimiter };
  try {
    return parse(text, options) as unknown as ReadRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem =
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "a quotation mark before it has no end"
        : 'quotation marks stand around a whole cell, with no space outside of them, and one within it is written twice ("Max ""Maxi"" M.")';
    throw new UnreadableFile(`Line ${error.lines}: ${problem}.`);
  }
}

function withoutEmpty(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  return given(columns.map((name, index) => [name, cells[index]?.trim()]));
}

/** What a row says: not the columns of a report, and not what is empty. */
function given(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(pairs.filter(([name, value]) => isOwn(name) && !isEmpty(value)));
}

/** What nobody can see is nothing too: sheets get it with what is copied into them. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "string" ? !/[^\s\p{DI}\p{Cf}]/u.test(value) : (value ?? null) === null;
}

function isOwn(name: string): boolean {
  return !(reportColumns as readonly string[]).includes(name);
}

/** Reads a JSON array of rows, or one row per line. Throws `UnreadableFile` where an array cannot be read, and where rows lie deeper, as another system's export has them. */
function readJson(text: string): Rows {
  return text.trimStart().startsWith("[") ? readArray(text) : readLines(text);
}

function readArray(text: string): Rows {
  const { document, findings } = locateJson("", text);
  const [finding] = findings;
  if (document === undefined || finding !== undefined)
    throw new UnreadableFile(`Line ${finding?.line}: ${finding?.message}`);
  const values = document.value as unknown[];
  return {
    rows: values.map((each, index) => ({
      line: document.place([index]).line,
      entry: index + 1,
      values: asRow(each),
    })),
    refused: [],
  };
}

function readLines(text: string): Rows {
  const read: Rows = { rows: [], refused: [] };
  for (const [index, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    try {
      read.rows.push({ line, values: asRow(JSON.parse(written)) });
    } catch {
      read.refused.push({ row: { line, values: written }, problem: "is no JSON" });
    }
  }
  if (read.refused.length > 0 && isJson(text))
    throw new UnreadableFile(
      "The file is neither an array of rows nor one row per line, but one JSON value.",
    );
  return read;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function asRow(values: unknown): unknown {
  return isObject(values) ? given(Object.entries(values)) : values;
}
