import { restore } from "../src/server/store/backup.ts";
import { assertOpens } from "../src/server/store/secrets.ts";
import { openStore } from "../src/server/store/store.ts";
import { OperatorError, printable, runCommand, serverSettings } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run restore -- <file>`: puts a backup in the place of the SQLite database, while no server runs. */
const usage = "npm run restore -- <file>";
const { positionals } = readCommand(usage, { allowPositionals: true, options: {} });

await runCommand(async () => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(usage);
  const { databaseUrl, databaseFile, secretKeys } = serverSettings();
  if (databaseUrl !== undefined)
    throw new OperatorError(
      `The database is PostgreSQL, which has its own: pg_restore (docs/operations.md, "Back up and restore").`,
    );
  const kept = await restore(file, databaseFile, async (copy) => {
    const store = openStore({ databaseUrl, databaseFile: copy }, { warn: () => undefined });
    await assertOpens(store.db, secretKeys).finally(() => store.close());
  });
  console.log(`${databaseFile} is now what ${printable(file)} holds.`);
  if (kept !== undefined) console.log(`What was there before is kept as ${kept}.`);
});
