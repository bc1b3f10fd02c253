import { describe, expect, it } from "vitest";
import type { CallContract, CallName } from "../../src/shared/contract.ts";
import { onSqlite } from "../support/databases.ts";
import { pageStateOf } from "../support/native-form.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { methodOf, type TestAnswer } from "../support/test-client.ts";

const origin = "https://signin.example.com";
const asPage = { headers: { accept: "text/html" } };

/** The directives of a policy, by name. */
function policyOf({ headers }: TestAnswer): Record<string, string> {
  const text = String(headers["content-security-policy"]);
  return Object.fromEntries(
    text.split(/; */).map((rule) => [rule.split(" ", 1)[0] ?? "", rule.slice(rule.indexOf(" ") + 1)]),
  );
}

onSqlite((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, settings: { publicUrl: origin } });

  const signedIn = async () => {
    const browser = server().browser();
    const user = await server().addUser();
    await server().addCustomers(user, 2);
    await browser.signIn(user.username, testPassword);
    return browser;
  };
  const paths = () =>
    Object.values(server().services.config().screens).map(({ path }) => path.replace("*", "/nothing"));

  describe("every page", () => {
    it("has a policy that names all it needs, knows no unsafe word, and has another nonce each time", async () => {
      const nonces = new Set<string>();
      const [visitor, browser] = [server().browser(), await signedIn()];
      let count = 0;
      for (const path of paths())
        for (const one of [visitor, browser]) {
          const answer = await one.send(path, asPage);
          if (answer.status === 303) continue;
          count += 1;
          const policy = policyOf(answer);
          expect([path, policy], path).toEqual([
            path,
            {
              "default-src": "'none'",
              "script-src": expect.stringMatching(/^'self' 'nonce-[\w-]{22}'$/),
              "style-src": expect.stringMatching(/^'self' 'nonce-[\w-]{22}'$/),
              "img-src": "'self' data:",
              "connect-src": "'self'",
              "font-src": "'self'",
              "worker-src": "'self'",
              "manifest-src": "'self'",
              "form-action": "'self'",
              "base-uri": "'none'",
              "frame-ancestors": "'none'",
              "report-uri": "/policy-reports",
              "require-trusted-types-for": "'script'",
              "trusted-types": expect.stringMatching(/^[\w-]+$/),
            },
          ]);
          nonces.add(policy["script-src"] ?? "");
        }
      expect(nonces.size).toBe(count);
      expect(count).toBeGreaterThan(20);
    });

    it("allows what reCAPTCHA needs where its partner has a key of it, and nobody else's", async () => {
      const keys = { checkbox: { siteKey: "key", secretEnvironment: "KEY" } };
      const of = async (path: string, captcha = {}) => {
        const { partners } = server().services.config();
        const partner = partners.default;
        partners.default = { ...partner, captcha };
        const policy = policyOf(await server().browser().send(path, asPage));
        partners.default = partner;
        return policy;
      };
      for (const path of ["/account/login", "/account/recover"]) {
        const [with_, without] = [await of(path, keys), await of(path)];
        const google = "https://www.google.com/recaptcha/";
        const nonce = /'nonce-[^']*'/;
        expect({ ...with_, "script-src": with_["script-src"]?.replace(nonce, ""), "style-src": "" }).toEqual({
          ...without,
          "script-src": `'self'  ${google} https://www.gstatic.com/recaptcha/`,
          "style-src": "",
          "connect-src": `'self' ${google}`,
          "frame-src": `${google} https://recaptcha.google.com/recaptcha/`,
          "trusted-types": `${without["trusted-types"]} default goog#html`,
        });
        expect(Object.values(with_).join(" ")).not.toMatch(/unsafe/);
      }
      const other = await server()
        .browser()
        .send("/account/login", { headers: { accept: "text/html", host: "signin.northwind.example" } });
      expect(policyOf(other)["frame-src"]).toBeUndefined();
    });

    // The list of https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, but for what a proxy answers.
    it("has what the HTTP Observatory asks for", async () => {
      for (const path of ["/", ...paths()]) {
        const { headers } = await server().browser().send(path, asPage);
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "permissions-policy": expect.stringContaining("camera=()"),
        });
        const [, age = ""] = /max-age=(\d+)/.exec(String(headers["strict-transport-security"])) ?? [];
        expect(Number(age)).toBeGreaterThanOrEqual(365 * 24 * 3600);
        expect(headers["access-control-allow-origin"]).toBeUndefined();
        for (const cookie of headers["set-cookie"] ?? [])
          expect(cookie).toMatch(/; Path=\/;.* Secure; SameSite=Lax$/);
      }
      const page = await server().browser().send("/account/login", asPage);
      for (const [, address] of page.text.matchAll(/(?:src|href)="([^"]*)"/g))
        expect(address).toMatch(/^(\/(?!\/)|data:,|#)/);
    });
  });

  it("no page and no call is kept by any cache, whoever asks", async () => {
    const { contracts } = server().services.config();
    for (const browser of [server().browser(), await signedIn()]) {
      for (const path of [...paths(), "/nothing"])
        expect([path, (await browser.send(path, asPage)).headers["cache-control"]]).toEqual([
          path,
          "no-store",
        ]);
      for (const [name, { content }] of Object.entries(contracts) as [CallName, CallContract][]) {
        const path = `/api/Account/${name}?partnerId=default`;
        const answer = methodOf(name) === "GET" ? await browser.send(path) : await browser.post(path, {});
        const kept = content === "image" && answer.status === 200 ? "no-cache" : "no-store";
        expect([name, answer.headers["cache-control"]]).toEqual([name, kept]);
      }
    }
  });

  it("no page of one host is another host's, however they alternate", async () => {
    const hosts: [string, string][] = [
      ["signin.example.com", "default"],
      ["signin.northwind.example", "northwind"],
      ["signin.northwind.example.evil.example", "default"],
      ["evil.example", "default"],
    ];
    for (let round = 0; round < 3; round++)
      for (const [host, partnerId] of hosts) {
        const answer = await server()
          .browser()
          .send("/account/login", {
            headers: { accept: "text/html", host },
          });
        expect([host, pageStateOf(answer)?.partner.partnerId]).toEqual([host, partnerId]);
        expect(answer.text).not.toContain("evil.example");
      }
  });
});
