import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateways } from "../../src/server/delivery/open-gateways.ts";
import { readSettings } from "../../src/server/settings/settings.ts";
import { second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { queueSample } from "../support/queue-sample.ts";
import { suiteServer } from "../support/server.ts";
import { type SmsProvider, startSmsProvider } from "../support/sms-provider.ts";

const to = "+15551234567";

onEachDatabase((database) => {
  const server = suiteServer(database);
  let provider: SmsProvider;
  beforeEach(async () => {
    provider = await startSmsProvider();
    await database.store().db.deleteFrom("messages").execute();
    server().log.length = 0;
  });
  afterEach(() => provider.close());

  /** Sends as a server with these variables does. */
  const send = (variables: Record<string, string> = {}) => {
    const generic = { VESTIBULE_SMS_BODY: '{"to":"{to}","text":"{text}"}' };
    const files = { read: () => "", keepKey: () => Buffer.alloc(32) };
    const { gateways } = readSettings({ VESTIBULE_SMS_URL: provider.url, ...generic, ...variables }, files);
    return handOver(server().services, openGateways(gateways));
  };
  const queue = () =>
    queueSample(server().services, { message: { channel: "sms", template: "secondFactor" }, to });
  const rows = () => database.store().db.selectFrom("messages").selectAll().execute();
  const text = "271828 ist Ihr Code für Northwind Payroll. 10 Minuten gültig, Referenz K7QF.";

  describe("a provider of text messages", () => {
    it("is sent JSON as its template says, with the headers of the settings", async () => {
      await queue();
      await send({
        VESTIBULE_SMS_HEADERS: '{"Authorization":"Bearer secret","Idempotency-Key":"{id}"}',
        VESTIBULE_SMS_BODY:
          '{"messages":[{"from":"Payroll","destinations":[{"to":"{to}"}],"text":"{text} ({id})","flash":false,"tag":null}]}',
      });
      const [row] = await rows();
      const [request] = provider.requests;
      expect(request).toMatchObject({ method: "POST", path: "/messages" });
      expect(request?.headers).toMatchObject({
        "content-type": "application/json",
        authorization: "Bearer secret",
        "idempotency-key": row?.id,
      });
      const { messages } = JSON.parse(request?.body ?? "");
      expect(messages).toEqual([
        {
          from: "Payroll",
          destinations: [{ to }],
          text: expect.stringContaining(text),
          flash: false,
          tag: null,
        },
      ]);
      expect(messages[0].text.endsWith(`(${row?.id})`)).toBe(true);
      expect(row?.sent_at).not.toBeNull();
    });

    it("is sent a form where the settings say so", async () => {
      await queue();
      await send({
        VESTIBULE_SMS_HEADERS:
          '{"content-type":"application/x-www-form-urlencoded","authorization":"Basic YTpi"}',
        VESTIBULE_SMS_BODY: '{"To":"{to}","From":"+15005550006","Body":"{text}"}',
      });
      const form = Object.fromEntries(new URLSearchParams(provider.requests[0]?.body));
      expect(form).toEqual({ To: to, From: "+15005550006", Body: expect.stringContaining(text) });
    });

    it("is asked by the method of the settings", async () => {
      await queue();
      await send({ VESTIBULE_SMS_METHOD: "PUT" });
      expect(provider.requests).toMatchObject([{ method: "PUT" }]);
    });

    it.each([
      [201, undefined, "taken"],
      [202, "200,202", "taken"],
      [201, "200,202", "tried again"],
      [429, undefined, "tried again"],
      [500, undefined, "tried again"],
      [401, undefined, "tried again"],
      [307, undefined, "tried again"],
      [400, undefined, "given up"],
      [422, undefined, "given up"],
    ] as const)(
      "that answers %i, where %s is success: the message is %s",
      async (status, success, outcome) => {
        await queue();
        provider.status = status;
        await send(success && { VESTIBULE_SMS_SUCCESS: success });
        const [row] = await rows();
        expect(provider.requests).toHaveLength(1);
        expect({ sent: row?.sent_at !== null, kept: row?.content !== "" }).toEqual(
          {
            taken: { sent: true, kept: false },
            "tried again": { sent: false, kept: true },
            "given up": { sent: false, kept: false },
          }[outcome],
        );
        expect(server().log.join("").includes("message given up")).toBe(outcome === "given up");
        expect(server().log.join("")).not.toMatch(/271828|5551234567/);
        provider.status = 200;
        server().clock.advance(2 * second);
        await send();
        expect(provider.requests).toHaveLength(outcome === "tried again" ? 2 : 1);
      },
    );

    it("is taken at its word where it says first that it goes on, which nobody asked", async () => {
      await queue();
      provider.goesOn = true;
      await send();
      const [row] = await rows();
      expect(provider.requests).toHaveLength(1);
      expect(row?.sent_at).not.toBeNull();
    });

    it.each([
      ["vestibule", undefined],
      ["payroll/1", '{"User-Agent":" payroll/1\\n"}'],
    ])("is told by whom it is asked: %s", async (name, headers) => {
      await queue();
      await send(headers === undefined ? {} : { VESTIBULE_SMS_HEADERS: headers });
      expect(provider.requests[0]?.headers["user-agent"]).toBe(name);
    });

    it("gets no mail, and nothing that a text says changes the shape of what is sent", async () => {
      await queueSample(server().services);
      const params = { code: '1","to":"+1999', reference: "{to}{id}", minutes: 10 };
      await queueSample(server().services, {
        message: { channel: "sms", template: "secondFactor" },
        to,
        params,
      });
      await send();
      const bodies = provider.requests.map(({ body }) => JSON.parse(body));
      expect(bodies).toEqual([{ to, text: expect.stringContaining('1","to":"+1999') }]);
      expect(bodies[0].text).toContain("{to}{id}");
    });
  });
});
