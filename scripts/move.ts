import { progressBar } from "../src/server/operators/progress-bar.ts";
import { move } from "../src/server/store/move.ts";
import { openStore } from "../src/server/store/store.ts";
import { assertKey, OperatorError, printable, runCommand, serverSettings } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run move -- <file>`: copies a SQLite database, or a backup of one, into an empty one of PostgreSQL, while no server runs. */
const usage = "npm run move -- <file>";
const { positionals } = readCommand(usage, { allowPositionals: true, options: {} });

await runCommand(async () => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(usage);
  const settings = serverSettings();
  if (settings.databaseUrl === undefined)
    throw new OperatorError("DATABASE_URL names nothing: name the empty PostgreSQL database to move into.");
  assertKey(settings);
  const store = openStore({ ...settings, limited: false }, { warn: () => undefined });
  const bar = progressBar(process.stderr);
  const onProgress = (done: number, all: number) => {
    bar.show(done, all);
    if (done < all) return;
    bar.end();
    console.error("Every row is copied; their indices are made now.");
  };
  const moved = await move(file, store, settings.secretKeys, onProgress).finally(async () => {
    bar.end();
    await store.close();
  });
  const all = moved.reduce((sum, { rows }) => sum + rows, 0);
  console.log(`${all} rows are moved: ${moved.map(({ name, rows }) => `${name} ${rows}`).join(", ")}.`);
  console.log(
    `Start the server with this DATABASE_URL and the VESTIBULE_PUBLIC_URL and key of before. ${printable(file)} is as it was: docs/operations.md, "Move to PostgreSQL", has the way back.`,
  );
});
