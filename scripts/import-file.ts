import { readFile, writeFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { counted } from "../src/config/words.ts";
import type { CheckedRows } from "../src/server/operators/check-rows.ts";
import type { ImportRun } from "../src/server/operators/import.ts";
import { progressBar } from "../src/server/operators/progress-bar.ts";
import { placeOf, type RefusedRow, type Rows, readRows } from "../src/server/operators/read-rows.ts";
import { refusedReport } from "../src/server/operators/refused-report.ts";
import { OperatorError, onKeptStore, printable } from "./operator.ts";

/** What is imported, and how. */
export interface Import<Value> {
  /** "account", for what is told. */
  what: string;
  check(read: Rows): CheckedRows<Value>;
  write(run: ImportRun, rows: CheckedRows<Value>["rows"]): Promise<RefusedRow[]>;
}

const shown = 10;

/**
 * Reads a file, writes what is right into the server's database and refused rows as they are into a report beside the file. With
 * `allOrNothing` one refused line keeps everything out.
 */
export async function importFile<Value>(
  { what, check, write }: Import<Value>,
  file: string,
  allOrNothing: boolean,
): Promise<void> {
  const read = readRows(file, await textOf(file));
  if (read.rows.length + read.refused.length === 0)
    throw new OperatorError(`The file ${printable(file)} has no rows: there is nothing to import.`);
  const checked = check(read);
  const wrong = [...read.refused, ...checked.refused];
  await onKeptStore(async ({ db }) => {
    let done = 0;
    const bar = progressBar(process.stderr);
    let isInterrupted = false;
    process.once("SIGINT", () => {
      isInterrupted = true;
    });
    const onProgress = async (now: number) => {
      done = now;
      bar.show(done, checked.rows.length);
      // A signal comes in between two turns of the event loop.
      await nextTurn();
      if (isInterrupted && done < checked.rows.length)
        throw new OperatorError(allOrNothing ? "Interrupted: nothing was written." : "Interrupted.");
    };
    const run = { db, now: Date.now(), by: "import", allOrNothing, onProgress };
    const inVain = allOrNothing && wrong.length > 0;
    const refusedByStore = inVain
      ? []
      : await write(run, checked.rows)
          .finally(bar.end)
          .catch((error: unknown) => {
            if (!allOrNothing && done > 0)
              console.error(`The first ${done} rows are done; import the file again once it can go on.`);
            throw error;
          });
    const refused = [...wrong, ...refusedByStore].sort((a, b) => orderOf(a) - orderOf(b));
    const nothing = allOrNothing && refused.length > 0;
    const written = nothing ? 0 : checked.rows.length - refusedByStore.length;
    console.log(`${counted(written, what)} imported, ${counted(refused.length, "line")} refused.`);
    if (refused.length > 0) await report(file, read, refused, nothing);
  });
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The file ${printable(file)} cannot be read (${error.code}).`);
  });
}

function orderOf({ row }: RefusedRow): number {
  return row.entry ?? row.line;
}

async function report(
  file: string,
  read: Rows,
  refused: readonly RefusedRow[],
  nothing: boolean,
): Promise<void> {
  const { ending, text } = refusedReport(read, refused);
  const { reportFile, obstacle } = await writeReport(`${file}.refused`, ending, text);
  // Nowhere else could the rest be found.
  const told = obstacle === undefined ? refused.slice(0, shown) : refused;
  for (const { row, problem } of told) {
    const entry = row.entry === undefined ? "" : `${placeOf(row)}: `;
    console.error(`${printable(file)}:${row.line}  ${entry}${printable(problem)}`);
  }
  if (refused.length > told.length) console.error(`and ${refused.length - told.length} more`);
  const where =
    obstacle === undefined
      ? `${printable(reportFile)} has every refused line`
      : `${printable(reportFile)} could not be written (${obstacle.code}). Every refused line is above`;
  console.error(
    nothing
      ? `Nothing was written. ${where}: mend them and import the file again.`
      : `${where}: mend them and import these alone.`,
  );
  process.exitCode = 1;
}

/** Never over another one, which somebody may be mending: then it is numbered. */
async function writeReport(
  base: string,
  ending: string,
  text: string,
  count = 1,
): Promise<{ reportFile: string; obstacle?: NodeJS.ErrnoException }> {
  const reportFile = `${base}${count === 1 ? "" : `-${count}`}${ending}`;
  try {
    await writeFile(reportFile, text, { mode: 0o600, flag: "wx" });
    return { reportFile };
  } catch (error) {
    const obstacle = error as NodeJS.ErrnoException;
    return obstacle.code === "EEXIST" ? writeReport(base, ending, text, count + 1) : { reportFile, obstacle };
  }
}
