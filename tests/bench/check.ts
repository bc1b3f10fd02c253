import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../support/server.ts";
import { type Figure, median, type Part } from "./part.ts";

const rounds = 11;

/** What staff wait for after every edit. */
export const part: Part = {
  title: "The check of the configuration",
  how: `\`npm run check\` over the repository's own files, ${rounds} runs, median; starting Node is a part of the whole command.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  const whole: number[] = [];
  const proof: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/check.ts"], { cwd: root });
    whole.push(performance.now() - started);
    proof.push(Number(/(\d+) ms\n$/.exec(stdout)?.[1]));
  }
  return [
    { what: "the whole command", value: median(whole), unit: "ms", goal: { atMost: 2000 } },
    { what: "reading and proving", value: median(proof), unit: "ms" },
  ];
}
