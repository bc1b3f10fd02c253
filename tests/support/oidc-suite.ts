import { afterAll, beforeAll } from "vitest";
import type { ClientConfig } from "../../src/generated/config.ts";
import { addMemberships, upsertCustomers } from "../../src/server/store/customers.ts";
import type { Store } from "../../src/server/store/store.ts";
import type { NewUser, User } from "../../src/server/store/users.ts";
import type { SuiteDatabase } from "./databases.ts";
import { follow, returnUrlOf, TestApplication, testClient } from "./relying-party.ts";
import { startTestServer, type TestServer, testPassword } from "./server.ts";
import { freePort } from "./server-process.ts";
import { stubRenderer } from "./stub-renderer.ts";
import type { TestClient } from "./test-client.ts";

/** Where the secret stands of each application that has one. */
export const secretVariable = "TEST_CLIENT_SECRET";

export const clientSecret = "a secret of the tests, long enough";

/** The sign-in service with applications, for the tests of OpenID Connect. */
export class OidcSuite {
  readonly origin: string;
  readonly server: TestServer;
  /** The applications of the configuration; a test may add one. */
  readonly clients: Record<string, ClientConfig>;

  constructor(origin: string, server: TestServer, clients: Record<string, ClientConfig>) {
    this.origin = origin;
    this.server = server;
    this.clients = clients;
  }

  application(clientId = "web"): Promise<TestApplication> {
    const confidential = this.clients[clientId]?.secretEnvironment !== undefined;
    return TestApplication.discover(this.origin, clientId, confidential ? clientSecret : undefined);
  }

  follow(browser: TestClient, path: string): Promise<URL> {
    return follow(browser, path, this.origin);
  }

  /** Signs in on the page that an application's request led to; gives where the browser ends. */
  async signInOn(page: URL, browser: TestClient, username: string): Promise<URL> {
    const answer = await browser.signIn(username, testPassword, { returnUrl: returnUrlOf(page) });
    if (answer.status !== 209) throw new Error(`Login answered ${answer.status} ${answer.text}`);
    return this.follow(browser, answer.json.redirect);
  }

  /** The whole way from an application over the sign-in page back to it. */
  async signIn(browser: TestClient, user: User, clientId = "web", params: Record<string, string> = {}) {
    const application = await this.application(clientId);
    const begun = await application.begin(params);
    const page = await this.follow(browser, begun.path);
    const back = await this.signInOn(page, browser, user.username);
    return { application, tokens: await begun.finish(back) };
  }

  /** A person who works for customers of these names. */
  async personFor(customers: readonly string[], more: Partial<NewUser> = {}): Promise<User> {
    const user = await this.server.addUser(more);
    const { db } = this.server.services.store;
    const rows = customers.map((name) => ({ id: `${user.id}-${name}`, number: `N-${name}`, name }));
    await upsertCustomers(db, rows);
    await addMemberships(
      db,
      rows.map(({ id }) => ({ userId: user.id, customerId: id })),
    );
    return user;
  }
}

/** One service for all tests of a suite, with the applications `web` (secret), `spa` (public) and `old` (RS256). */
export function oidcSuite(
  database: SuiteDatabase,
  {
    privateAddresses = ["127.0.0.0/8", "::1"],
    store = () => database.store(),
  }: { privateAddresses?: string[]; store?: () => Store } = {},
): () => OidcSuite {
  let suite: OidcSuite | undefined;
  beforeAll(async () => {
    process.env[secretVariable] = clientSecret;
    const clients: Record<string, ClientConfig> = {
      web: testClient("web", { secretEnvironment: secretVariable, refreshTokens: true }),
      spa: testClient("spa"),
      old: testClient("old", { secretEnvironment: secretVariable, idTokenAlgorithm: "RS256" }),
    };
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const server = await startTestServer(store(), {
      renderer: stubRenderer,
      settings: { publicUrl: origin, port, privateAddresses },
    });
    const config = { ...server.services.config(), clients };
    server.services.config = () => config;
    suite = new OidcSuite(origin, server, clients);
  });
  afterAll(() => suite?.server.close());
  return () => {
    if (suite === undefined) throw new Error("The service exists within tests only");
    return suite;
  };
}
