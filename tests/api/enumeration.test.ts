import { describe, expect, it } from "vitest";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestAnswer } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const tryOnce = async (
    username: string,
    password: string,
    browser = server().browser(),
  ): Promise<TestAnswer> => {
    // A challenge is another guard, with tests of its own.
    await givePass(server(), browser);
    return browser.call("Login", { username, password, rememberLogin: true });
  };

  /** All that can be seen of an answer, without what is random in each. */
  const visible = ({ status, headers, json }: TestAnswer) => {
    const { date: _, ...others } = headers;
    const { supportCode, ...body } = json;
    expect(supportCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    return { status, headers: others, body };
  };

  describe("a refused sign-in", () => {
    it("looks the same for an unknown name, a wrong password, a disabled account and one without a password", async () => {
      const known = await server().addUser();
      const disabled = await server().addUser({ disabled: true });
      const passwordless = await server().addUser({ passwordPhc: null });
      const answers = [
        await tryOnce("nobody-of-this-name", testPassword),
        await tryOnce(known.username, "wrong"),
        await tryOnce(disabled.username, testPassword),
        await tryOnce(passwordless.username, testPassword),
      ].map(visible);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({
        status: 400,
        body: {
          errors: { "": ["The user name or the password is not right. Please check both and try again."] },
          codes: { "": [{ code: "problems.signInFailed" }] },
        },
      });
      expect(answers[0]?.headers["set-cookie"]).toBeUndefined();
    });
  });

  describe("too many wrong passwords", () => {
    it("lock a name that exists and one that does not alike, tell when to come back, and end by themselves", async () => {
      const user = await server().addUser();
      const exhaust = async (username: string) => {
        const statuses: number[] = [];
        for (let count = 0; count < 6; count++) statuses.push((await tryOnce(username, "wrong")).status);
        return statuses;
      };
      const known = await exhaust(user.username);
      expect(known).toEqual(await exhaust("another-nobody"));
      expect(known.at(-1)).toBe(429);

      const locked = [await tryOnce(user.username, testPassword), await tryOnce("another-nobody", "x")];
      for (const answer of locked) {
        expect(answer.status).toBe(429);
        expect(answer.json).toMatchObject({ type: "too-many", status: 429 });
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
        expect(answer.json.errors[""][0]).toMatch(
          /^Too many attempts. Please wait \d+ seconds? and try again.$/,
        );
        expect(answer.json.codes[""].slice(1)).toEqual([{ code: "problems.newPasswordEndsWait" }]);
      }
      const wait = Number(locked[0]?.headers["retry-after"]);
      server().clock.advance((wait + 1) * 1000);
      expect((await tryOnce(user.username, testPassword)).status).toBe(209);
    });

    it("count in parallel, over all spellings of the name", async () => {
      const user = await server().addUser({ username: "parallel.person" });
      const names = [user.username, "PARALLEL.PERSON", " Parallel.Person", "ｐarallel.person"];
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => tryOnce(names[index % names.length] ?? "", "wrong")),
      );
      const checked = answers.filter(({ status }) => status === 400);
      expect(checked).toHaveLength(5);
      expect(answers.every(({ status }) => status === 400 || status === 429)).toBe(true);
    });

    it("are forgotten after a right one", async () => {
      const user = await server().addUser();
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 4; count++) await tryOnce(user.username, "wrong");
        expect((await tryOnce(user.username, testPassword)).status).toBe(209);
      }
    });
  });

  it("costs one password check, whether there is an account or not", async () => {
    const known = await server().addUser();
    const disabled = await server().addUser({ disabled: true });
    const { services } = server();
    const { hasher } = services;
    let checks: string[] = [];
    services.hasher = {
      ...hasher,
      verify: (phc, password) => {
        checks.push("verify");
        return hasher.verify(phc, password);
      },
      verifyDummy: (password) => {
        checks.push("dummy");
        return hasher.verifyDummy(password);
      },
    };
    const costs = [];
    for (const username of [known.username, disabled.username, "nobody-at-all"]) {
      checks = [];
      await tryOnce(username, "wrong");
      costs.push(checks);
    }
    services.hasher = hasher;
    expect(costs).toEqual([["verify"], ["verify"], ["dummy"]]);
  });

  it("leaves an audit row for each result, without the password", async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await tryOnce(user.username, "a-wrong-canary", browser);
    await tryOnce(user.username, testPassword, browser);
    const { db } = database.store();
    const rows = await db.selectFrom("audit").selectAll().where("user_id", "=", user.id).execute();
    const events = rows.map(({ event }) => event).sort();
    expect(events).toEqual(["signIn.completed", "signIn.failed", "signIn.passwordProven"]);
    expect(JSON.stringify(rows)).not.toContain("canary");
    for (const row of rows)
      expect(row).toMatchObject({ address: browser.address, support_code: expect.any(String) });
  });
});
