import { restore } from "../src/server/store/backup.ts";
import { listSecrets } from "../src/server/store/secrets.ts";
import { openStore } from "../src/server/store/store.ts";
import { OperatorError, printable, runCommand, serverSettings } from "./operator.ts";
import { readOptions } from "./read-options.ts";

/** `npm run restore -- <file>`: puts a backup in the place of the SQLite database, while no server runs. */
const { positionals } = readOptions({ allowPositionals: true, options: {} });

await runCommand(async () => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError("npm run restore -- <file>");
  const { databaseUrl, databaseFile, secretKeys } = serverSettings();
  if (databaseUrl !== undefined)
    throw new OperatorError(
      `The database is PostgreSQL, which has its own: pg_restore (docs/operations.md, "Back up and restore").`,
    );
  const kept = await restore(file, databaseFile, async (copy) => {
    const store = openStore({ databaseUrl, databaseFile: copy }, { warn: () => undefined });
    await listSecrets(store.db, secretKeys, "signing-es256").finally(() => store.close());
  });
  console.log(`${databaseFile} is now what ${printable(file)} holds.`);
  if (kept !== undefined) console.log(`What was there before is kept as ${kept}.`);
});
