import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Partner } from "../../src/config/resolve/partners.ts";
import type { VendorConfig } from "../../src/generated/config.ts";
import { linkExternalLogin } from "../../src/server/store/external-logins.ts";
import type { User } from "../../src/server/store/users.ts";
import type { SuiteDatabase } from "./databases.ts";
import { follow, TestApplication, testClient } from "./relying-party.ts";
import { startTestServer, type TestServer } from "./server.ts";
import { freePort } from "./server-process.ts";
import { type Mischief, type StandInPerson, StandInProvider, standInClient } from "./stand-in-provider.ts";
import { stubRenderer } from "./stub-renderer.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** Of the secret at every provider. */
export const secretVariable = "TEST_VENDOR_SECRET";

/** The sign-in service with a provider that a test can spoil, `contoso`, and one that nobody uses, `other`. */
export class VendorSuite {
  readonly server: TestServer;
  readonly provider: StandInProvider;
  /** The providers' file; a test may change it. */
  vendors: Record<string, VendorConfig> = {};

  constructor(server: TestServer, provider: StandInProvider) {
    this.server = server;
    this.provider = provider;
  }

  reset(): void {
    const { issuer } = this.provider;
    const contoso = {
      name: "Contoso",
      issuer,
      clientId: standInClient.id,
      secretEnvironment: secretVariable,
    };
    this.vendors = { contoso, other: { ...contoso, name: "Other", clientId: "other" } };
    this.provider.metadata = {};
    this.provider.discoveryStatus = 200;
    this.provider.userInfo = undefined;
  }

  /** Somebody at the provider. */
  person(more: Partial<StandInPerson> = {}): StandInPerson {
    const sub = randomBytes(6).toString("hex");
    return { sub, name: "Ada Contoso", email: `${sub}@contoso.example`, ...more };
  }

  async linked(person: StandInPerson, user?: User): Promise<User> {
    const owner = user ?? (await this.server.addUser());
    const identity = { issuer: this.provider.issuer, subject: person.sub };
    const login = { ...identity, userId: owner.id, vendorId: "contoso", displayName: null };
    await linkExternalLogin(this.server.services.store.db, login, this.server.clock.now());
    return owner;
  }

  get origin(): string {
    return this.server.services.settings.publicUrl;
  }

  /** An application's request that begins and the page of ours that it leads to. */
  async apply(browser: TestClient, clientId: string, params: Record<string, string> = {}) {
    const application = await TestApplication.discover(this.origin, clientId);
    const begun = await application.begin(params);
    return { begun, page: await this.follow(browser, begun.path) };
  }

  follow(browser: TestClient, path: string): Promise<URL> {
    return follow(browser, path, this.origin);
  }

  /** Presses the provider's button; gives the path of this site that leads there. */
  async begin(browser: TestClient, returnUrl = "/", vendorId = "contoso"): Promise<string> {
    const { status, json } = await browser.call("VendorLogin", { vendorId }, { returnUrl });
    if (status !== 209) throw new Error(`VendorLogin answered ${status}`);
    return json.redirect;
  }

  /** The address at the provider that a browser is sent to. */
  async wayOut(browser: TestClient, returnUrl = "/"): Promise<string> {
    const answer = await browser.send(await this.begin(browser, returnUrl));
    return answer.headers.location ?? "";
  }

  /** What the browser does with the provider's answer. */
  async callback(
    browser: TestClient,
    parameters: Record<string, string>,
    vendor = "contoso",
  ): Promise<TestAnswer> {
    return browser.send(`/signin-oidc/${vendor}?${new URLSearchParams(parameters)}`);
  }

  /** The whole way to the provider and back. */
  async signIn(
    browser: TestClient,
    person: StandInPerson,
    { returnUrl = "/", mischief = {} }: { returnUrl?: string; mischief?: Mischief } = {},
  ): Promise<TestAnswer> {
    const address = await this.wayOut(browser, returnUrl);
    return this.callback(browser, this.provider.authorize(address, person, mischief));
  }

  /** What the error page says to which an answer leads; undefined: it leads elsewhere. */
  async errorOf(browser: TestClient, { headers }: TestAnswer): Promise<string | undefined> {
    const url = new URL(headers.location ?? "/", "http://site.invalid");
    const errorId = url.searchParams.get("errorId");
    if (url.pathname !== "/error/signin" || errorId === null) return undefined;
    return (await browser.call("Error", undefined, { errorId })).json.code;
  }

  /** The code of an invitation that the provider's portal mails, for an account as it knows it. */
  invitation(
    person: StandInPerson,
    account: string,
    { claims = {}, secret = standInClient.secret, typ = "vestibule-invitation+jwt" } = {},
  ) {
    const now = Math.floor(this.server.clock.now() / 1000);
    const payload = {
      iss: "contoso",
      aud: this.origin,
      jti: randomBytes(8).toString("hex"),
      exp: now + 3600,
      account,
      ...person,
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ })
      .sign(new TextEncoder().encode(secret));
  }
}

/** One service and provider for all tests of a suite; `dateOfBirth`: the default partner asks for it. */
export function vendorSuite(
  database: SuiteDatabase,
  { dateOfBirth = false, privateAddresses = ["127.0.0.0/8", "::1"] } = {},
): () => VendorSuite {
  let suite: VendorSuite | undefined;
  beforeAll(async () => {
    process.env[secretVariable] = standInClient.secret;
    const provider = await StandInProvider.start();
    const port = await freePort();
    const server = await startTestServer(database.store(), {
      settings: { publicUrl: `http://localhost:${port}`, port, privateAddresses },
      renderer: stubRenderer,
    });
    const config = server.services.config();
    const { default: standard } = config.partners;
    const partner = {
      ...standard,
      behaviour: { ...standard?.behaviour, showLoginProviders: true },
      signIn: { ...standard?.signIn, dateOfBirthAtLink: dateOfBirth },
    } as Partner;
    const made = new VendorSuite(server, provider);
    suite = made;
    const changed = {
      ...config,
      clients: {
        ...config.clients,
        web: testClient("web"),
        vendors: testClient("vendors", { requires: "vendor", vendorId: "contoso" }),
        locals: testClient("locals", { requires: "local" }),
      },
      get vendors() {
        return made.vendors;
      },
      partners: { ...config.partners, default: partner },
    };
    server.services.config = () => changed;
  });
  beforeEach(() => suite?.reset());
  afterAll(async () => {
    await suite?.server.close();
    await suite?.provider.stop();
  });
  return () => {
    if (suite === undefined) throw new Error("The service exists within tests only");
    return suite;
  };
}
