import { describe, expect, it } from "vitest";
import { HashOverloaded } from "../../src/server/passwords/password-hash.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** Runs something while every password check fails with an error. */
  const whileHashingFails = async <Result>(error: Error, work: () => Promise<Result>): Promise<Result> => {
    const { services } = server();
    const { hasher } = services;
    const fail = () => Promise.reject(error);
    services.hasher = { ...hasher, verify: fail, verifyDummy: fail };
    return work().finally(() => {
      services.hasher = hasher;
    });
  };

  describe("a fault of ours", () => {
    it("that passes by itself answers 503 and when to come back, and spends none of the person's tries", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      await whileHashingFails(new HashOverloaded(), async () => {
        for (let count = 0; count < 10; count++) {
          const answer = await browser.call("Login", { username: user.username, password: testPassword });
          expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "3"]);
          expect(answer.json).not.toHaveProperty("errors");
        }
      });
      expect((await browser.signIn(user.username, testPassword)).status).toBe(209);
    });

    it("that nobody foresaw answers 500 with a support code and no detail; the log has it all", async () => {
      const browser = server().browser();
      const error = new TypeError("secret detail of the inside");
      const answer = await whileHashingFails(error, () =>
        browser.call("Login", { username: "somebody", password: "x" }),
      );
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual({
        title: expect.stringContaining("Something went wrong on our side."),
        status: 500,
        supportCode: expect.any(String),
      });
      const logged = server().log.find(
        (line) => line.includes(answer.json.supportCode) && line.includes('"level":"error"'),
      );
      expect(logged).toContain("secret detail of the inside");
      expect(logged).toContain("faults.test.ts");
    });

    it("is shown as a plain page to a person who looks at a page", async () => {
      const answer = await server()
        .browser()
        .send("/nothing?a=<b>", { headers: { accept: "text/html,*/*" } });
      expect(answer.status).toBe(404);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(answer.text).not.toContain("<b>");
    });
  });

  it("answers a call whose handler breaks its contract as a fault", async () => {
    const { services } = server();
    const { config } = services;
    const { PasswordRules, ...others } = config().contracts;
    const answer = { type: "object", required: ["never"] };
    const changed = { ...config(), contracts: { ...others, PasswordRules: { ...PasswordRules, answer } } };
    services.config = () => changed;
    const broken = await server().browser().call("PasswordRules");
    services.config = config;
    expect(broken.status).toBe(500);
    expect(server().log.join("")).toContain("PasswordRules answers what its contract does not allow");
  });
});
