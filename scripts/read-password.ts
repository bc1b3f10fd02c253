import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { OperatorError } from "./operator.ts";

/** A password from standard input; at a terminal it is asked for twice and not shown. Throws `OperatorError`. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const password = await ask("Password: ");
  if ((await ask("Again: ")) !== password) throw new OperatorError("The two are not the same.");
  return password;
}

async function ask(question: string): Promise<string> {
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new Promise<never>((_, reject) => {
    lines.once("close", () => reject(new OperatorError("Nothing was done.")));
  });
  const answer = lines.question("");
  // Only now is what is typed hidden.
  process.stderr.write(question);
  return Promise.race([answer, ended]).finally(() => {
    process.stderr.write("\n");
    lines.close();
  });
}
