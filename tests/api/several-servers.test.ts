import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import {
  addPersonWith,
  appCode,
  forgetAddress,
  giveCode,
  givePassword,
  sentCode,
} from "../support/second-factors.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { TestClient } from "../support/test-client.ts";

/** Two servers that share nothing but the database and the secret key (security, F26). */
onEachDatabase((database) => {
  const first = suiteServer(database);
  let second: TestServer;
  beforeAll(async () => {
    second = await startTestServer(database.connect());
  });
  afterAll(() => second.close());
  beforeEach(() => forgetAddress(first()));

  /** A browser that a balancer sends to the other server, with the cookies that it has. */
  const elsewhere = (browser: TestClient): TestClient => {
    const other = new TestClient(second.app.listeningOrigin, "http://localhost:5400");
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  };

  describe("two servers on one database", () => {
    it("take over from each other in the middle of a sign-in", async () => {
      const browser = first().browser();
      const user = await first().addUser();
      const [customer] = await first().addCustomers(user, 2);
      await browser.call("Token");
      const answer = await elsewhere(browser).call("Login", {
        username: user.username,
        password: testPassword,
      });
      expect(answer.json.outcome).toBe("customerChoiceRequired");
      const signedIn = elsewhere(browser);
      await signedIn.signIn(user.username, testPassword);
      const back = first().browser();
      for (const [name, value] of signedIn.cookies) back.cookies.set(name, value);
      expect((await back.call("SelectCustomer", { customerId: customer?.id })).status).toBe(209);
    });

    it("trade a state once between them", async () => {
      const browser = first().browser();
      const user = await first().addUser();
      const { json } = await browser.call("Login", { username: user.username, password: testPassword });
      const other = elsewhere(browser);
      const answers = await Promise.all(
        [browser, other, browser, other, browser, other].map((client) =>
          client.post("/api/Account/Exchange", { state: json.state }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it("share one budget of guesses", async () => {
      const user = await first().addUser();
      const guess = async (index: number) => {
        const browser = first().browser();
        await givePass(first(), browser);
        const client = index % 2 === 0 ? browser : elsewhere(browser);
        return client.call("Login", { username: user.username, password: "wrong" });
      };
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
    });

    it.each(["authenticator", "sms"] as const)(
      "take a code of the second step by %s once",
      async (method) => {
        const person = await addPersonWith(first(), [method]);
        const browser = first().browser();
        await givePassword(browser, person);
        const code = method === "sms" ? await sentCode(first(), person.phone) : appCode(first());
        const clients = Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0 ? browser : elsewhere(browser),
        );
        const answers = await Promise.all(clients.map((client) => giveCode(client, method, code)));
        expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
        expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
      },
    );

    it("end a session for both", async () => {
      const browser = first().browser();
      const user = await first().addUser();
      await browser.signIn(user.username, testPassword);
      const other = elsewhere(browser);
      expect((await other.call("User")).json.isAuthenticated).toBe(true);
      await browser.call("Logout", {});
      expect((await other.call("User")).json.isAuthenticated).toBe(false);
    });
  });
});
