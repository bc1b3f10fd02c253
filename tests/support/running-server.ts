import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createPasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { openStore, type Store } from "../../src/server/store/store.ts";
import { insertUser, type NewUser, type User } from "../../src/server/store/users.ts";
import { copyDataFiles } from "./copy-data-files.ts";
import {
  createTemporaryDatabase,
  type DatabaseSettings,
  databaseVariables,
  type TemporaryDatabase,
} from "./databases.ts";
import { testPassword } from "./server.ts";
import { answerOf, freePort, isOver, type ServerProcess, startServerProcess } from "./server-process.ts";
import { TestClient } from "./test-client.ts";

/** Cost of hashes as the settings of a server have it that is told nothing. */
const hash = { memoryKib: 19_456, passes: 2, concurrency: 2 };

type Variables = Record<string, string>;

/** A line of its log. */
export interface LogLine {
  pid: number;
  msg: string;
  level: string;
}

/** A server as a process of its own, which can be killed and started again on the same database and port. */
export class RunningServer {
  readonly port: number;
  readonly origin: string;
  readonly secretKey = randomBytes(32);
  /** Database as the test reads and writes it, without the server. */
  readonly store: Store;
  readonly #variables: Record<string, string>;
  readonly #script: string | undefined;
  readonly #data: Awaited<ReturnType<typeof copyDataFiles>>;
  readonly #database: TemporaryDatabase;
  #process: ServerProcess | undefined;
  #passwordPhc: Promise<string> | undefined;

  private constructor(
    port: number,
    database: TemporaryDatabase,
    data: Awaited<ReturnType<typeof copyDataFiles>>,
    variables: Record<string, string>,
    script?: string,
  ) {
    this.port = port;
    this.#script = script;
    this.origin = `http://localhost:${port}`;
    this.#database = database;
    this.#data = data;
    this.store = openStore(database.settings, { warn: () => undefined });
    this.#variables = {
      PORT: String(port),
      VESTIBULE_PUBLIC_URL: this.origin,
      VESTIBULE_SECRET_KEY: this.secretKey.toString("base64"),
      VESTIBULE_TRUSTED_PROXIES: "127.0.0.1",
      ...databaseVariables(database.settings),
      ...variables,
    };
  }

  /** Starts one on an empty database. `variables` are added to its environment; `script` is what is run. */
  static async start(
    kind: TemporaryDatabase["kind"] = "sqlite",
    variables: Variables | ((settings: DatabaseSettings) => Variables | Promise<Variables>) = {},
    script?: string,
  ): Promise<RunningServer> {
    const database = await createTemporaryDatabase(kind);
    const more = typeof variables === "function" ? await variables(database.settings) : variables;
    const server = new RunningServer(await freePort(), database, await copyDataFiles(), more, script);
    await server.store.migrate();
    await server.restart();
    return server;
  }

  /** Folder of its data files, which a test may break. */
  get folder(): string {
    return this.#data.folder;
  }

  get process(): ServerProcess {
    if (this.#process === undefined) throw new Error("The server was not started");
    return this.#process;
  }

  /** Starts it again, on what is there. */
  async restart(script = this.#script): Promise<void> {
    this.#process = startServerProcess(this.#data.folder, this.#variables, script);
    await this.ready();
  }

  /** Waits until it says that it is ready, or the status that is wanted. */
  async ready(status = 200): Promise<void> {
    await answerOf(this.process, this.browser(), "/readyz", status);
  }

  browser(): TestClient {
    return new TestClient(`http://127.0.0.1:${this.port}`, this.origin);
  }

  /** Adds a person whose password is the tests' own. */
  async addUser(user: Partial<NewUser> = {}): Promise<User> {
    this.#passwordPhc ??= createPasswordHasher(hash).hash(testPassword);
    const username = `user-${randomBytes(6).toString("hex")}`;
    const passwordPhc = await this.#passwordPhc;
    return insertUser(
      this.store.db,
      { displayName: "Robin Test", passwordPhc, username, ...user },
      Date.now(),
    );
  }

  /** Memory that the process holds, in megabytes. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.process.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** What it has logged so far. */
  log(): LogLine[] {
    const lines = this.process.output().split("\n");
    return lines.filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line));
  }

  /** Its processes that have said that they answer, oldest first; those that have ended since among them. */
  pids(): LogLine["pid"][] {
    return this.log()
      .filter(({ msg }) => msg === "ready")
      .map(({ pid }) => pid);
  }

  /** Ends it in order, at once unless told otherwise; gives its exit code and after how many milliseconds it had ended. */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<{ code: number | null; milliseconds: number }> {
    const begun = performance.now();
    this.process.child.kill(signal);
    return { code: await this.process.ended, milliseconds: performance.now() - begun };
  }

  async kill(): Promise<void> {
    this.process.child.kill("SIGKILL");
    await this.process.ended;
  }

  /** Ends it if it lives, and removes what it left. */
  async remove(): Promise<void> {
    if (!isOver(this.process)) await this.kill();
    await this.store.close();
    await this.#database.drop();
    await this.#data.remove();
  }
}
