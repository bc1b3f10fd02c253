import { describe, expect, it } from "vitest";
import { openStore } from "../../src/server/store/store.ts";
import { onEachDatabase } from "../support/databases.ts";
import { postForm } from "../support/native-form.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });
  const asPage = { headers: { accept: "text/html" } };

  it.each([
    "/catalogues/__proto__/en-GB.0.json",
    "/catalogues/constructor/en-GB.0.json",
    "/catalogues/default/__proto__.json",
    "/partners/__proto__/background",
    "/partners/toString/background",
  ])("has no file of a partner that there is not: %s", async (path) => {
    expect((await server().browser().send(path)).status).toBe(404);
  });

  describe("while the database is away", () => {
    const whileAway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const { services } = server();
      const { store } = services;
      const lost = openStore({ databaseUrl: "postgres://127.0.0.1:1/lost", databaseFile: "" }, { warn() {} });
      services.store = lost;
      return work().finally(async () => {
        services.store = store;
        await lost.close();
      });
    };

    it("a page says so in plain words and offers to try again", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      const answer = await whileAway(() => browser.send("/account/select?filter=a", asPage));
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.text).toContain('href="/account/select?filter=a"');
      expect((await browser.send("/account/select", asPage)).status).not.toBe(503);
    });

    it("a posted form is answered with words, and nobody is signed in", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const fields = { username: user.username, password: testPassword };
      const answer = await whileAway(() => postForm(browser, "/account/login", fields));
      expect(answer.status).toBe(503);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });
  });
});
