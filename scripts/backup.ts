import { secretKeyFile } from "../src/server/settings/settings.ts";
import { backUp } from "../src/server/store/backup.ts";
import { keptSettings, OperatorError, printable, runCommand } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run backup -- <file>`: a copy of the SQLite database, also while the server runs. */
const usage = "npm run backup -- <file>";
const { positionals } = readCommand(usage, { allowPositionals: true, options: {} });

await runCommand(async () => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(usage);
  const { databaseUrl, databaseFile } = keptSettings();
  if (databaseUrl !== undefined)
    throw new OperatorError(
      `The database is PostgreSQL, which has its own: pg_dump (docs/operations.md, "Back up and restore").`,
    );
  await backUp(databaseFile, file);
  console.log(`${printable(file)} is written and proven. It holds secrets, readable by its owner alone.`);
  const { VESTIBULE_SECRET_KEY: named, VESTIBULE_SECRET_KEY_FILE: keyFile } = process.env;
  const key = named ? "VESTIBULE_SECRET_KEY" : keyFile || secretKeyFile(databaseFile);
  console.error(`Without the server's key (${key}) it is worth nothing: keep that too, in another place.`);
});
