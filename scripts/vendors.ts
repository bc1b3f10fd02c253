import type { Config } from "../src/config/read-config.ts";
import { counted } from "../src/config/words.ts";
import { misfitsOf } from "../src/server/oidc/vendor-fitness.ts";
import { vendorOf } from "../src/server/oidc/vendors.ts";
import { checkedApplications, describeVendor } from "../src/server/operators/applications.ts";
import type { Settings } from "../src/server/settings/settings.ts";
import { misused, OperatorError, runCommand, serverSettings } from "./operator.ts";
import { readCommand } from "./read-command.ts";

/**
 * `npm run vendors -- check [file] [--online]`: proves the file of providers as a start does, and tells what to register
 * at each; `--online` asks each what it says of itself.
 */
const usage = "npm run vendors -- check [file] [--online]";
const { positionals, values } = readCommand(usage, {
  allowPositionals: true,
  options: { online: { type: "boolean", default: false } },
});

await runCommand(async () => {
  const [command = "", file, ...more] = positionals;
  if (command !== "check" || more.length > 0) throw misused(command, ["check"], usage);
  const settings = serverSettings();
  const files = { clientsFile: settings.clientsFile, vendorsFile: file ?? settings.vendorsFile };
  const { config, problems } = await checkedApplications(files);
  if (config !== undefined) {
    for (const id of Object.keys(config.vendors))
      console.log(describeVendor(config, id, settings).join("\n"));
    if (values.online && problems.length === 0) problems.push(...(await misfitsOfAll(config, settings)));
  }
  if (problems.length > 0) throw new OperatorError(problems.join("\n"));
  console.log(`All is well: ${counted(Object.keys(config?.vendors ?? {}).length, "provider")}`);
});

async function misfitsOfAll(config: Config, settings: Settings): Promise<string[]> {
  const vendors = Object.keys(config.vendors).flatMap((id) => vendorOf({ config: () => config }, id) ?? []);
  const found = vendors.map(async (vendor) => {
    const { file, place } = config.workspace.vendors;
    const { line, column } = place(["vendors", vendor.id, "issuer"]);
    const misfits = await misfitsOf(settings, vendor);
    return misfits.map((misfit) => `${file}:${line}:${column}  ${vendor.name}: ${misfit}`);
  });
  return (await Promise.all(found)).flat();
}
