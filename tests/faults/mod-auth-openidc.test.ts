import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import type { ExpressionBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { keyTimes } from "../../src/server/domain/key-times.ts";
import type { Tables } from "../../src/server/store/tables.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import { freePort } from "../support/server-process.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";

const apache = "/usr/sbin/apache2";
const modules = "/usr/lib/apache2/modules";
const isInstalled = existsSync(apache) && existsSync(join(modules, "mod_auth_openidc.so"));
if (!isInstalled)
  console.warn(
    "Left out: apache2 and libapache2-mod-auth-openidc are not installed, the second client of other hands.",
  );

const claims = { "x-sub": "sub", "x-email": "email" };

/** What Apache is to do, as mod_auth_openidc's documentation has it. */
const configuration = (folder: string, issuer: string, origin: string, secret: string) => `
ServerName ${new URL(origin).host}
Listen 127.0.0.1:${new URL(origin).port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Mutex file:${folder} default
DefaultRuntimeDir ${folder}
DocumentRoot ${folder}/pages
User www-data
Group www-data
${["mpm_event", "authn_core", "authz_core", "authz_user", "headers", "auth_openidc"]
  .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  .join("\n")}
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID apache
OIDCClientSecret "${secret}"
OIDCProviderTokenEndpointAuth client_secret_basic
OIDCRedirectURI ${origin}/callback
OIDCCryptoPassphrase "a passphrase of this test alone"
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCPassIDTokenAs serialized
# The service's clock is set on for a little, Apache's is not.
OIDCIDTokenIatSlack 3600
<Location />
  Require all granted
</Location>
<Location /callback>
  AuthType openid-connect
  Require valid-user
</Location>
<Location /protected>
  AuthType openid-connect
  Require valid-user
${Object.entries(claims)
  .map(([header, claim]) => `  Header set ${header} "expr=%{env:OIDC_CLAIM_${claim}}"`)
  .join("\n")}
  Header set x-id-token "expr=%{env:OIDC_id_token}"
</Location>
`;

describe.runIf(isInstalled)("Apache with mod_auth_openidc", () => {
  onEachDatabase((database) => {
    const suite = oidcSuite(database);
    let folder: string;
    let origin: string;
    let server: ChildProcess;

    beforeAll(async () => {
      origin = `http://localhost:${await freePort()}`;
      const client = {
        ...testClient("apache", { secretEnvironment: "TEST_CLIENT_SECRET" }),
        startUrl: `${origin}/protected/page.html`,
        redirectUris: [`${origin}/callback`],
        postLogoutRedirectUris: [`${origin}/signed-out.html`],
      };
      suite().clients.apache = client;
      folder = await mkdtemp(join(tmpdir(), "vestibule-apache-"));
      await chmod(folder, 0o777);
      const secret = process.env.TEST_CLIENT_SECRET ?? "";
      await writeFile(join(folder, "apache.conf"), configuration(folder, suite().origin, origin, secret));
      await mkdir(join(folder, "pages/protected"), { recursive: true });
      for (const page of ["protected/page.html", "signed-out.html"])
        await writeFile(join(folder, "pages", page), page);
      server = spawn(apache, ["-D", "FOREGROUND", "-d", folder, "-f", join(folder, "apache.conf")], {
        stdio: "inherit",
      });
      await vi.waitFor(async () => expect((await fetch(`${origin}/signed-out.html`)).ok).toBe(true), 10_000);
    });
    afterAll(async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    });

    /** A browser has cookies of two origins: those of Apache, and those of the service. */
    const newBrowser = () => ({
      application: new TestClient(origin, origin),
      service: suite().server.browser(),
    });
    type Browser = ReturnType<typeof newBrowser>;

    const leadsTo = ({ headers: { location = "" } }: TestAnswer) => new URL(location, origin);
    const open = ({ application }: Browser) =>
      application.send("/protected/page.html", { headers: { accept: "text/html" } });

    /** From the protected page over the sign-in page and back to it. */
    async function signIn(browser: Browser, username: string): Promise<TestAnswer> {
      const request = leadsTo(await open(browser));
      expect(Object.fromEntries(request.searchParams)).toMatchObject({
        response_type: "code",
        code_challenge_method: "S256",
        client_id: "apache",
      });
      const page = await suite().follow(browser.service, request.pathname + request.search);
      const back = await suite().signInOn(page, browser.service, username);
      expect(back.origin + back.pathname).toBe(`${origin}/callback`);
      const taken = await browser.application.send(back.pathname + back.search);
      expect([taken.status, leadsTo(taken).pathname]).toEqual([302, "/protected/page.html"]);
      return open(browser);
    }

    async function signOut(browser: Browser) {
      const asked = leadsTo(
        await browser.application.send(
          `/callback?${new URLSearchParams({ logout: `${origin}/signed-out.html` })}`,
        ),
      );
      const page = await suite().follow(browser.service, asked.pathname + asked.search);
      const logoutId = page.searchParams.get("logoutId") ?? "";
      await browser.service.call("Logout", { logoutId });
      return (await browser.service.call("LogoutView", undefined, { logoutId })).json;
    }

    it("signs a person in by code with PKCE, tells a page their claims, and signs them out", async () => {
      const browser = newBrowser();
      const user = await suite().server.addUser({ email: `${crypto.randomUUID()}@payroll.example` });
      const { status, text, headers } = await signIn(browser, user.username);
      expect([status, text]).toEqual([200, "protected/page.html"]);
      expect(headers).toMatchObject({ "x-sub": user.id, "x-email": user.email });
      const left = await signOut(browser);
      expect(left.stage).toBe("done");
      expect(new URL(left.postLogoutRedirectUri).href.startsWith(`${origin}/signed-out.html`)).toBe(true);
      expect((await browser.service.call("User")).json.isAuthenticated).toBe(false);
      expect((await open(browser)).status).toBe(302);
    });

    it("goes on signing in once the signing keys were renewed, without being started anew", async () => {
      const { clock, addUser } = suite().server;
      const user = await addUser();
      const kidAfter = async () => {
        const { status, headers } = await signIn(newBrowser(), user.username);
        expect([status, headers["x-sub"]]).toEqual([200, user.id]);
        return decodeProtectedHeader(String(headers["x-id-token"])).kid;
      };
      const wear = async (by: number) => {
        const older = (eb: ExpressionBuilder<Tables, "secrets">) => ({
          created_at: eb("created_at", "-", by),
        });
        await database.store().db.updateTable("secrets").set(older).execute();
        // What is known of the keys is believed for less than this.
        clock.advance(2 * minute);
      };
      const before = await kidAfter();
      await wear(keyTimes.signs);
      expect(await kidAfter()).toBe(before);
      await wear(keyTimes.beforeSigning);
      expect(await kidAfter()).not.toBe(before);
    });
  });
});
