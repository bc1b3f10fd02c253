import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type GatewayEnvironment, gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { addMessage } from "../../src/server/store/messages.ts";
import { minute, second } from "../../src/shared/durations.ts";
import type { RoleId } from "../../src/shared/roles.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";

/** A provider that describes itself as its mood is. */
interface StandIn {
  url: string;
  issuer: string;
  mood: "right" | "wrong" | "page" | "silent";
  asked: number;
  close(): void;
}

async function standIn(): Promise<StandIn> {
  const server: Server = createServer((request, response) => {
    provider.asked += 1;
    if (provider.mood === "silent") return;
    if (provider.mood === "page" || request.url !== "/tenant/.well-known/openid-configuration")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<p>Under maintenance</p>");
    const issuer = provider.mood === "right" ? provider.issuer : "https://other.example";
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ issuer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: StandIn = {
    url,
    issuer: `${url}/tenant/`,
    mood: "right",
    asked: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}

onEachDatabase((database) => {
  let provider: StandIn;
  beforeAll(async () => {
    provider = await standIn();
  });
  afterAll(() => provider.close());

  const withProvider = (): Parameters<typeof suiteServer>[1] => ({
    settings: { privateAddresses: ["127.0.0.0/8"] },
    config: (config) => ({
      ...config,
      get vendors() {
        return { contoso: { name: "Contoso", issuer: provider.issuer, clientId: "vestibule" } };
      },
    }),
  });
  const server = suiteServer(database, withProvider());

  const operator = async (of: TestServer = server()) => {
    const browser = of.browser();
    const user = await of.addUser({ roles: [4] });
    await browser.signIn(user.username, testPassword);
    return browser;
  };
  const statusOf = async (of?: TestServer) => (await (await operator(of)).call("SystemStatus")).json;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into
  const checkOf = (status: any, name: string) =>
    status.checks.find((check: { name: string }) => check.name === name);
  /** What was found holds for a minute at most. */
  const lookAgain = () => server().clock.advance(minute + second);

  /** What has the database refuse whatever is counted, and what ends that. */
  const [refuseCounts, takeCounts] =
    database.kind === "sqlite"
      ? [
          sql`create trigger refuse before insert on minute_counts begin select raise(abort, 'refused'); end`,
          sql`drop trigger refuse`,
        ]
      : [
          sql`alter table minute_counts add constraint refuse check (false) not valid`,
          sql`alter table minute_counts drop constraint refuse`,
        ];

  describe("Who asks", () => {
    it.each([1, 2, 3, 5, 6, 7] as RoleId[])("with the role %i sees the status alone", async (role) => {
      const browser = server().browser();
      const user = await server().addUser({ roles: [role] });
      await browser.signIn(user.username, testPassword);
      expect((await browser.call("SystemStatus")).json).toEqual({ status: expect.any(String) });
    });

    it("with nobody signed in sees the status alone, on the page too", async () => {
      expect(Object.keys((await server().browser().call("SystemStatus")).json)).toEqual(["status"]);
    });

    it("with the role of operations sees everything", async () => {
      const answer = await statusOf();
      expect(answer).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        configHash: server().services.config().hash,
        uptime: expect.any(Number),
        errors: { client: 0, server: 0, policy: 0 },
        queues: { hashes: { running: 0, waiting: 0 }, signOuts: { waiting: 0 } },
      });
      const names = ["database", "messages", "mailGateway", "smsGateway", "vendor", "signingKeys", "clock"];
      expect(answer.checks.map(({ name }: { name: string }) => name)).toEqual([
        ...names,
        ...(database.kind === "sqlite" ? ["disk"] : []),
        "eventLoop",
      ]);
      expect(checkOf(answer, "vendor")).toMatchObject({ subject: "Contoso", status: "up" });
      expect(answer.at).toBeGreaterThan(answer.hour.from + 59 * minute - 1);
      expect(answer.hour.signIns).toHaveLength(60);
    });

    it("by looking uses no session up", async () => {
      const browser = await operator();
      const before = (await browser.call("User")).json.sessionExpiresAt;
      server().clock.advance(10 * minute);
      await browser.call("SystemStatus");
      const [row] = await database
        .store()
        .db.selectFrom("sessions")
        .select("expires_at")
        .where("expires_at", "=", before)
        .execute();
      expect(row).toBeDefined();
    });
  });

  describe("A check", () => {
    it.each([
      ["describes another one", "wrong"],
      ["answers with a page", "page"],
    ] as const)("of a provider that %s is down, and the service degraded", async (_what, mood) => {
      provider.mood = mood;
      lookAgain();
      const answer = await statusOf();
      expect(checkOf(answer, "vendor")).toMatchObject({ status: "down", reason: "wrongAnswer", value: 200 });
      expect(answer.status).toBe("degraded");
      provider.mood = "right";
    });

    it("that gets no answer ends after two seconds, and holds up nothing else", async () => {
      provider.mood = "silent";
      lookAgain();
      const start = performance.now();
      const answer = await statusOf();
      expect(performance.now() - start).toBeLessThan(40_000);
      expect(checkOf(answer, "vendor")).toMatchObject({ status: "down", reason: "noAnswer" });
      expect(checkOf(answer, "vendor").latencyMs).toBeGreaterThan(1900);
      expect(checkOf(answer, "database").status).toBe("up");
      lookAgain();
      await statusOf();
      const told = server().log.filter((line) => line.includes("a check has no answer"));
      expect(told).toEqual([expect.stringMatching(/"check":"vendor","subject":"contoso".*TimeoutError/)]);
      provider.mood = "right";
    });

    it("of a database that takes nothing that is written says so, and operators see all the same how the service does", async () => {
      const { db } = database.store();
      const browser = await operator();
      await refuseCounts.execute(db);
      lookAgain();
      const { status, json } = await browser.call("SystemStatus");
      await takeCounts.execute(db);
      expect(status).toBe(200);
      expect(json.status).toBe("down");
      expect(checkOf(json, "database")).toMatchObject({ status: "down", reason: "notWritable" });
    });

    it("is not made more often because more people ask", async () => {
      lookAgain();
      const before = provider.asked;
      const browser = server().browser();
      await Promise.all(Array.from({ length: 20 }, () => browser.call("SystemStatus")));
      expect(provider.asked).toBe(before + 1);
    });

    it("of the clock notices that it was set", async () => {
      const other = await startTestServer(database.store(), withProvider());
      expect(checkOf(await statusOf(other), "clock").status).toBe("up");
      other.clock.advance(2 * 60 * minute);
      const answer = await statusOf(other);
      expect(checkOf(answer, "clock")).toMatchObject({ status: "degraded", reason: "offset" });
      expect(checkOf(answer, "clock").value).toBeGreaterThan(119 * minute);
      await other.close();
    });

    it.each([
      ["notices that they are not renewed", "active", { status: "degraded", reason: "old", value: 100 }],
      ["minds none that signs no more", "retired", { status: "up" }],
    ] as const)("of the keys %s", async (_what, state, expected) => {
      const { db } = database.store();
      const old = server().clock.now() - 100 * 24 * 60 * minute;
      const value = { kid: "old", kind: "signing-old", value: "", state, created_at: old };
      await db.insertInto("secrets").values(value).execute();
      lookAgain();
      const found = checkOf(await statusOf(), "signingKeys");
      await db.deleteFrom("secrets").where("kid", "=", "old").execute();
      expect(found).toMatchObject(expected);
    });

    it("of the keys notices that there are none", async () => {
      const { db } = database.store();
      const signing = (from: "active" | "retired", state: "active" | "retired") =>
        db
          .updateTable("secrets")
          .set({ state })
          .where("kind", "like", "signing-%")
          .where("state", "=", from)
          .execute();
      onTestFinished(async () => void (await signing("retired", "active")));
      await signing("active", "retired");
      lookAgain();
      expect(checkOf(await statusOf(), "signingKeys")).toMatchObject({
        status: "degraded",
        reason: "missing",
      });
    });

    it("of the gateways tells none, one that listens and one that does not", async () => {
      const found = async (environment: Partial<GatewayEnvironment>) => {
        const gateways = gatewaysOf({ VESTIBULE_SMS_METHOD: "POST", ...environment });
        const settings = { ...withProvider()?.settings, gateways };
        const other = await startTestServer(database.store(), { ...withProvider(), settings });
        const answer = await statusOf(other);
        await other.close();
        const [mail, sms] = ["mailGateway", "smsGateway"].map((name) => checkOf(answer, name));
        const rules = answer.baseline.map(({ rule }: { rule: string }) => rule);
        const weak = ["mailedPin", "textMessage"].filter((rule) => rules.includes(rule));
        return { mail, sms, overall: answer.status, weak };
      };
      const notConfigured = { status: "degraded", reason: "notConfigured" };
      // A busy machine is slow for a moment, which degrades the whole.
      await expect
        .poll(() => found({}))
        .toMatchObject({ mail: notConfigured, sms: notConfigured, overall: "degraded", weak: [] });
      const both = `${provider.url}/messages`;
      await expect
        .poll(() => found({ VESTIBULE_MESSAGE_GATEWAY_URL: both }))
        .toMatchObject({
          mail: { status: "up" },
          sms: { status: "up" },
          overall: "up",
          weak: ["mailedPin", "textMessage"],
        });
      const smtp = { VESTIBULE_SMTP_URL: "smtp://127.0.0.1:1", VESTIBULE_MAIL_FROM: "a@b.example" };
      await expect
        .poll(() => found({ ...smtp, VESTIBULE_MESSAGE_GATEWAY_URL: both }))
        .toMatchObject({
          mail: { status: "down", reason: "noAnswer" },
          sms: { status: "up" },
          overall: "degraded",
        });
    });
  });

  describe("The queue of messages", () => {
    it("tells what waits, how long, and what nobody received", async () => {
      const { services } = server();
      const before = (await statusOf()).queues.messages;
      expect(before).toEqual({ waiting: 0, oldestSeconds: null, failed: 0 });
      const message = { channel: "sms", to: "+15550001111", text: "t", language: "en-GB" } as const;
      const { store, settings, now } = services;
      await addMessage(store.db, settings.secretKeys, { ...message, to: null }, 10 * minute, now());
      server().clock.advance(minute);
      expect((await statusOf()).queues.messages).toEqual(before);
      await addMessage(store.db, settings.secretKeys, message, 10 * minute, now());
      server().clock.advance(2 * minute);
      const waiting = await statusOf();
      expect(waiting.queues.messages).toMatchObject({ waiting: 1, failed: 0 });
      expect(waiting.queues.messages.oldestSeconds).toBeGreaterThanOrEqual(120);
      expect(checkOf(waiting, "messages")).toMatchObject({ status: "degraded", reason: "waiting" });
      expect(checkOf(waiting, "messages").value).toBeCloseTo(waiting.queues.messages.oldestSeconds, -1);
      server().clock.advance(4 * minute);
      expect(checkOf(await statusOf(), "messages").status).toBe("down");
      server().clock.advance(5 * minute);
      expect((await statusOf()).queues.messages).toEqual(before);
      await handOver(services, { sms: { send: () => Promise.reject(new Error("never asked")) } });
      expect((await statusOf()).queues.messages).toEqual({ waiting: 0, oldestSeconds: null, failed: 1 });
      server().clock.advance(61 * minute);
      expect((await statusOf()).queues.messages.failed).toBe(0);
    });
  });

  describe("The last hour", () => {
    it("is the same of every process, and after a restart", async () => {
      const [first, second_] = await Promise.all([
        startTestServer(database.connect(), withProvider()),
        startTestServer(database.connect(), withProvider()),
      ]);
      const before = (await statusOf(first)).hour;
      const user = await first.addUser();
      for (const one of [first, second_]) {
        await one.browser().signIn(user.username, testPassword);
        await one.browser().signIn("nobody at all", "wrong");
        await one.browser().send("/signin-oidc/contoso?state=nobody-began-this");
      }
      await second_.close();
      await second_.services.operations.settle();
      await first.close();
      await first.services.operations.settle();
      const third = await startTestServer(database.connect(), withProvider());
      const { hour } = await statusOf(third);
      const sum = (list: number[]) => list.reduce((total, count) => total + count, 0);
      // Two operators and two people signed in since.
      expect(sum(hour.signIns) - sum(before.signIns)).toBe(3);
      expect(sum(hour.failures) - sum(before.failures)).toBe(4);
      const [p50, p95] = [hour.p50.at(-1) ?? hour.p50.at(-2), hour.p95.at(-1) ?? hour.p95.at(-2)];
      expect(p50).toBeGreaterThan(0);
      expect(p95).toBeGreaterThanOrEqual(p50);
      await third.close();
    });

    it("counts each thing in its minute, and forgets it after an hour", async () => {
      const { clock, services } = server();
      clock.advance(2 * 60 * minute);
      const operatorHere = await operator();
      const status = async () => (await operatorHere.call("SystemStatus")).json.hour;
      clock.advance(5 * minute);
      const user = await server().addUser();
      await server().browser().signIn(user.username, testPassword);
      await services.operations.counts.write();
      clock.advance(10 * minute);
      const { signIns } = await status();
      expect(signIns[49]).toBe(1);
      expect(signIns[44]).toBe(1);
      clock.advance(44 * minute);
      expect((await status()).signIns[5]).toBe(1);
    });
  });
});
