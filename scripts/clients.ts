import { counted } from "../src/config/words.ts";
import { checkedApplications, describeClient } from "../src/server/operators/applications.ts";
import { misused, OperatorError, runCommand, serverSettings } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/** `npm run clients -- check [file]`: proves the file of applications as a start does, and tells how each signs in. */
const usage = "npm run clients -- check [file]";
const { positionals } = readCommand(usage, { allowPositionals: true, options: {} });

await runCommand(async () => {
  const [command = "", file, ...more] = positionals;
  if (command !== "check" || more.length > 0) throw misused(command, ["check"], usage);
  const { clientsFile, vendorsFile } = serverSettings();
  const files = { clientsFile: file ?? clientsFile, vendorsFile };
  const { config, problems } = await checkedApplications(files);
  if (config !== undefined)
    for (const id of Object.keys(config.clients)) console.log(describeClient(config, id).join("\n"));
  if (problems.length > 0) throw new OperatorError(problems.join("\n"));
  console.log(`All is well: ${counted(Object.keys(config?.clients ?? {}).length, "application")}`);
});
