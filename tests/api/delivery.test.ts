import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { beginDue, nothingInHand } from "../../src/server/delivery/begin-due.ts";
import { startDelivery } from "../../src/server/delivery/delivery.ts";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { openGateways } from "../../src/server/delivery/open-gateways.ts";
import type { Services } from "../../src/server/services.ts";
import { claimMessages } from "../../src/server/store/messages.ts";
import { minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { type MessageGateway, startMessageGateway } from "../support/message-gateway.ts";
import { queueSample } from "../support/queue-sample.ts";
import { root, startTestServer, suiteServer } from "../support/server.ts";

const token = "secret-of-the-gateway";

onEachDatabase((database) => {
  const server = suiteServer(database);
  let gateway: MessageGateway;
  beforeEach(async () => {
    gateway = await startMessageGateway();
    await database.store().db.deleteFrom("messages").execute();
    server().log.length = 0;
    return server().clock.hold();
  });
  afterEach(() => gateway.close());

  const gateways = ({ url } = gateway) =>
    openGateways(
      gatewaysOf({
        VESTIBULE_MESSAGE_GATEWAY_URL: url,
        VESTIBULE_MESSAGE_GATEWAY_TOKEN: token,
        VESTIBULE_SMS_METHOD: "POST",
      }),
    );
  const send = (services: Services = server().services) => handOver(services, gateways());
  const ids = () => gateway.received.map(({ id }) => id);
  const rows = () => database.store().db.selectFrom("messages").selectAll().execute();
  const logged = (level: string) =>
    server()
      .log.map((line) => JSON.parse(line))
      .filter((line) => line.level === level && "tries" in line);

  const queue = (changes?: Parameters<typeof queueSample>[1]) => queueSample(server().services, changes);
  const queueText = () =>
    queue({ message: { channel: "sms", template: "secondFactor" }, to: "+15551234567" });

  describe("a message", () => {
    it("reaches the gateway as it was written, with its id as key and the bearer secret", async () => {
      const to = await queue();
      await send();
      const [row] = await rows();
      const logo = await readFile(join(root, "partners/northwind/logo.png"));
      expect(gateway.received).toEqual([
        {
          id: row?.id,
          idempotencyKey: row?.id,
          authorization: `Bearer ${token}`,
          channel: "mail",
          to,
          language: "de",
          subject: "Ihre PIN für Northwind Payroll",
          text: expect.stringContaining("\n\n271828\n\n"),
          html: expect.stringMatching(/<html lang="de".*>271828</s),
          sender: { name: "Northwind Payroll", replyTo: "help@northwind.example" },
          images: [{ cid: "logo@vestibule", mediaType: "image/png", base64: logo.toString("base64") }],
        },
      ]);
      const [{ html = "" } = {}] = gateway.received;
      expect(html).toContain('src="cid:logo@vestibule"');
    });

    it("is sent once, and what it said is forgotten then", async () => {
      await queue();
      await send();
      server().clock.advance(5 * minute);
      await send();
      expect(gateway.received).toHaveLength(1);
      const [row] = await rows();
      expect(row).toMatchObject({ content: "", tries: 1, sent_at: expect.any(Number) });
    });

    it("is in hand until its outcome is noted, and no longer", async () => {
      const inHand = nothingInHand();
      const { mail = { send: async () => undefined } } = gateways();
      await queue();
      await beginDue(server().services, "mail", mail, inHand);
      const { taken, underWay } = inHand;
      expect([taken.size, underWay.size]).toEqual([1, 1]);
      await Promise.all([...taken, ...underWay]);
      expect([taken.size, underWay.size]).toEqual([0, 0]);
    });

    it("is sealed in the store and told in the log by id alone", async () => {
      const to = await queue();
      const [row] = await rows();
      expect(row?.content).not.toMatch(/271828|@/);
      gateway.mood = "fails";
      await send();
      server().clock.advance(2 * second);
      gateway.mood = "takes";
      await send();
      const [line] = logged("info");
      expect(line).toMatchObject({ id: row?.id, channel: "mail", tries: 2, msg: "message sent" });
      expect(server().log.join("")).not.toMatch(new RegExp(`271828|${to}|secret-of-the-gateway`));
    });

    it("to nobody leaves the same row, never goes out and keeps no other waiting", async () => {
      await queue({ to: null });
      server().clock.advance(second);
      const to = await queue();
      const [one, other] = await rows();
      expect(Object.keys(other ?? {})).toEqual(Object.keys(one ?? {}));
      const taken = vi.fn();
      await handOver(server().services, { mail: { send: taken, atOnce: 1 } });
      expect(taken).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ to }), expect.any(Function));
      expect(logged("error")).toEqual([]);
    });

    it("to more than one recipient is refused without an error for the caller", async () => {
      await queue({ to: "a@payroll.example,b@payroll.example" });
      await queue({ to: "a@payroll.example\r\nbcc: b@payroll.example" });
      await send();
      expect(gateway.received).toEqual([]);
      expect(server().log.join("")).toContain("the recipient is not one address");
      expect(server().log.join("")).not.toContain("payroll.example");
    });
  });

  describe("a gateway", () => {
    it.each([
      ["answers 500", "fails"],
      ["breaks off", "down"],
    ] as const)("that %s gets the message again after growing waits", async (_what, mood) => {
      await queue({ life: 60 * minute });
      gateway.mood = mood;
      const waits: number[] = [];
      for (let tries = 1; tries <= 6; tries += 1) {
        await send();
        const [row] = await rows();
        waits.push(Math.round(((row?.due_at ?? 0) - server().clock.now()) / second));
        server().clock.advance((row?.due_at ?? 0) - server().clock.now() - 500);
        await send();
        expect((await rows())[0]?.tries).toBe(tries);
        server().clock.advance(500);
      }
      expect(waits).toEqual([2, 8, 30, 120, 120, 120]);
      gateway.mood = "takes";
      await send();
      expect(new Set(ids()).size).toBe(1);
      expect((await rows())[0]?.sent_at).not.toBeNull();
    });

    it("that says nothing for five seconds has not taken it, and others are not held up", async () => {
      await queue();
      gateway.mood = "silent";
      const began = performance.now();
      const sending = send();
      await expect.poll(() => gateway.received.length).toBe(1);
      gateway.mood = "takes";
      const late = await queue();
      await send();
      expect(gateway.received.at(-1)?.to).toBe(late);
      await expect(Promise.race([sending, "still waiting"])).resolves.toBe("still waiting");
      await sending;
      expect(performance.now() - began).toBeGreaterThan(4.5 * second);
      server().clock.advance(2 * second);
      await send();
      expect(new Set(ids()).size).toBe(2);
      expect((await rows()).every((row) => row.sent_at !== null)).toBe(true);
    });

    it("that stays down is an error line once the message is of no use, and the code is forgotten", async () => {
      await queue({ life: 9 * second });
      gateway.mood = "down";
      await send();
      server().clock.advance(2 * second);
      await send();
      const lines = logged("error");
      expect(lines).toMatchObject([{ channel: "mail", tries: 2, msg: "message given up" }]);
      expect(await rows()).toMatchObject([{ content: "", sent_at: null }]);
      server().clock.advance(minute);
      gateway.mood = "takes";
      await send();
      expect(gateway.received).toEqual([]);
      expect(logged("error")).toHaveLength(1);
    });

    it("that says it is the message which it does not take is not asked again, and others stay in line", async () => {
      await queueText();
      await queue();
      gateway.mood = "refuses";
      await handOver(server().services, { mail: gateways().mail });
      expect(logged("error")).toMatchObject([{ channel: "mail", tries: 1, msg: "message given up" }]);
      const mails = (await rows()).filter(({ channel }) => channel === "mail");
      expect(mails).toMatchObject([{ content: "", sent_at: null }]);
      gateway.mood = "takes";
      await send();
      expect(gateway.received.map(({ channel }) => channel)).toEqual(["mail", "sms"]);
    });

    it("of mails alone leaves text messages in line", async () => {
      await queueText();
      await queue();
      await handOver(server().services, { mail: gateways().mail });
      expect(gateway.received.map(({ channel }) => channel)).toEqual(["mail"]);
      expect((await rows()).filter(({ tries }) => tries === 0)).toMatchObject([{ channel: "sms" }]);
      await send();
      expect(gateway.received.map(({ channel }) => channel)).toEqual(["mail", "sms"]);
    });

    it("that was never reached while the server was down gets no message that is late", async () => {
      await queue({ life: 5 * second });
      server().clock.advance(6 * second);
      await send();
      expect(gateway.received).toEqual([]);
      expect(logged("error")).toMatchObject([{ tries: 0, msg: "message given up" }]);
    });

    it("that takes its time with one gets no other that is late by then", async () => {
      for (const _ of ["taken", "late"]) await queue({ life: 5 * second });
      const taken = vi.fn(async () => server().clock.advance(6 * second));
      await handOver(server().services, { mail: { send: taken, atOnce: 1 } });
      expect(taken).toHaveBeenCalledOnce();
      await send();
      expect(gateway.received).toEqual([]);
    });
  });

  describe("several processes", () => {
    it("send each message once", async () => {
      const other = await startTestServer(database.connect());
      const recipients = await Promise.all(Array.from({ length: 60 }, () => queue()));
      await Promise.all([send(), send(other.services), send(), send(other.services)]);
      await other.close();
      expect(gateway.received.map(({ to }) => to).sort()).toEqual(recipients.sort());
    });

    it("leave a message to the one whose gateway takes all its time", async () => {
      await queue();
      const longest = 30 * second;
      const other = vi.fn();
      const slow = async () => {
        server().clock.advance(longest);
        await handOver(server().services, { mail: { longest, send: other } });
      };
      await handOver(server().services, { mail: { longest, send: slow } });
      expect(other).not.toHaveBeenCalled();
    });

    it("take over what another one died with, with the same id", async () => {
      await queue();
      const [claimed] = await claimMessages(
        database.store().db,
        { channel: "mail", limit: 1, claim: 15 * second },
        server().clock.now(),
      );
      await send();
      expect(gateway.received).toEqual([]);
      server().clock.advance(15 * second);
      await send();
      expect(ids()).toEqual([claimed?.id]);
    });

    it("hand over again what was taken but could not be noted", async () => {
      await queue();
      const { services } = server();
      const failing = {
        ...services.store,
        get db() {
          if (gateway.received.length > 0) throw new Error("the store is gone");
          return services.store.db;
        },
      };
      await handOver({ ...services, store: failing }, { mail: gateways().mail });
      expect(server().log.join("")).toContain("the store is gone");
      server().clock.advance(15 * second);
      await send();
      expect(ids()).toHaveLength(2);
      expect(new Set(ids()).size).toBe(1);
    });
  });

  describe("the sender of a process", () => {
    /** A gateway that says nothing; closes with the test. */
    const silentGateway = async () => {
      const silent = await startMessageGateway();
      silent.mood = "silent";
      onTestFinished(() => silent.close());
      return silent;
    };

    it("hands mails over while the gateway of text messages says nothing", async () => {
      const silent = await silentGateway();
      for (let texts = 0; texts < 45; texts += 1) await queueText();
      const { mail } = gateways();
      const { sms } = gateways(silent);
      const delivery = startDelivery(server().services, { mail, sms });
      for (const round of [20, 40]) {
        await expect.poll(() => silent.received.length, { timeout: 8 * second }).toBe(round);
        const to = await queue();
        await expect
          .poll(() => gateway.received.at(-1)?.to, { timeout: 3 * second, message: `round ${round}` })
          .toBe(to);
        expect(silent.received).toHaveLength(round);
      }
      await delivery.stop();
    });

    it("finishes what it is handing over when it ends, and leaves what is in line", async () => {
      const silent = await silentGateway();
      for (let texts = 0; texts < 45; texts += 1) await queueText();
      const { sms } = gateways(silent);
      const delivery = startDelivery(server().services, { sms });
      await expect.poll(() => silent.received.length).toBe(20);
      await delivery.stop();
      expect(silent.received).toHaveLength(20);
      expect((await rows()).map(({ tries }) => tries).sort()).toEqual([
        ...Array(25).fill(0),
        ...Array(20).fill(1),
      ]);
      expect(logged("warn")).toHaveLength(20);
    });

    it("begins when a message is put in line", async () => {
      const { services } = server();
      const delivery = startDelivery(services, gateways());
      services.wakeDelivery = delivery.wake;
      await queue();
      await expect.poll(() => gateway.received.length, { timeout: 700, interval: 10 }).toBe(1);
      await delivery.stop();
      services.wakeDelivery = () => undefined;
    });

    it("finds what nobody woke it for, and sends nothing after its end", async () => {
      const delivery = startDelivery(server().services, gateways());
      await queue();
      await expect.poll(() => gateway.received.length, { timeout: 5 * second }).toBe(1);
      await delivery.stop();
      delivery.wake();
      await queue();
      await send();
      expect(gateway.received).toHaveLength(2);
    });
  });
});
