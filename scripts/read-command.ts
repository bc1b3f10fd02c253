import { type ParseArgsConfig, parseArgs } from "node:util";
import { misusedOption } from "../src/server/operators/misused-command.ts";
import { printable } from "./operator.ts";
import { answerHelp, parsed } from "./read-options.ts";

/**
 * What was given to a script of the operators. Asked for help it tells its usage, and an option that its command does not
 * have is told in a line; either ends it before anything is done. `usage` begins with how the script is typed; `optionsOfEach` are
 * those of each of its commands, where they have not all of them.
 */
export function readCommand<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
  optionsOfEach: Record<string, readonly string[]> = {},
): ReturnType<typeof parseArgs<Config>> {
  answerHelp(usage, config);
  const { positionals, tokens } = parseArgs({
    options: config.options ?? {},
    allowNegative: config.allowNegative ?? false,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  const [command = ""] = positionals;
  const own = Object.hasOwn(optionsOfEach, command) ? optionsOfEach[command] : undefined;
  const known = own ?? Object.keys(config.options ?? {});
  const wrong = given.find((option) => !known.includes(option.name));
  if (wrong !== undefined) {
    const [name = ""] = usage.split(" -- ", 1);
    const typed = own === undefined ? name : `${name} -- ${command}`;
    console.error(misusedOption(printable(wrong.rawName), typed, known));
    process.exit(1);
  }
  return parsed(config);
}
