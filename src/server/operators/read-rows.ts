import { CsvError, type Info, parse } from "csv-parse/sync";
import { locateJson } from "../../config/located-json.ts";

/** One row of a file, as it stands there. */
export interface Row {
  /** From 1; of a CSV row of several lines the last one. */
  line: number;
  values: unknown;
}

/** What is wrong with one line of a file. */
export interface LineFinding {
  line: number;
  /** One sentence. */
  problem: string;
}

/** The file as a whole cannot be read; the message says where and why. */
export class UnreadableFile extends Error {}

/** Rows in the order of the file, and the lines that are none. */
export interface Rows {
  rows: Row[];
  findings: LineFinding[];
}

interface ReadRecord {
  record: string[];
  info: Info;
}

/** Reads a file by the end of its name. Throws `UnreadableFile`. */
export function readRows(file: string, text: string): Rows {
  // What reading makes of bytes that are none of UTF-8.
  if (text.includes("\u{fffd}")) throw new UnreadableFile("The file is not saved as UTF-8.");
  if (/\.csv$/i.test(file)) return readCsv(text);
  if (/\.(json|jsonl|ndjson)$/i.test(file)) return readJson(text);
  throw new UnreadableFile("The file's name ends neither in .csv nor in .json, .jsonl or .ndjson.");
}

/**
 * Reads CSV (RFC 4180) whose first line names the columns; the separator is the comma, or the semicolon where that line
 * has no comma. Empty cells are left out. Throws `UnreadableFile` where quotes do not end.
 */
function readCsv(text: string): Rows {
  const [head, ...records] = parseCsv(text);
  const columns = head?.record.map((name) => name.trim()) ?? [];
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile(`Line 1 names the column "${twice}" twice.`);
  const rows: Row[] = [];
  const findings: LineFinding[] = [];
  for (const { record, info } of records) {
    if (record.length === columns.length)
      rows.push({ line: info.lines, values: withoutEmpty(columns, record) });
    else findings.push({ line: info.lines, problem: `has ${record.length} cells, not ${columns.length}` });
  }
  return { rows, findings };
}

function parseCsv(text: string): ReadRecord[] {
  const [first = ""] = text.split(/\r?\n/, 1);
  const delimiter = first.includes(",") ? "," : ";";
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, delimiter };
  try {
    return parse(text, options) as unknown as ReadRecord[];
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`${error.message}.`);
    throw error;
  }
}

function withoutEmpty(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const pairs = columns.map((name, index) => [name, cells[index]?.trim() ?? ""] as const);
  return Object.fromEntries(pairs.filter(([, cell]) => cell !== ""));
}

/** Reads a JSON array of rows, or one row per line. Throws `UnreadableFile` where an array cannot be read. */
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
    rows: values.map((each, index) => ({ line: document.place([index]).line, values: each })),
    findings: [],
  };
}

function readLines(text: string): Rows {
  const rows: Row[] = [];
  const findings: LineFinding[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    try {
      rows.push({ line, values: JSON.parse(written) });
    } catch {
      findings.push({ line, problem: "is no JSON" });
    }
  }
  return { rows, findings };
}
