import { isObject } from "../../shared/is-object.ts";
import { csvLine } from "./csv-line.ts";
import { type RefusedRow, type Rows, reportColumns } from "./read-rows.ts";

/** Refused rows, in a form that is mended and imported as it is. */
export interface Report {
  /** What its name ends with. */
  ending: string;
  text: string;
}

/**
 * The refused rows of a file as they were, each with its place there and its problem: as CSV of the same columns (RFC
 * 4180), or of a JSON file as a row per line. What was no row at all stands there by itself, and is refused again. Place and
 * problem come first in CSV: behind a row with cells too few they would stand in its columns.
 */
export function refusedReport({ csv }: Rows, refused: readonly RefusedRow[]): Report {
  if (csv === undefined) return { ending: ".jsonl", text: linesOf(refused.map(jsonLine)) };
  const { columns, delimiter } = csv;
  const [line, problem] = reportColumns;
  const lines = refused.map((each) =>
    csvLine([String(each.row.line), each.problem, ...cellsOf(each, columns)], delimiter),
  );
  return {
    ending: ".csv",
    text: linesOf([csvLine([line, problem, ...columns], delimiter), ...lines]),
  };
}

function cellsOf({ row: { values } }: RefusedRow, columns: readonly string[]): readonly string[] {
  if (Array.isArray(values)) return values;
  const cells = values as Record<string, string>;
  return columns.map((name) => cells[name] ?? "");
}

function jsonLine({ row: { values, ...place }, problem }: RefusedRow): string {
  return JSON.stringify({ ...(isObject(values) ? values : { row: values }), ...place, problem });
}

function linesOf(lines: readonly string[]): string {
  return [...lines, ""].join("\n");
}
