import { type ParseArgsConfig, parseArgs } from "node:util";

/** The options of a command. One that it does not know is told in a line, and the command ends. */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
