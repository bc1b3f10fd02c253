import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface DemoProcess {
  /** Origin of the sign-in service. */
  origin: string;
  /** Origin of the demo's payroll application. */
  application: string;
  stop(): Promise<void>;
}

/** Starts the demo of a project, this one's unless told otherwise, on ports and data of its own, and waits until it answers. */
export async function startDemo(port: number, project = root): Promise<DemoProcess> {
  const child = spawn(process.execPath, ["scripts/demo.ts", "--port", String(port), "--fresh"], {
    cwd: project,
    stdio: "pipe",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  const application = `http://localhost:${port + 1}`;
  const last = `http://localhost:${port + 2}/.well-known/openid-configuration`;
  await untilAnswers(last, child, () => output);
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { origin: `http://localhost:${port}`, application, stop };
}

async function untilAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The demo ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The demo does not answer:\n${output()}`);
}
