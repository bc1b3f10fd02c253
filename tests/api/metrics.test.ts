import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GatewayError } from "../../src/server/delivery/gateway.ts";
import { type FiguresTold, listenForMetrics } from "../../src/server/metrics/listen-for-metrics.ts";
import { lookAtServices } from "../../src/server/metrics/look-at-services.ts";
import { noteEvent } from "../../src/server/record-event.ts";
import { openStore } from "../../src/server/store/store.ts";
import { StoreUnavailable } from "../../src/server/store/store-unavailable.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { newestMessage } from "../support/messages.ts";
import { queueSample } from "../support/queue-sample.ts";
import { type Scraped, scrape } from "../support/scrape.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer, type TestServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { wrongCode } from "../support/wrong-code.ts";

onEachDatabase((database) => {
  let server: TestServer;
  let listener: FiguresTold & { url: string };
  beforeEach(async () => {
    await database.store().db.deleteFrom("messages").execute();
    server = await startTestServer(database.store(), { renderer: stubRenderer });
    lookAtServices(server.services);
    listener = await listen(server);
  });
  afterEach(async () => {
    await listener.close();
    await server.close();
  });

  const listen = ({ services }: Pick<TestServer, "services">) =>
    listenForMetrics({ host: "127.0.0.1", port: 0 }, services.metrics.registry, services.log);
  const figures = (): Promise<Scraped> => scrape(listener.url);
  const signIns = (method: string, outcome: string) =>
    `vestibule_sign_ins_total{method="${method}",outcome="${outcome}"}`;

  it("counts sign-ins by way and outcome, and whatever happened to accounts by its event", async () => {
    const user = await server.addUser();
    await server.browser().signIn(user.username, testPassword);
    await server.browser().signIn(user.username, "wrong");
    await server.browser().signIn("nobody", "wrong");
    const found = await figures();
    expect(found.of(signIns("password", "completed"))).toBe(1);
    expect(found.of(signIns("password", "failed"))).toBe(2);
    expect(found.of('vestibule_account_events_total{event="signIn.passwordProven"}')).toBe(1);
  });

  it("counts a provider's answer that is refused as that of a provider, and who came in by what they proved first", async () => {
    await server.browser().send("/signin-oidc/contoso?state=unknown");
    const ways = { otp: "token", hwk: "credential", fed: "vendor" };
    for (const method of Object.keys(ways))
      noteEvent(server, { event: "signIn.completed", detail: { methods: [method, "mfa"] } });
    const found = await figures();
    expect(found.of(signIns("vendor", "refused"))).toBe(1);
    for (const way of Object.values(ways)) expect(found.of(signIns(way, "completed"))).toBe(1);
  });

  it("counts who is kept waiting at either step", async () => {
    noteEvent(server, { event: "signIn.locked" });
    noteEvent(server, { event: "signIn.secondFactorLocked", detail: { method: "sms" } });
    const found = await figures();
    expect(found.of(signIns("password", "locked"))).toBe(1);
    expect(found.of('vestibule_second_factors_total{method="sms",outcome="locked"}')).toBe(1);
  });

  it("counts a mailed link as one whether it is good or spent, also with a second step", async () => {
    const { user, email } = await addPersonWith(server, ["authenticator"]);
    const ask = { purpose: "oneTimeToken", channel: "mail", username: user.username };
    await server.browser().call("SendOTP", ask);
    const { link } = await newestMessage(server, email);
    const token = link.searchParams.get("state");
    const browser = server.browser();
    await browser.call("LoginWithOTT", { token });
    await giveCode(browser, "authenticator", appCode(server));
    await server.browser().call("LoginWithOTT", { token });
    const found = await figures();
    expect(found.of(signIns("link", "completed"))).toBe(1);
    expect(found.of(signIns("link", "failed"))).toBe(1);
    expect(found.of(signIns("token", "completed"))).toBe(0);
  });

  it("counts second steps by method and outcome", async () => {
    const person = await addPersonWith(server, ["authenticator"]);
    const browser = server.browser();
    await givePassword(browser, person);
    const code = appCode(server);
    await giveCode(browser, "authenticator", wrongCode(code));
    await giveCode(browser, "authenticator", code);
    const found = await figures();
    const series = (outcome: string) =>
      `vestibule_second_factors_total{method="authenticator",outcome="${outcome}"}`;
    expect(found.of(series("failed"))).toBe(1);
    expect(found.of(series("proven"))).toBe(1);
  });

  it("counts messages by what became of them, and tells how many wait and since when", async () => {
    const series = (outcome: string) => `vestibule_messages_total{channel="mail",outcome="${outcome}"}`;
    await queueSample(server.services);
    server.clock.advance(5000);
    const waiting = await figures();
    expect(waiting.of(series("queued"))).toBe(1);
    expect(waiting.of("vestibule_messages_waiting")).toBe(1);
    expect(waiting.of("vestibule_messages_oldest_age_seconds")).toBeGreaterThanOrEqual(5);
    await handOver(server.services, { mail: { send: async () => undefined } });
    await queueSample(server.services);
    const refuses = { send: () => Promise.reject(new GatewayError("no", { refused: true })) };
    await handOver(server.services, { mail: refuses });
    const done = await figures();
    for (const outcome of ["sent", "not_taken", "given_up"]) expect(done.of(series(outcome))).toBe(1);
    expect(done.of("vestibule_messages_waiting")).toBe(0);
    expect(done.of("vestibule_messages_oldest_age_seconds")).toBe(0);
  });

  it("counts no message of somebody who has no account", async () => {
    await server.browser().call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: "nobody" });
    const found = await figures();
    for (const channel of ["mail", "sms"])
      expect(found.of(`vestibule_messages_total{channel="${channel}",outcome="queued"}`)).toBe(0);
  });

  it("tells how long answers took by route, and how many pages were kept from before", async () => {
    const browser = server.browser();
    await browser.call("User");
    await browser.send("/account/login", { headers: { accept: "text/html" } });
    await server.browser().send("/account/login", { headers: { accept: "text/html" } });
    const answers = async (method: string, route: string) =>
      (await figures()).of(
        `vestibule_http_request_duration_seconds_count{method="${method}",route="${route}",status="2xx"}`,
      );
    // An answer is counted once it is sent, which whoever has it may be ahead of.
    await expect.poll(() => answers("POST", "/api/Account/User")).toBe(1);
    await expect.poll(() => answers("GET", "/*")).toBe(2);
    const found = await figures();
    expect(found.of("vestibule_pages_total")).toBe(2);
    expect(found.of("vestibule_pages_drawn_total")).toBe(1);
  });

  it("has labels of closed lists alone, whatever is asked for, and nothing of anybody", async () => {
    const user = await server.addUser({ username: "canary-name", email: "canary@payroll.example" });
    await server.browser().signIn(user.username, testPassword);
    const before = await figures();
    for (let index = 0; index < 20; index++) {
      const canary = `canary-${randomUUID()}`;
      await server.browser().send(`/${canary}?${canary}=1`, { headers: { accept: "text/html" } });
      await server.browser().send(`/api/Account/${canary}`);
      await server.browser().send(`/connect/authorize/${canary}`);
      await server.browser().send(`/${canary}`, { method: index % 2 === 0 ? "PURGE" : "MKCOL" });
      await server.browser().signIn(canary, canary);
    }
    const found = await figures();
    expect(found.text).not.toContain("canary");
    expect(found.text).not.toContain(user.id);
    const added = [...found.labels("route")].filter((route) => !before.labels("route").has(route));
    expect(added.toSorted()).toEqual(["/*", "/api/*", "/connect/authorize/:uid", "none"]);
    expect([...found.labels("method")]).toContain("other");
  });

  it("tells of the hash queue, the database, the process and the build", async () => {
    const found = await figures();
    expect(found.of("vestibule_database_connections_waiting")).toBe(0);
    expect(found.of("vestibule_database_up")).toBe(1);
    for (const name of [
      "vestibule_password_hashes_running",
      "vestibule_password_hashes_waiting",
      "vestibule_password_hashes_refused_total",
      "process_resident_memory_bytes",
      "nodejs_eventloop_lag_p99_seconds",
    ])
      expect(found.text).toMatch(new RegExp(`^${name} `, "m"));
    expect(found.text).toMatch(/^vestibule_build_info\{version="[\d.]+"\} 1$/m);
    const connections = [...found.text.matchAll(/^vestibule_database_connections_(\w+) \d+$/gm)];
    expect(connections.map(([, name]) => name)).toEqual(
      database.kind === "postgres" ? ["in_use", "idle", "waiting"] : [],
    );
  });

  it("tells as many refused passwords at each look as there were", async () => {
    const busy = { running: 1, waiting: 9, refused: 3 };
    vi.spyOn(server.services.hasher, "load").mockReturnValue(busy);
    for (let looks = 0; looks < 2; looks += 1)
      expect((await figures()).of("vestibule_password_hashes_refused_total")).toBe(3);
  });

  it("is told while the database is away, which is then a figure", async () => {
    const away = openStore(
      { databaseUrl: "postgres://127.0.0.1:1/away", databaseFile: "" },
      server.services.log,
    );
    const other = await startTestServer(database.store());
    const services = { ...other.services, store: away };
    lookAtServices(services);
    const its = await listen({ services });
    const found = await scrape(its.url);
    expect(found.text).toMatch(/^vestibule_database_up 0$/m);
    expect(found.text).not.toMatch(/^vestibule_messages_waiting \d/m);
    await its.close();
    await other.close();
    await away.close();
  });

  it("says that nobody can sign in while the database answers and takes nothing that is written", async () => {
    const { schema } = database.store().db;
    const up = async () => (await figures()).of("vestibule_database_up");
    await server.browser().signIn("nobody", "wrong");
    await schema.alterTable("minute_counts").renameTo("away").execute();
    expect(await up()).toBe(0);
    await schema.alterTable("away").renameTo("minute_counts").execute();
    expect(await up()).toBe(1);
  });

  it("says that nobody can sign in while the database answers no ping, although nothing waits to be written", async () => {
    const ping = () => Promise.reject(new StoreUnavailable(new Error("the file is gone")));
    const its = await startTestServer({ ...database.store(), ping });
    lookAtServices(its.services);
    const figuresOf = await listen(its);
    expect((await scrape(figuresOf.url)).of("vestibule_database_up")).toBe(0);
    await figuresOf.close();
    await its.close();
  });

  describe("the public port", () => {
    it("tells no figure", async () => {
      for (const path of ["/metrics", "/metrics/", "//metrics", "/account/../metrics"]) {
        const { text } = await server.browser().send(path);
        expect(text).not.toContain("vestibule_");
        expect(text).not.toContain("nodejs_");
      }
    });
  });

  describe("the port of the figures", () => {
    it("tells nothing else", async () => {
      const { origin } = new URL(listener.url);
      for (const path of ["/", "/api/Account/User", "/metricsx", "/metrics/x"])
        expect((await fetch(origin + path)).status).toBe(404);
      expect((await fetch(listener.url, { method: "POST" })).status).toBe(404);
    });
  });
});
