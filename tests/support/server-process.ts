import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { compileCache } from "./compile-cache.ts";
import { root } from "./server.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** A server as a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  /** Everything that it wrote so far. */
  output(): string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

/**
 * Starts the server over the data files of a folder, in one process, with nothing in its environment but these variables. `stdout` is
 * where its log goes; what it writes there is then not in `output`.
 */
export function startServerProcess(
  folder: string,
  variables: Record<string, string>,
  script = join(root, "tests/support/start-server.ts"),
  stdout: "pipe" | number = "pipe",
): ServerProcess {
  const child = spawn(process.execPath, [script, folder], {
    cwd: folder,
    env: {
      NODE_ENV: "test",
      ...compileCache,
      VESTIBULE_PROCESSES: "1",
      VESTIBULE_HASH_MEMORY_KIB: "19456",
      ...variables,
    },
    stdio: ["pipe", stdout, "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += String(data)));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

/** Whether it has ended, by itself or by a signal. */
export function isOver({ child }: Pick<ServerProcess, "child">): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Asks a server until its answer has a status; says what it wrote if it ends before. */
export async function answerOf(
  server: Pick<ServerProcess, "child" | "output">,
  client: TestClient,
  path: string,
  status: number,
): Promise<TestAnswer> {
  for (;;) {
    if (isOver(server)) throw new Error(`The server has ended: ${server.output()}`);
    const answer = await client.send(path).catch(() => undefined);
    if (answer?.status === status) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A server on a port that nobody else has; closes with the test. */
export async function occupyPort(onConnection?: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(onConnection);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = await occupyPort();
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}
