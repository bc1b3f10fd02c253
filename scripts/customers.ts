import { checkCustomers } from "../src/server/operators/check-rows.ts";
import { importCustomers } from "../src/server/operators/import.ts";
import { importFile } from "./import-file.ts";
import { misused, runCommand } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run customers -- import <file> [--all-or-nothing]`: customers from CSV or JSON (schemas/config/imported-customer.schema.json). */
const usage = "npm run customers -- import <file.csv or file.json> [--all-or-nothing]";
const { positionals, values } = readCommand(usage, {
  allowPositionals: true,
  options: { "all-or-nothing": { type: "boolean", default: false } },
});
const customers = { what: "customer", check: checkCustomers, write: importCustomers };

await runCommand(async () => {
  const [command = "", file, ...more] = positionals;
  if (command !== "import" || file === undefined || more.length > 0)
    throw misused(command, ["import"], usage);
  await importFile(customers, file, values["all-or-nothing"]);
});
