import { describe, expect, it } from "vitest";
import { addressBudget, type Budget, nameBudget } from "../../src/server/account/guess.ts";
import { HashOverloaded, type PasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { NobodyWaits } from "../../src/server/slots.ts";
import type { CallContract, CallName } from "../../src/shared/contract.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestAnswer } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** Runs something while passwords are checked in another way. */
  const whileHasherIs = async <Result>(
    changed: Partial<PasswordHasher>,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const { services } = server();
    const { hasher } = services;
    services.hasher = { ...hasher, ...changed };
    return work().finally(() => {
      services.hasher = hasher;
    });
  };

  /** Tries that a budget has spent; undefined: none was ever counted. */
  const failuresOf = async ({ key }: Budget) => {
    const { db } = database.store();
    const row = db.selectFrom("throttle").select("failures").where("key", "=", key);
    return (await row.executeTakeFirst())?.failures;
  };

  /** Somebody with an account who sends a wrong password, and may leave before it is answered. */
  const whoMayLeave = async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await browser.send("/api/Account/Token");
    const leaving = new AbortController();
    const typed = { username: user.username, password: "wrong" };
    return {
      leave: () => leaving.abort(),
      address: browser.address,
      budgets: { name: nameBudget(user.username), address: addressBudget(browser.address) },
      expectNoAnswer: () =>
        expect(browser.post("/api/Account/Login", typed, {}, leaving.signal)).rejects.toThrow("aborted"),
    };
  };

  /** Runs something while every password check fails with an error. */
  const whileHashingFails = async <Result>(error: Error, work: () => Promise<Result>): Promise<Result> => {
    const fail = () => Promise.reject(error);
    return whileHasherIs({ verify: fail, verifyDummy: fail }, work);
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

    it("that made somebody leave costs no hash once it is their turn, and no try but the address's", async () => {
      const { hasher } = server().services;
      const { leave, budgets, expectNoAnswer } = await whoMayLeave();
      const outcome = Promise.withResolvers<unknown>();
      const verify: PasswordHasher["verify"] = async (phc, password, isWanted) => {
        leave();
        await expect.poll(() => isWanted?.()).toBe(false);
        const verified = hasher.verify(phc, password, isWanted);
        verified.catch(outcome.resolve);
        return verified;
      };
      await whileHasherIs({ verify }, async () => {
        await expectNoAnswer();
        expect(await outcome.promise).toBeInstanceOf(NobodyWaits);
      });
      await expect.poll(() => failuresOf(budgets.name)).toBe(0);
      expect(await failuresOf(budgets.address)).toBe(1);
    });

    it("that made somebody leave before anything was done for them costs no try at all", async () => {
      const { hasher } = server().services;
      const { leave, address, budgets, expectNoAnswer } = await whoMayLeave();
      const leftLines = () => server().log.filter((line) => line.includes(`"status":408`));
      const before = leftLines().length;
      const hasLeft = (line: string) => line.includes("not waited for") && line.includes(address);
      const assertRoom: PasswordHasher["assertRoom"] = async () => {
        leave();
        await expect.poll(() => server().log.some(hasLeft)).toBe(true);
        await hasher.assertRoom();
      };
      await whileHasherIs({ assertRoom }, async () => {
        await expectNoAnswer();
        await expect.poll(() => leftLines().length).toBe(before + 1);
      });
      expect(await failuresOf(budgets.name)).toBeUndefined();
      expect(await failuresOf(budgets.address)).toBeUndefined();
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

    it("is shown with no way off the site, however the address is spelt", async () => {
      for (const path of ["//evil.example/%", "/\\evil.example/%", "http://evil.example/%"]) {
        const answer = await server()
          .browser()
          .send(path, { headers: { accept: "text/html" } });
        expect([path, answer.status, /<a href="([^"]*)"/.exec(answer.text)?.[1]]).toEqual([path, 400, "/"]);
      }
    });
  });

  /** Runs something while a call has another contract. */
  const whileContractIs = async (
    name: CallName,
    change: Partial<CallContract>,
    work: () => Promise<TestAnswer>,
  ): Promise<TestAnswer> => {
    const { services } = server();
    const { config } = services;
    const { contracts } = config();
    const changed = { ...config(), contracts: { ...contracts, [name]: { ...contracts[name], ...change } } };
    services.config = () => changed;
    return work().finally(() => {
      services.config = config;
    });
  };

  it("answers a call whose handler breaks its contract as a fault", async () => {
    const answer = { type: "object", required: ["never"] };
    const broken = await whileContractIs("PasswordRules", { answer }, () =>
      server().browser().call("PasswordRules"),
    );
    expect(broken.status).toBe(500);
    expect(server().log.join("")).toContain("PasswordRules answers what its contract does not allow");
  });

  it("answers a call that is refused by what its contract does not name as a fault: its page has no words for it", async () => {
    const wrong = { username: "nobody", password: "wrong" };
    const refused = await whileContractIs(
      "Login",
      { problems: { password: ["problems.signInFailed"] } },
      () => server().browser().call("Login", wrong),
    );
    expect(refused.status).toBe(500);
    expect(server().log.join("")).toContain(
      "Login is refused by what its contract does not name: problems.signInFailed",
    );
  });
});
