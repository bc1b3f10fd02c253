import { expect, it, vi } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { onEachDatabase } from "../support/databases.ts";
import { startTestServer, suiteServer } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database, { settings: { logLevel: "trace" } });

  it("keeps passwords, tokens, cookies, states and addresses out of the log, whatever goes wrong", async () => {
    const secrets = {
      password: "canary-password-1",
      wrong: "canary-password-2",
      query: "canary-query-3",
      path: "canary-path-4",
      state: "canary-state-5",
      header: "canary-header-6",
    };
    const browser = server().browser();
    const user = await server().addUser({ password: secrets.password });
    await browser.signIn(user.username, secrets.password);
    await browser.call("Login", { username: secrets.wrong, password: secrets.wrong });
    await browser.send(`/api/Account/Customers?filter=${secrets.query}&returnUrl=/${secrets.query}`);
    await browser.send(`/api/${secrets.path}`);
    await browser.send(`/${secrets.path}/%zz`);
    await browser.call("Exchange", { state: secrets.state });
    await browser.call("Exchange", `{"state":"${secrets.state}`);
    await browser.send("/api/Account/Token", {
      headers: { authorization: `Bearer ${secrets.header}`, referer: `http://x/${secrets.header}` },
    });
    const values = [
      ...Object.values(secrets),
      ...[cookieNames.session, cookieNames.browser, antiForgeryCookie].map((name) =>
        browser.cookies.get(name),
      ),
    ];
    const log = server().log.join("\n");
    expect(log).toContain('"event":"signIn.failed"');
    for (const value of values) expect(log).not.toContain(value);
  });

  it("tells once that a proxy stands there which no setting names, and of nobody else who writes its header", async () => {
    const direct = await startTestServer(database.store(), { settings: { trustedProxies: [] } });
    const told = () => direct.log.filter((line) => line.includes("VESTIBULE_TRUSTED_PROXIES"));
    const ask = (remoteAddress: string) =>
      direct.app.inject({ url: "/healthz", remoteAddress, headers: { "x-forwarded-for": "203.0.113.9" } });
    await ask("8.8.8.8");
    await direct.app.inject({ url: "/healthz", remoteAddress: "10.1.2.3" });
    expect(told()).toEqual([]);
    await ask("10.1.2.3");
    await ask("10.1.2.4");
    expect(told()).toEqual([expect.stringContaining('"proxy":"10.1.2.3"')]);
    await direct.close();
  });

  it("tells nothing of a proxy that a setting names", async () => {
    const behind = await startTestServer(database.store(), { settings: { trustedProxies: ["10.1.2.3"] } });
    const headers = { "x-forwarded-for": "203.0.113.9" };
    await behind.app.inject({ url: "/healthz", remoteAddress: "10.1.2.3", headers });
    expect(behind.log.join("")).not.toContain("VESTIBULE_TRUSTED_PROXIES");
    await behind.close();
  });

  it("tells once that people reach the pages at an address that no setting names, and of no other site", async () => {
    const moved = await startTestServer(database.store());
    const told = () => moved.log.filter((line) => line.includes("VESTIBULE_PUBLIC_URL"));
    const post = (origin: string, site: string) =>
      moved
        .browser()
        .post(
          "/api/Account/Login",
          { username: "nobody", password: "wrong" },
          { origin, "sec-fetch-site": site },
        );
    await post("https://elsewhere.example", "cross-site");
    await post("null", "same-origin");
    await post(moved.services.settings.publicUrl, "same-origin");
    expect(told()).toEqual([]);
    await post("https://login.example", "same-origin");
    await post("https://login.example", "same-origin");
    expect(told()).toHaveLength(1);
    expect(told()[0]).not.toContain("login.example");
    await moved.close();
  });

  it("writes one line of JSON per answer, found again by the support code, that nobody can forge", async () => {
    const browser = server().browser();
    const answer = await browser.call("Login", {
      username: 'a\r\n{"level":"info"}\u001b[31m',
      password: "b",
    });
    const lines = server().log.flatMap((entry) => entry.trimEnd().split("\n"));
    const found = lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.supportCode === answer.json.supportCode);
    expect(found.map(({ msg }) => msg)).toEqual(["account event", "refused", "answered"]);
    expect(found.at(-1)).toMatchObject({
      level: "info",
      method: "POST",
      route: "/api/Account/Login",
      status: 400,
      address: browser.address,
    });
    expect(found.at(-1).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(lines.join("")).not.toContain("\u001b");
  });

  it("tells a call that is asked by another method from an address that is none", async () => {
    const browser = server().browser();
    const routeOf = async (path: string) => {
      const { json } = await browser.send(path, { method: "DELETE" });
      const lines = server()
        .log.flatMap((entry) => entry.trimEnd().split("\n"))
        .map((line) => JSON.parse(line));
      return lines.findLast(({ supportCode }) => supportCode === json.supportCode)?.route;
    };
    expect(await routeOf("/api/Account/Login")).toBe("/api/Account/Login");
    expect(await routeOf("/api/Account/Nothing")).toBe("/api/*");
  });

  it("has a line also for an address that cannot be read", async () => {
    const answer = await server().browser().send("/canary/%zz");
    expect(answer.status).toBe(400);
    const line = server().log.find((entry) => entry.includes(answer.json.supportCode));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ msg: "refused", status: 400 });
  });

  it("has a line also for a caller who does not wait for the answer", async () => {
    const leaving = new AbortController();
    const hold = Promise.withResolvers<void>();
    const { hasher } = server().services;
    const dummy = vi.spyOn(hasher, "verifyDummy").mockImplementation(async () => {
      leaving.abort();
      await hold.promise;
      return null;
    });
    const browser = server().browser();
    await browser.send("/api/Account/Token");
    const body = { username: "nobody", password: "wrong" };
    await expect(browser.post("/api/Account/Login", body, {}, leaving.signal)).rejects.toThrow("aborted");
    const lines = () => server().log.map((line) => JSON.parse(line));
    await expect
      .poll(() => lines().find(({ msg }) => msg === "not waited for"))
      .toMatchObject({
        method: "POST",
        route: "/api/Account/Login",
        supportCode: expect.any(String),
        milliseconds: expect.any(Number),
      });
    hold.resolve();
    dummy.mockRestore();
    const figures = await server().services.metrics.requests.get();
    expect(figures.values).toContainEqual(
      expect.objectContaining({ labels: { method: "POST", route: "/api/Account/Login", status: "left" } }),
    );
  });

  it("keeps secrets out of the store: passwords, session identifiers and states are hashed", async () => {
    const browser = server().browser();
    const password = "canary-in-the-store";
    const user = await server().addUser({ password });
    const { json } = await browser.call("Login", { username: user.username, password });
    const session = browser.cookies.get(cookieNames.session);
    const tables = ["users", "sessions", "attempts", "tickets", "throttle", "audit"] as const;
    const { db } = database.store();
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(rows);
    for (const secret of [password, session, json.state, browser.cookies.get(cookieNames.browser)])
      expect(text).not.toContain(secret);
  });
});
