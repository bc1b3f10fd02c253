import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { locateDocuments } from "../../src/config/read/documents.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { assemble, type Config } from "../../src/config/read-config.ts";
import { openWorkspace } from "../../src/config/resolve/workspace.ts";
import { ConfigError } from "../../src/config/watch/watch-config.ts";
import { buildApp, type Tools } from "../../src/server/app.ts";
import type { SecretKeys } from "../../src/server/crypto.ts";
import { keepRequest } from "../../src/server/oidc/keep-request.ts";
import { createLogger } from "../../src/server/operations/logger.ts";
import type { Renderer } from "../../src/server/pages/renderer.ts";
import { newRequestUid } from "../../src/server/request/authorization-request.ts";
import { createServices, type Services } from "../../src/server/services.ts";
import type { Settings } from "../../src/server/settings/settings.ts";
import { addMemberships, type Customer, upsertCustomers } from "../../src/server/store/customers.ts";
import type { Store } from "../../src/server/store/store.ts";
import { insertUser, type NewUser, type User } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import type { SuiteDatabase } from "./databases.ts";
import { sampleConfig } from "./sample-config.ts";
import { TestClient } from "./test-client.ts";

export const root = join(import.meta.dirname, "../..");

/** A clock that tests move; it starts at the time of now and goes by itself. */
export class TestClock {
  #ahead = 0;
  #held: number | undefined;

  readonly now = (): number => (this.#held ?? Date.now()) + this.#ahead;

  /** Only `advance` moves it until it is let go: for a test of an exact time, which a busy machine must not change. */
  hold(): () => void {
    this.#held ??= Date.now();
    return () => {
      this.#held = undefined;
    };
  }

  /** Milliseconds. */
  advance(by: number): void {
    this.#ahead += by;
  }
}

export interface TestServerOptions {
  settings?: Partial<Settings>;
  renderer?: Renderer;
  tools?: Tools;
  /** Changes what the repository configures. */
  config?: (config: Config) => Config;
}

/** A listening server over a test's database. */
export interface TestServer {
  app: FastifyInstance;
  services: Services;
  clock: TestClock;
  /** Every line that was logged. */
  log: string[];
  /** Another browser, without cookies. */
  browser(): TestClient;
  /** Adds a person who was told of a new browser a moment ago, so that sign-ins bring no mail. */
  addUser(user?: Partial<NewUser> & { password?: string }): Promise<User>;
  /** Gives a person customers of their own; their names begin with the user's id. */
  addCustomers(user: User, count: number): Promise<Customer[]>;
  /** An application's request that waits; gives its return address. */
  addRequest(params?: Record<string, string>, clientId?: string): Promise<string>;
  close(): Promise<void>;
}

/** The password of users that are added without one. */
export const testPassword = "a quiet harbour at dawn";

const secretKeys: SecretKeys = [randomBytes(32)];
const cheapHash = { memoryKib: 64, passes: 1, concurrency: 2, most: 2 };
let loaded: Promise<Config> | undefined;

/** The configuration of the repository itself, read once; whether each file has its shape and they fit together is for the check's own tests. */
async function repositoryConfig(): Promise<Config> {
  const { documents, findings } = locateDocuments(await readSources(root, ownFiles), []);
  if (documents === undefined) throw new ConfigError(findings);
  return assemble(openWorkspace(documents));
}

/** Starts the real server on a free port. All servers of a run share their secret key, as processes do. */
export async function startTestServer(store: Store, options: TestServerOptions = {}): Promise<TestServer> {
  loaded ??= repositoryConfig();
  const sample = sampleConfig(await loaded);
  const config = options.config?.(sample) ?? sample;
  const clock = new TestClock();
  const log: string[] = [];
  const settings: Settings = {
    environment: "test",
    publicUrl: "http://localhost:5400",
    host: "127.0.0.1",
    port: 0,
    databaseUrl: undefined,
    databaseFile: "",
    databaseConnections: 16,
    processes: 1,
    secretKeys,
    trustedProxies: ["127.0.0.1"],
    hash: cheapHash,
    session: { idle: 60 * minute, total: 24 * 60 * minute },
    auditLife: 365 * 24 * 60 * minute,
    ...ownFiles,
    privateAddresses: [],
    gateways: { mail: undefined, sms: undefined },
    recaptchaUrl: "https://www.google.com/recaptcha/",
    sentry: undefined,
    metrics: undefined,
    traces: undefined,
    serviceWorker: true,
    logLevel: "info",
    ...options.settings,
  };
  const logger = createLogger(settings.logLevel, { write: (line: string) => log.push(line) });
  const services = createServices({
    settings,
    store,
    config: () => config,
    log: logger,
    now: clock.now,
    wakeDelivery: () => undefined,
  });
  // A test may put another one into its place.
  const { hasher } = services;
  const app = await buildApp(services, options);
  await app.listen({ host: settings.host, port: settings.port });
  return {
    app,
    services,
    clock,
    log,
    browser: () => new TestClient(app.listeningOrigin, settings.publicUrl),
    addUser: async ({ password = testPassword, ...user } = {}) => {
      const username = user.username ?? `user-${randomBytes(6).toString("hex")}`;
      const passwordPhc = await hasher.hash(password);
      const now = clock.now();
      const usual = { displayName: "Robin Test", passwordPhc, newBrowserToldAt: now };
      return insertUser(store.db, { ...usual, ...user, username }, now);
    },
    addCustomers: async (user, count) => {
      const customers = Array.from({ length: count }, (_, index) => ({
        id: `${user.id}-${index}`,
        number: String(1000 + index),
        name: `${user.id} ${String(index).padStart(3, "0")}`,
      }));
      await upsertCustomers(store.db, customers);
      await addMemberships(
        store.db,
        customers.map(({ id }) => ({ userId: user.id, customerId: id })),
      );
      return customers;
    },
    addRequest: async (params = {}, clientId = "payroll") => {
      const uid = newRequestUid(clientId);
      await keepRequest(services, { uid, chainId: `chain-${uid}`, clientId, params }, "127.0.0.1");
      return `/connect/authorize/${uid}`;
    },
    close: () => app.close(),
  };
}

/** One server for all tests of a suite. */
export function suiteServer(database: SuiteDatabase, options?: TestServerOptions): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(database.store(), options);
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error("The server exists within tests only");
    return server;
  };
}
