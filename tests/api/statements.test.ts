import * as oidc from "openid-client";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { HashOverloaded } from "../../src/server/passwords/password-hash.ts";
import { openStore } from "../../src/server/store/store.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { addPersonWith } from "../support/second-factors.ts";
import { startTestServer, testPassword } from "../support/server.ts";
import { slowLine } from "../support/slow-line.ts";

// What a call costs beside its hash is mostly how often it asks the database.

onEachDatabase((database) => {
  /** A store, and what it is asked. */
  function watchedStore() {
    let texts: string[] = [];
    const store = openStore(database.settings(), { warn: () => undefined }, ({ query }) =>
      texts.push(query.sql),
    );
    /** The statements of some work, those aside that open and close a transaction. */
    const during = async (work: () => Promise<unknown>) => {
      texts = [];
      await work();
      return texts.filter((text) => !/^(begin|start|commit|savepoint|release)/i.test(text));
    };
    return { store, during };
  }

  async function watched() {
    const { store, during } = watchedStore();
    const server = await startTestServer(store);
    onTestFinished(async () => {
      await server.close();
      await store.close();
    });
    return { server, during };
  }

  test("a sign-in asks twelve times, what a page shows to whom is signed in twice, the sign-in page once", async () => {
    const { server, during } = await watched();
    const user = await server.addUser();
    const browser = server.browser();
    await browser.call("Token");
    const signIn = await during(() =>
      browser.call("Login", { username: user.username, password: testPassword }),
    );
    expect(signIn).toHaveLength(12);
    await browser.call("Token");
    expect(await during(() => browser.call("User"))).toHaveLength(2);
    const stranger = server.browser();
    await stranger.call("Token");
    expect(await during(() => stranger.call("LoginView"))).toHaveLength(1);
  });

  if (database.kind === "postgres")
    test("a sign-in waits seven times for a database that is elsewhere", async () => {
      const url = new URL(database.settings().databaseUrl ?? "");
      const line = await slowLine(url.hostname, Number(url.port || 5432));
      url.host = `127.0.0.1:${line.port}`;
      const store = openStore({ ...database.settings(), databaseUrl: url.href }, { warn: () => undefined });
      const server = await startTestServer(store);
      onTestFinished(async () => {
        await server.close();
        await store.close();
        await line.close();
      });
      const user = await server.addUser();
      const browser = server.browser();
      await browser.signIn(user.username, testPassword);
      const stranger = server.browser();
      await stranger.call("Token");
      const before = line.roundTrips;
      await stranger.call("Login", { username: user.username, password: testPassword });
      expect(line.roundTrips - before).toBe(7);
    });

  test("who cannot be served anyway costs the database nothing", async () => {
    const { server, during } = await watched();
    const { hasher } = server.services;
    const assertRoom = async () => {
      throw new HashOverloaded();
    };
    const browser = server.browser();
    await browser.call("Token");
    server.services.hasher = { ...hasher, assertRoom };
    const refused = await during(async () => {
      const answer = await browser.call("Login", { username: "anybody", password: testPassword });
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "3"]);
    });
    expect(refused).toEqual([]);
  });

  test("the text of a statement is the same whenever it is asked, so that it is prepared once", async () => {
    const { server, during } = await watched();
    const user = await server.addUser({ mustChangePassword: true });
    const walk = async () => {
      const browser = server.browser();
      await browser.call("Login", { username: user.username, password: "wrong" });
      await browser.call("Login", { username: user.username, password: testPassword });
      await browser.call("Login", { username: user.username, password: testPassword });
      const other = await server.addUser();
      await browser.signIn(other.username, testPassword);
      server.clock.advance(2 * 60_000);
      await browser.call("ExtendSession");
      await browser.call("User");
    };
    const before = new Set(await during(walk));
    server.clock.advance(3_600_000);
    const after = await during(walk);
    expect(after.filter((text) => !before.has(text))).toEqual([]);
  });

  test("a choice of the method that sends a code asks thirteen times, and nine times where one is on its way", async () => {
    const { server, during } = await watched();
    const { user } = await addPersonWith(server, ["sms", "pin"]);
    const browser = server.browser();
    await browser.call("Login", { username: user.username, password: testPassword });
    const choose = (method: string) => during(() => browser.call("ChooseSecondFactor", { method }));
    const sent = await choose("sms");
    const back = await choose("pin");
    expect([sent.length, back.length]).toEqual([13, 9]);
  });

  let behind: ReturnType<typeof watchedStore>;
  // Registered before the suite, so that it comes after the end of its server.
  afterAll(() => behind.store.close());
  const suite = oidcSuite(database, {
    store: () => {
      behind = watchedStore();
      return behind.store;
    },
  });

  test("an application that somebody comes back to asks five times for its code, and seven times for the tokens", async () => {
    const { server } = suite();
    const browser = server.browser();
    const { application } = await suite().signIn(browser, await server.addUser(), "spa");
    const begun = await application.begin();
    let back = new URL(suite().origin);
    const forCode = await behind.during(async () => {
      back = await suite().follow(browser, begun.path);
    });
    expect(forCode).toHaveLength(5);
    expect(await behind.during(() => begun.finish(back))).toHaveLength(7);
  });

  test("an application whose request waited for a person asks ten times for its code", async () => {
    const { server } = suite();
    const browser = server.browser();
    const begun = await (await suite().application("spa")).begin();
    const page = await suite().follow(browser, begun.path);
    await browser.signIn((await server.addUser()).username, testPassword);
    const statements = await behind.during(() => suite().follow(browser, returnUrlOf(page)));
    expect(statements).toHaveLength(10);
  });

  test("who looks at a token asks seven times", async () => {
    const { application, tokens } = await suite().signIn(
      suite().server.browser(),
      await suite().personFor(["Acme"]),
    );
    const look = () => oidc.tokenIntrospection(application.configuration, tokens.access_token);
    expect(await behind.during(look)).toHaveLength(7);
  });
});
