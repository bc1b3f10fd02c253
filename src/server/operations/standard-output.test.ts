import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const logger = join(import.meta.dirname, "logger.ts");
const begin = `import { createLogger } from ${JSON.stringify(logger)}; const log = createLogger("info");`;

/** Runs a program with a log in a process of its own. Node's `pipe` is a socket; one of the shell is a pipe. */
function run(program: string, stdout: "pipe" | "pipe of the shell" | number = "pipe") {
  const own = [process.execPath, "--input-type=module", "--eval", `${begin} ${program}`] as const;
  const isOfShell = stdout === "pipe of the shell";
  const [file, ...values] = isOfShell ? ["sh", "-c", '"$@" | cat', "sh", ...own] : own;
  return spawnSync(file ?? "", values, {
    stdio: ["ignore", isOfShell ? "pipe" : stdout, "pipe"],
    encoding: "utf8",
    timeout: 10_000,
  });
}

it.skipIf(process.platform !== "linux")(
  "a process that logs a fatal line ends although the log became full in that moment",
  () => {
    const full = openSync("/dev/full", "w");
    const { status, signal } = run('log.info("one"); log.fatal("two"); process.exit(3);', full);
    closeSync(full);
    expect([status, signal]).toEqual([3, null]);
  },
);

it.skipIf(process.platform !== "linux")("a process ends although nobody reads its log", () => {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, "w");
  const program = `
      for (let n = 0; n < 200; n += 1) log.info("x".repeat(1000));
      await new Promise((resolve) => setImmediate(resolve));
      log.fatal("two");
      process.exit(3);`;
  const { status, signal } = run(program, writer);
  for (const end of [reader, writer]) closeSync(end);
  expect([status, signal]).toEqual([3, null]);
});

const ends = ["pipe", "pipe of the shell"] as const;

it.each(process.platform === "win32" ? ends.slice(0, 1) : ends)(
  "a process that ends at once has written all its lines into a %s, in their order",
  (stdout) => {
    const lines = Array.from({ length: 2000 }, (_, number) => number);
    const program = `
      for (let n = 0; n < 1000; n += 1) log.info({ n }, "é");
      await new Promise((resolve) => setTimeout(resolve));
      for (let n = 1000; n < 2000; n += 1) log.info({ n }, "é");
      process.exit();`;
    const written = run(program, stdout).stdout.trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).n)).toEqual(lines);
  },
);
