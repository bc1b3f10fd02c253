import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startDelivery } from "../../src/server/delivery/delivery.ts";
import type { Gateway } from "../../src/server/delivery/gateway.ts";
import type { SmtpSettings } from "../../src/server/delivery/gateway-settings.ts";
import { smtpGateway } from "../../src/server/delivery/smtp-gateway.ts";
import type { Services } from "../../src/server/services.ts";
import { waitingMessages } from "../../src/server/store/messages.ts";
import { minute, second } from "../../src/shared/durations.ts";
import { selfSigned, trust } from "../support/certificate.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { type MailServer, mailAccount, type Refusal, startMailServer } from "../support/mail-server.ts";
import { queueSample } from "../support/queue-sample.ts";
import { readMail } from "../support/read-mail.ts";
import { root, startTestServer, suiteServer } from "../support/server.ts";
import { occupyPort, portOf } from "../support/server-process.ts";

const trusted = selfSigned();
const from = "no-reply@signin.example";

beforeAll(() => trust(trusted.cert));

it("a mail server that always says a little more, and never enough, has five seconds too", async () => {
  const dribbling = await occupyPort((socket) => {
    const timer = setInterval(() => socket.write("250-wait\r\n"), 500);
    socket.write("220 ready\r\n");
    socket.on("error", () => undefined);
    socket.on("close", () => clearInterval(timer));
  });
  const settings = { kind: "smtp", host: "localhost", port: portOf(dribbling), tls: "none", from } as const;
  const gateway = smtpGateway({ ...settings, auth: undefined });
  const message = {
    id: "id",
    channel: "mail",
    to: "a@b.example",
    text: "T",
    language: "de",
    images: [],
  } as const;
  const began = performance.now();
  await expect(gateway.send(message, () => undefined)).rejects.toMatchObject({ refused: false });
  expect(performance.now() - began).toBeLessThan(40 * second);
  gateway.close?.();
  dribbling.close();
});

/** Lets the test say when time passes for timers; a poll lets it pass too. Sockets have time of their own. */
function holdTimers() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

it("a mail server that has a mail and never says that it took it has less than a minute", async () => {
  const mailServer = await startMailServer();
  onTestFinished(() => mailServer.close());
  mailServer.mood = "hangs";
  const settings = { kind: "smtp", host: "localhost", port: mailServer.port, tls: "none", from } as const;
  const gateway = smtpGateway({ ...settings, auth: undefined });
  const to = "a@b.example";
  const message = { id: "id", channel: "mail", to, text: "T", language: "de", images: [] } as const;
  holdTimers();
  let outcome: unknown = "waiting";
  const sending = gateway
    .send(message, () => undefined)
    .catch((error: unknown) => {
      outcome = error;
    });
  await expect.poll(() => mailServer.received.length).toBe(1);
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(outcome).toBe("waiting");
  await vi.advanceTimersByTimeAsync(29 * second);
  await sending;
  expect(outcome).toMatchObject({ refused: false });
  gateway.close?.();
});

