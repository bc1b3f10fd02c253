import { type ParseArgsConfig, parseArgs } from "node:util";
import { answerForOutput } from "./answer-for-output.ts";

/** The options of a script. Asked for help it tells its usage, and an option that it does not know is told in a line; either ends it. */
export function readOptions<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  answerHelp(usage, config);
  return parsed(config);
}

/**
 * Tells the usage, and ends the script, where it was asked for help, whatever else it was given. What it writes from here on is
 * answered for.
 */
export function answerHelp(usage: string, { options }: ParseArgsConfig): void {
  answerForOutput();
  const help = { type: "boolean", short: "h" } as const;
  const given = { options: { ...options, help }, strict: false, allowPositionals: true };
  if (parseArgs(given).values.help !== true) return;
  console.log(usage);
  process.exit(0);
}

/** What was given, or the end of the script with a line that says what is wrong with it. */
export function parsed<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
