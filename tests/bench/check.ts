import { execFile } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** `npm run bench:check`: how long `npm run check` takes, of which starting Node is a part. */
const root = join(import.meta.dirname, "../..");
const rounds = 11;
const whole: number[] = [];
const proof: number[] = [];

for (let round = 0; round < rounds; round += 1) {
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/check.ts"], { cwd: root });
  whole.push(performance.now() - started);
  proof.push(Number(/(\d+) ms\n$/.exec(stdout)?.[1]));
}

const [{ model = "unknown" } = {}, { length: cores }] = [cpus()[0], cpus()];
console.log(`${rounds} runs on ${cores} cores, ${model.trim()}; milliseconds, median and slowest`);
for (const [name, times] of Object.entries({ "the whole command": whole, "reading and proving": proof })) {
  const sorted = times.map(Math.round).toSorted((a, b) => a - b);
  console.log(`${name}: ${sorted[Math.floor(rounds / 2)]}, ${sorted.at(-1)}`);
}