onEachDatabase((database) => {
  const server = suiteServer(database);
  let mailServer: MailServer;
  const opened: { close?(): unknown }[] = [];
  beforeEach(async () => {
    mailServer = await startMailServer();
    await database.store().db.deleteFrom("messages").execute();
    server().log.length = 0;
    return server().clock.hold();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close?.();
    await mailServer.close();
  });

  /** A gateway to the mail server, closed after the test. */
  const open = (changes: Partial<SmtpSettings> = {}): Gateway => {
    const local = { kind: "smtp", host: "localhost", port: mailServer.port, tls: "none" } as const;
    const gateway = smtpGateway({ ...local, auth: undefined, from, ...changes });
    opened.push(gateway);
    return gateway;
  };
  const send = (mail: Gateway, services: Services = server().services) => handOver(services, { mail });
  const queue = (changes?: Parameters<typeof queueSample>[1]) => queueSample(server().services, changes);
  const queueMany = async (count: number) => {
    const recipients: string[] = [];
    while (recipients.length < count) recipients.push(await queue());
    return recipients.sort();
  };
  const rows = () => database.store().db.selectFrom("messages").selectAll().execute();
  const messageIds = () =>
    mailServer.received.map(({ source }) => readMail(source).headers["message-id"] ?? "");
  const logged = (level: string) =>
    server()
      .log.map((line) => JSON.parse(line))
      .filter((line) => line.level === level && "tries" in line);

  describe("a mail server", () => {
    it("gets a mail to one recipient, as text and as HTML with the partner's logo", async () => {
      const to = await queue();
      await send(open());
      const [row] = await rows();
      expect(mailServer.received).toMatchObject([{ recipients: [to], sender: from, secure: false }]);
      const { headers, text, html, images } = readMail(mailServer.received[0]?.source ?? "");
      expect(headers).toMatchObject({
        from: `Northwind Payroll <${from}>`,
        to,
        "reply-to": "help@northwind.example",
        subject: "Ihre PIN für Northwind Payroll",
        "message-id": `<${row?.id}@signin.example>`,
        "auto-submitted": "auto-generated",
        "x-auto-response-suppress": "All",
        "content-language": "de",
      });
      for (const none of ["x-mailer", "list-unsubscribe", "bcc"]) expect(headers).not.toHaveProperty(none);
      expect(text).toContain("\n\n271828\n\n");
      expect(html).toContain(">271828</span>");
      expect(html).toContain('src="cid:logo@vestibule"');
      const logo = await readFile(join(root, "partners/northwind/logo.png"));
      expect(images).toEqual({ "<logo@vestibule>": logo });
      // Otherwise mail programs list it among the files that were sent along.
      expect(mailServer.received[0]?.source).toMatch(/^content-disposition: inline\r$/im);
      expect(row?.sent_at).not.toBeNull();
    });

    it("is told the sender's domain in ASCII where it may be nothing else: in its greeting and the Message-ID", async () => {
      await queue();
      await send(open({ from: "no-reply@löhne.example" }));
      expect(mailServer.received).toMatchObject([{ greeting: "xn--lhne-5qa.example" }]);
      expect(messageIds()).toEqual([expect.stringMatching(/^<[\w-]+@xn--lhne-5qa\.example>$/)]);
    });

    it.each([
      "a@payroll.example,b@payroll.example",
      "a@payroll.example\r\nRCPT TO:<b@payroll.example>",
      '"a b"@payroll.example',
      "Paula <a@payroll.example>",
      "a@payroll.example(b)",
      "",
    ])("is never asked to send to %j", async (to) => {
      const message = { id: "id", channel: "mail", to, text: "T", language: "de", images: [] } as const;
      await expect(open().send(message, () => undefined)).rejects.toMatchObject({ refused: true });
      expect(mailServer.connections.total).toBe(0);
    });

    it("has few connections, however many mails there are, and ends them with the server", async () => {
      const sent = await queueMany(45);
      const delivery = startDelivery(server().services, { mail: open() });
      await expect.poll(() => mailServer.received.length).toBe(45);
      await delivery.stop();
      expect(mailServer.received.flatMap(({ recipients }) => recipients).sort()).toEqual(sent);
      expect(mailServer.connections.most).toBeLessThanOrEqual(5);
      expect(mailServer.connections.total).toBeLessThanOrEqual(5);
    });

    it("is handed as many mails as it has connections, so that none waits for one while its time runs", async () => {
      await mailServer.close();
      const taken = Promise.withResolvers<void>();
      let arrived = 0;
      mailServer = await startMailServer({
        authOptional: true,
        onData: (stream, _session, done) => {
          arrived += 1;
          stream.resume();
          stream.on("end", () => void taken.promise.then(() => done()));
        },
      });
      await queueMany(20);
      const sending = send(open());
      await expect.poll(() => arrived).toBe(5);
      expect((await rows()).filter(({ tries }) => tries > 0)).toHaveLength(5);
      taken.resolve();
      await sending;
      expect((await rows()).map(({ tries, sent_at }) => [tries, sent_at !== null])).toEqual(
        Array(20).fill([1, true]),
      );
    });

    it("that is slow with one mail takes all others meanwhile", async () => {
      await mailServer.close();
      const released = Promise.withResolvers<void>();
      const slow = await queue();
      const taken: string[] = [];
      mailServer = await startMailServer({
        authOptional: true,
        onData: (stream, session, done) => {
          const [to = ""] = session.envelope.rcptTo.map(({ address }) => address);
          stream.resume();
          stream.on("end", () => {
            void (to === slow ? released.promise : Promise.resolve()).then(() => done());
            taken.push(to);
          });
        },
      });
      await queueMany(19);
      const delivery = startDelivery(server().services, { mail: open() });
      await expect.poll(() => taken.length).toBe(20);
      // Also those that come when nothing else is left.
      await queue();
      delivery.wake();
      await expect.poll(() => taken.length).toBe(21);
      released.resolve();
      await delivery.stop();
      expect((await rows()).map(({ tries, sent_at }) => [tries, sent_at !== null])).toEqual(
        Array(21).fill([1, true]),
      );
    });
  });

  describe("a connection", () => {
    const secured = async (options: Parameters<typeof startMailServer>[0]) => {
      await mailServer.close();
      mailServer = await startMailServer({ ...trusted, ...options });
    };

    it("is encrypted by STARTTLS before a name is told, and each mail by the account", async () => {
      await secured({});
      await queue();
      await send(open({ tls: "startTls", auth: mailAccount }));
      expect(mailServer.received).toMatchObject([{ secure: true, user: mailAccount.user }]);
    });

    it("is encrypted from its first byte where the settings say so", async () => {
      await secured({ secure: true });
      await queue();
      await send(open({ tls: "implicit", auth: mailAccount }));
      expect(mailServer.received).toMatchObject([{ secure: true, user: mailAccount.user }]);
    });

    it.each([
      ["offers no STARTTLS", { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }],
      ["shows a certificate that nobody trusts", selfSigned()],
    ])(
      "to a server that %s carries neither mail nor password, and is tried again",
      async (_what, options) => {
        const names: unknown[] = [];
        await secured({
          ...options,
          onAuth: ({ username }, _session, done) => {
            names.push(username);
            done(null, { user: username });
          },
        });
        await queue();
        await send(open({ tls: "startTls", auth: mailAccount }));
        expect(names).toEqual([]);
        expect(mailServer.received).toEqual([]);
        expect(await rows()).toMatchObject([
          { sent_at: null, tries: 1, content: expect.stringMatching(/./) },
        ]);
      },
    );

    it("whose password is wrong is the operator's to mend: the mail waits, and nothing secret is logged", async () => {
      await secured({});
      const to = await queue();
      const gateway = open({ tls: "startTls", auth: { ...mailAccount, pass: "wrong-secret" } });
      await send(gateway);
      expect(logged("warn")).toMatchObject([{ err: { message: expect.stringContaining("535") } }]);
      expect(logged("error")).toEqual([]);
      expect(server().log.join("")).not.toMatch(new RegExp(`wrong-secret|${mailAccount.user}|${to}|271828`));
      server().clock.advance(2 * second);
      await send(open({ tls: "startTls", auth: mailAccount }));
      expect(mailServer.received).toHaveLength(1);
    });
  });

  describe("a mail that is not taken", () => {
    it.each(["mood", "toRecipient"] as const)(
      "for now (4xx, %s) comes again as the same mail",
      async (when) => {
        await queue();
        mailServer[when] = "defers";
        const gateway = open();
        await send(gateway);
        expect(logged("warn")).toMatchObject([
          { tries: 1, err: { message: expect.stringContaining("451") } },
        ]);
        const [deferred] = await rows();
        expect(Math.round(((deferred?.due_at ?? 0) - server().clock.now()) / second)).toBe(2);
        mailServer[when] = "takes";
        server().clock.advance(2 * second);
        await send(gateway);
        expect(new Set(messageIds())).toEqual(new Set([`<${deferred?.id}@signin.example>`]));
        expect((await rows())[0]?.sent_at).not.toBeNull();
      },
    );

    it.each(["mood", "toRecipient"] as const)(
      "for good (5xx, %s) is given up with an error line",
      async (when) => {
        const to = await queue({ life: 60 * minute });
        mailServer[when] = "rejects";
        const gateway = open();
        await send(gateway);
        expect(logged("error")).toMatchObject([{ channel: "mail", tries: 1, msg: "message given up" }]);
        expect(logged("warn")).toMatchObject([{ err: { message: expect.stringContaining("550 5.1.1") } }]);
        expect(await rows()).toMatchObject([{ content: "", sent_at: null }]);
        expect(server().log.join("")).not.toContain(to);
        mailServer[when] = "takes";
        const next = await queue();
        server().clock.advance(10 * minute - second);
        await send(gateway);
        expect(mailServer.received.at(-1)?.recipients).toEqual([next]);
        expect(messageIds()).toHaveLength(when === "mood" ? 2 : 1);
      },
    );

    it.each<[string, Refusal, boolean]>([
      ["that does not know the address", [550, "5.1.1 no such user"], false],
      ["that has closed the mailbox", [550, "5.2.1 mailbox disabled"], false],
      ["that tells no status, of an address", [553, "mailbox name not allowed"], false],
      ["that tells no more than the code", [550, "5.0.0 user unknown"], false],
      ["that denies access to an address, as Exchange does", [550, "5.4.1 recipient rejected"], false],
      ["whose host takes no mail", [556, "no mail here"], false],
      ["that does not take our sender", [553, "5.1.8 sender's domain not found"], true],
      ["that relays nothing for us", [554, "5.7.1 relay access denied"], true],
      ["that wants a name first", [530, "5.7.0 authentication required"], true],
      ["that tells no status, of us", [554, "your address is on a list"], true],
    ])("by a server %s is given up, or waits for the operator", async (_what, answer, waits) => {
      await queue({ life: 60 * minute });
      mailServer.toRecipient = answer;
      const gateway = open();
      await send(gateway);
      expect(logged("error")).toHaveLength(waits ? 0 : 1);
      mailServer.toRecipient = "takes";
      server().clock.advance(2 * second);
      await send(gateway);
      expect(mailServer.received).toHaveLength(waits ? 1 : 0);
    });

    it.each<[string, Refusal, boolean]>([
      ["that takes it for spam", [554, "5.7.1 rejected as spam"], false],
      ["that blocks it", [552, "5.7.0 blocked"], false],
      ["that finds it too large", [552, "5.3.4 too large"], false],
      ["that finds no proof of our sender", [550, "5.7.26 unauthenticated sender"], true],
    ])(
      "by a server %s once it has all of it is given up, or waits for the operator",
      async (_what, answer, waits) => {
        await queue({ life: 60 * minute });
        mailServer.mood = answer;
        await send(open());
        expect(logged("error")).toHaveLength(waits ? 0 : 1);
      },
    );

    it("because the mailbox is full is tried as often as any other where it is of no use a quarter of an hour later", async () => {
      await queue({ life: 10 * minute });
      mailServer.toRecipient = [452, "4.2.2 mailbox full"];
      const gateway = open();
      await send(gateway);
      expect(logged("error")).toEqual([]);
      const { waiting, oldestAt } = await waitingMessages(database.store().db, server().clock.now());
      expect([waiting, oldestAt]).toEqual([1, null]);
      mailServer.toRecipient = "takes";
      server().clock.advance(2 * second);
      await send(gateway);
      expect(mailServer.received).toHaveLength(1);
    });

    it.each<[string, Refusal]>([
      ["the mailbox is full", [452, "4.2.2 mailbox full"]],
      ["the address has no host", [450, "4.1.2 domain not found"]],
    ])(
      "because %s comes again a quarter of an hour later, and is no sign that mails do not arrive",
      async (_why, answer) => {
        await queue({ life: 60 * minute });
        mailServer.toRecipient = answer;
        const gateway = open();
        await send(gateway);
        const waiting = () => waitingMessages(database.store().db, server().clock.now());
        expect(await waiting()).toEqual({ waiting: 1, oldestAt: null });
        mailServer.toRecipient = "takes";
        server().clock.advance(14 * minute);
        await send(gateway);
        expect(mailServer.received).toHaveLength(0);
        expect(await waiting()).toEqual({ waiting: 1, oldestAt: null });
        server().clock.advance(minute);
        await send(gateway);
        expect(mailServer.received).toHaveLength(1);
      },
    );

    it("because the line broke after its end comes again under the same Message-ID, and once taken never", async () => {
      await queue();
      mailServer.mood = "hangs up";
      const gateway = open();
      await send(gateway);
      expect(mailServer.received).toHaveLength(1);
      mailServer.mood = "takes";
      for (let round = 0; round < 3; round += 1) {
        server().clock.advance(minute);
        await send(gateway);
      }
      const [row] = await rows();
      expect(messageIds()).toEqual(Array(2).fill(`<${row?.id}@signin.example>`));
    });

    it("within five seconds waits for its next try and holds up no other: a server that does not greet", async () => {
      await queue();
      mailServer.greeting = "hangs";
      const gateway = open();
      const began = performance.now();
      const sending = send(gateway);
      await expect.poll(() => mailServer.connections.total).toBe(1);
      mailServer.greeting = "takes";
      const late = await queue();
      await send(gateway);
      expect(mailServer.received.at(-1)?.recipients).toEqual([late]);
      await expect(Promise.race([sending, "still waiting"])).resolves.toBe("still waiting");
      await sending;
      expect(performance.now() - began).toBeGreaterThan(4 * second);
      expect(performance.now() - began).toBeLessThan(40 * second);
      server().clock.advance(2 * second);
      await send(gateway);
      expect((await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true);
    });

    it("because nobody listens waits, and is an error line once it is of no use", async () => {
      await queue({ life: 9 * second });
      const gateway = open({ port: 1 });
      await send(gateway);
      server().clock.advance(2 * second);
      await send(gateway);
      expect(logged("warn")).toHaveLength(2);
      expect(logged("error")).toMatchObject([{ tries: 2, msg: "message given up" }]);
      expect(JSON.stringify(logged("warn"))).toContain("ECONNREFUSED");
    });
  });

  describe("a mail that takes its server longer than five seconds once it has all of it", () => {
    /** As many mails as are handed over at once, all of which the server has and has not answered. */
    const hanging = async () => {
      mailServer.mood = "hangs";
      await queueMany(5);
      holdTimers();
    };
    const arrived = (count: number) => expect.poll(() => mailServer.received.length).toBe(count);

    it("arrives once, whoever looks meanwhile, and holds up no other", async () => {
      await hanging();
      const gateway = open();
      const sending = send(gateway);
      await arrived(5);
      await vi.advanceTimersByTimeAsync(5 * second);
      await sending;
      mailServer.mood = "takes";
      const late = await queue();
      const sendingLate = send(gateway);
      await arrived(6);
      await sendingLate;
      expect(mailServer.received.at(-1)?.recipients).toEqual([late]);
      server().clock.advance(30 * second);
      await vi.advanceTimersByTimeAsync(30 * second);
      await send(open());
      expect(mailServer.received).toHaveLength(6);
      mailServer.takeHanging();
      await expect
        .poll(async () => (await rows()).map(({ tries, sent_at }) => [tries, sent_at !== null]))
        .toEqual(Array(6).fill([1, true]));
    });

    it("is not waited for longer by a process that ends, and comes again, because it may not have been taken", async () => {
      await hanging();
      const delivery = startDelivery(server().services, { mail: open() });
      await vi.advanceTimersByTimeAsync(0);
      await arrived(5);
      await vi.advanceTimersByTimeAsync(5 * second);
      await delivery.stop();
      const { clock } = server();
      expect(
        (await rows()).map(({ sent_at, due_at }) => [sent_at, Math.round((due_at - clock.now()) / second)]),
      ).toEqual(Array(5).fill([null, 2]));
      clock.advance(2 * second);
      mailServer.mood = "takes";
      const sendingAgain = send(open());
      await arrived(10);
      await sendingAgain;
      expect(new Set(messageIds()).size).toBe(5);
      expect((await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true);
    });
  });

  it("several processes send each mail once", async () => {
    const other = await startTestServer(database.connect());
    const [one, two] = [open(), open()];
    const recipients = await queueMany(60);
    await Promise.all([send(one), send(two, other.services), send(one), send(two, other.services)]);
    await other.close();
    expect(mailServer.received.flatMap((mail) => mail.recipients).sort()).toEqual(recipients);
  });

  it("whoever asks for a code gets the same answer whether the mail server takes it, hangs or is gone", async () => {
    const answers: unknown[] = [];
    for (const mood of ["takes", "hangs", "gone"] as const) {
      if (mood === "hangs") mailServer.greeting = "hangs";
      const { services } = server();
      const delivery = startDelivery(services, { mail: open(mood === "gone" ? { port: 1 } : {}) });
      services.wakeDelivery = delivery.wake;
      const user = await server().addUser({ email: `${mood}@payroll.example` });
      const began = performance.now();
      const { status, json } = await server()
        .browser()
        .call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: user.username });
      expect(performance.now() - began).toBeLessThan(4.5 * second);
      answers.push({ status, outcome: json.outcome, facts: Object.keys(json.delivery) });
      await expect
        .poll(() => (mood === "takes" ? mailServer.received.length : rows().then((all) => all[0]?.tries)))
        .toBeGreaterThan(0);
      services.wakeDelivery = () => undefined;
      await delivery.stop();
      await database.store().db.deleteFrom("messages").execute();
    }
    expect(answers).toEqual(Array(3).fill({ status: 200, outcome: "sent", facts: expect.any(Array) }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});
