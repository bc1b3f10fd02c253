import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { mailRecoveryCodeLink } from "../../src/server/operators/accounts.ts";
import { isDeviceRemembered, rememberDevice } from "../../src/server/store/remembered-devices.ts";
import { saveSecondFactor, secondFactorsOf } from "../../src/server/store/second-factors.ts";
import type { Db } from "../../src/server/store/tables.ts";
import type { NewUser, User } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { testClient } from "../support/relying-party.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";
import { whileHeld } from "../support/while-held.ts";
import { wrongCode } from "../support/wrong-code.ts";

const gone = { code: [{ code: "problems.codeGone" }] };

onEachDatabase((database) => {
  const server = suiteServer(database, {
    renderer: stubRenderer,
    settings: {
      gateways: gatewaysOf({
        VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
        VESTIBULE_SMS_METHOD: "POST",
      }),
    },
    // Beside those of the sample, of which one is another partner's and one does not say where it starts.
    config: (config) => ({
      ...config,
      clients: {
        ...config.clients,
        ours: testClient("ours", { partnerId: "default" }),
        any: testClient("any"),
      },
    }),
  });

  beforeEach(database.forgetTries);

  async function person(facts: Partial<NewUser> = {}) {
    const email = `${randomUUID()}@old.example`;
    const user = await server().addUser({ email, ...facts });
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    return { user, browser, email, address: `${randomUUID()}@new.example` };
  }

  const view = async (browser: TestClient) => (await browser.call("ContactView")).json;
  const mailTo = async (to: string) => (await messagesTo(server(), to))[0];
  async function codeTo(to: string): Promise<string> {
    return /(?<!\d)\d{6}(?!\d)/.exec((await mailTo(to))?.text ?? "")?.[0] ?? "";
  }

  const eventsOf = async ({ id }: User) => {
    const rows = database.store().db.selectFrom("audit").select("event").where("user_id", "=", id);
    return (await rows.execute()).map(({ event }) => event).filter((event) => event.startsWith("contact."));
  };

  describe("the own mail address", () => {
    it("changes when the code that was sent to the new one is typed, and the old one is told", async () => {
      const { browser, email, address } = await person();
      expect(await view(browser)).toMatchObject({ step: "change", email, delivery: null });
      expect((await browser.call("UpdateContact", { email: address })).json).toEqual({ outcome: "sent" });
      expect(await view(browser)).toMatchObject({ step: "code", email, newEmail: address, canKeep: true });
      expect((await browser.call("User")).json.email).toBe(email);
      const code = await codeTo(address);
      const answer = await browser.call("ConfirmContact", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
      expect(answer.json).toEqual({ outcome: "updated" });
      expect((await browser.call("User")).json.email).toBe(address);
      expect(await view(browser)).toMatchObject({ step: "change", email: address });
      const notice = ((await mailTo(email))?.text ?? "").replaceAll("\u2060", "");
      expect(notice).toContain(`${address[0]}•••@new.example`);
      expect(notice).not.toContain(address);
    });

    it.each(["jörg@grün.example", "用户@例子.example", "\u{20bb7}野@भारत.example"])(
      "may have letters that are none of ASCII, as an import takes it: %s",
      async (address) => {
        const { browser, email } = await person();
        expect((await browser.call("UpdateContact", { email: address })).json).toEqual({ outcome: "sent" });
        const code = await codeTo(address);
        expect((await browser.call("ConfirmContact", { code })).json).toEqual({ outcome: "updated" });
        expect((await browser.call("User")).json.email).toBe(address);
        expect((await mailTo(email))?.text.replaceAll("\u2060", "")).toContain(`${[...address][0]}•••@`);
      },
    );

    it("that others wait for too is given to nobody but whoever typed the code", async () => {
      const { browser, address } = await person();
      const other = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      await other.browser.call("UpdateContact", { email: address });
      expect((await browser.call("ConfirmContact", { code })).json).toEqual({ outcome: "updated" });
      expect(await view(other.browser)).toMatchObject({
        step: "code",
        email: other.email,
        newEmail: address,
      });
    });

    it("ends the person's sessions elsewhere and keeps this one", async () => {
      const { user, browser, address } = await person();
      const elsewhere = server().browser();
      await elsewhere.signIn(user.username, testPassword);
      await browser.call("UpdateContact", { email: address });
      await browser.call("ConfirmContact", { code: await codeTo(address) });
      expect((await elsewhere.call("User")).json.isAuthenticated).toBe(false);
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
    });

    it("takes the PINs along, and ends what went to the address of before, and remembered devices; all of one's own", async () => {
      const [{ user, browser, email, address }, neighbour] = [await person(), await person()];
      const { services } = server();
      const { db } = database.store();
      await browser.call("UpdateContact", { email: address });
      const sms = { kind: "sms", secret: null, target: "+15551234567" } as const;
      await saveSecondFactor(db, user.id, sms, services.now());
      for (const { id, email: target } of [user, neighbour.user]) {
        await saveSecondFactor(db, id, { kind: "pin", secret: null, target }, services.now());
        const device = { idHash: id, userId: id, expiresAt: services.now() + minute };
        await rememberDevice(db, device, services.now());
      }
      const linkTo = async (owner: User) => {
        await mailRecoveryCodeLink(services, owner);
        return (await newestMessage(server(), owner.email)).link.searchParams.get("id") ?? "";
      };
      const [own, others] = [await linkTo(user), await linkTo(neighbour.user)];
      const elsewhere = server().browser();
      await givePass(server(), elsewhere);
      await elsewhere.call("SendOTP", {
        purpose: "oneTimeToken",
        channel: "mail",
        username: user.username,
      });
      const token = await newestMessage(server(), email);
      const taken = await browser.call("ConfirmContact", { code: await codeTo(address) });
      expect(taken.json.outcome).toBe("updated");
      const targetsOf = async (userId: string) =>
        Object.fromEntries((await secondFactorsOf(db, userId)).map(({ kind, target }) => [kind, target]));
      expect(await targetsOf(user.id)).toEqual({ pin: address, sms: sms.target });
      expect(await targetsOf(neighbour.user.id)).toEqual({ pin: neighbour.email });
      const isRemembered = (userId: string) =>
        isDeviceRemembered(db, { idHashes: [userId], userId }, services.now());
      expect([await isRemembered(user.id), await isRemembered(neighbour.user.id)]).toEqual([false, true]);
      const collect = async (id: string) =>
        (await elsewhere.call("RedeemRecoveryCode", undefined, { id })).json;
      expect(await collect(own)).not.toHaveProperty("recoveryCodes");
      expect(await collect(others)).toHaveProperty("recoveryCodes");
      for (const typed of [token.code, token.link.searchParams.get("state") ?? ""])
        expect((await elsewhere.call("LoginWithOTT", { token: typed })).json.outcome).toBeUndefined();
      expect((await elsewhere.call("User")).json.isAuthenticated).toBe(false);
    });

    it("ends a set-up of PINs that were to go to the address of before", async () => {
      const { user, browser, email, address } = await person();
      const wizard = wizardOf(server(), browser);
      const codes = await wizard.prove("pin", email);
      await browser.call("UpdateContact", { email: address });
      await browser.call("ConfirmContact", { code: await codeTo(address) });
      expect((await wizard.enable(codes[0] ?? "")).status).toBe(209);
      expect((await wizard.view()).step).toBe("choose");
      expect(await secondFactorsOf(database.store().db, user.id)).toEqual([]);
    });

    if (database.kind === "postgres")
      it("makes no PIN active that was to go to the address of a moment before", async () => {
        const { user, browser, email, address } = await person();
        const wizard = wizardOf(server(), browser);
        const codes = await wizard.prove("pin", email);
        const change = (transaction: Db) =>
          transaction.updateTable("users").set({ email: address }).where("id", "=", user.id).execute();
        const enabled = await whileHeld(database, change, () => wizard.enable(codes[0] ?? ""));
        expect(enabled.status).toBe(400);
        expect(await secondFactorsOf(database.store().db, user.id)).toEqual([]);
      });

    it("is given up by asking for the address of now", async () => {
      const { browser, email, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      expect((await browser.call("UpdateContact", { email })).json).toEqual({ outcome: "unchanged" });
      expect(await view(browser)).toMatchObject({ step: "change" });
      const late = await browser.call("ConfirmContact", { code });
      expect([late.status, late.json.codes]).toEqual([400, gone]);
    });

    it("takes one code once, however many come at once", async () => {
      const { user, browser, email, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      await Promise.all(Array.from({ length: 20 }, () => browser.call("ConfirmContact", { code })));
      // Those that were a moment too late were refused.
      const taken = (await eventsOf(user)).filter((event) => event === "contact.changed");
      expect(taken).toHaveLength(1);
      expect(await messagesTo(server(), email)).toHaveLength(1);
    });

    it("is told to each of two presses of the same moment", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { user, browser, address } = await person();
        await browser.call("UpdateContact", { email: address });
        const code = await codeTo(address);
        const press = () => browser.call("ConfirmContact", { code });
        for (const { json } of await Promise.all([press(), press()]))
          expect(json).toEqual({ outcome: "updated" });
        expect(await eventsOf(user)).toEqual(["contact.changed"]);
      }
    });

    it("is told again to whoever repeats the code that took it, should the answer be lost, and to no other code", async () => {
      const { user, browser, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      for (const _ of ["first", "again"])
        expect((await browser.call("ConfirmContact", { code })).json).toEqual({ outcome: "updated" });
      const other = code === "000000" ? "111111" : "000000";
      expect((await browser.call("ConfirmContact", { code: other })).json.codes).toEqual(gone);
      expect(await eventsOf(user)).toEqual(["contact.changed"]);
    });

    it("is not taken by the code of the address of before, which counts as wrong", async () => {
      const { browser, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      await browser.call("ConfirmContact", { code });
      await browser.call("UpdateContact", { email: `${randomUUID()}@next.example` });
      const { json } = await browser.call("ConfirmContact", { code });
      expect(json.codes).toEqual({ code: [{ code: "problems.codeWrong", params: { count: 4 } }] });
      expect((await browser.call("User")).json.email).toBe(address);
    });

    it("wants another code after five wrong ones", async () => {
      const { user, browser, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      const wrong = code === "000000" ? "111111" : "000000";
      for (let left = 4; left > 0; left -= 1) {
        const { json } = await browser.call("ConfirmContact", { code: wrong });
        expect(json.codes).toEqual({ code: [{ code: "problems.codeWrong", params: { count: left } }] });
      }
      expect((await browser.call("ConfirmContact", { code: wrong })).json).toEqual({
        outcome: "challengeEnded",
      });
      expect((await browser.call("ConfirmContact", { code })).json.codes).toEqual(gone);
      expect((await browser.call("User")).json.email).not.toBe(address);
      expect(await eventsOf(user)).toEqual(Array(5).fill("contact.failed"));
    });

    it("takes ten wrong codes of an account, whatever addresses they are for, and then none for a while", async () => {
      const { browser } = await person();
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const email = `${randomUUID()}@new.example`;
        await browser.call("UpdateContact", { email });
        const code = wrongCode(await codeTo(email));
        for (let tries = 0; tries < 4; tries += 1)
          statuses.push((await browser.call("ConfirmContact", { code })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    });

    it("needs a sign-in of under five minutes", async () => {
      const { user, browser, address } = await person();
      await browser.call("UpdateContact", { email: address });
      const code = await codeTo(address);
      await database
        .store()
        .db.updateTable("sessions")
        .set({ authenticated_at: server().services.now() - 6 * minute })
        .where("user_id", "=", user.id)
        .execute();
      expect(await view(browser)).toMatchObject({ step: "signInAgain", newEmail: null });
      for (const answer of [
        await browser.call("UpdateContact", { email: address }),
        await browser.call("ConfirmContact", { code }),
      ])
        expect([answer.status, answer.json.codes]).toEqual([400, { "": [{ code: "problems.signInAgain" }] }]);
    });

    it.each([
      "no-address",
      "a@b.example,c@d.example",
      '"a b"@c.example',
      "<a@b.example>",
      "a@b.example\r\nBcc: c@d.example",
    ])("refuses %j, and nothing is sent", async (email) => {
      const { browser } = await person();
      const before = await database.store().db.selectFrom("messages").select("id").execute();
      const { status, json } = await browser.call("UpdateContact", { email });
      expect([status, json.codes]).toEqual([400, { email: [{ code: "validation.email" }] }]);
      const after = await database.store().db.selectFrom("messages").select("id").execute();
      expect(after).toHaveLength(before.length);
    });

    it("is nobody's to change who is not signed in", async () => {
      const visitor = server().browser();
      expect((await visitor.call("UpdateContact", { email: "a@b.example" })).status).toBe(401);
      expect((await visitor.call("ContactView")).status).toBe(401);
    });
  });

  describe("the applications of the home page", () => {
    it("are those of the partner that say where they start, for a signed-in person alone", async () => {
      const { browser } = await person();
      expect((await browser.call("Applications")).json).toEqual({
        items: ["any", "ours"].map((id) => {
          const { name, startUrl } = testClient(id);
          return { name, startUrl };
        }),
      });
      expect((await server().browser().call("Applications")).json).toEqual({ items: [] });
    });
  });

  describe("a page that explains an error", () => {
    it("names a support code that is its own line of the log, where no error is stored", async () => {
      const { supportCode, code } = (await server().browser().call("Error")).json;
      expect(code).toBe("unknown");
      expect(supportCode).toMatch(/\S/);
    });
  });
});
