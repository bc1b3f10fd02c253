import { beforeEach, describe, expect, it } from "vitest";
import { mailRecoveryCodeLink } from "../../src/server/operators/accounts.ts";
import type { Message } from "../../src/server/store/messages.ts";
import { hour, minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { addPersonWith, giveCode, givePassword, sentCode } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestAnswer } from "../support/test-client.ts";

const newPassword = "seven slow boats upstream";

/** What somebody waits for. */
interface Awaited {
  /** Gives whether it was good. */
  use: () => Promise<boolean>;
}

onEachDatabase((database) => {
  const server = suiteServer(database);
  beforeEach(async () => {
    for (const table of ["throttle", "messages", "sent_codes"] as const)
      await database.store().db.deleteFrom(table).execute();
    return server().clock.hold();
  });

  const isRight = ({ status, json }: TestAnswer) =>
    status < 300 && !json.redirect?.startsWith("/error/link-expired") && json.outcome !== "challengeEnded";
  const addPerson = () => server().addUser({ email: `mail-${crypto.randomUUID()}@payroll.example` });
  const queued = (email: string | null) => newestMessage(server(), email);

  const secondStep = async (method: "sms" | "pin"): Promise<Awaited> => {
    const person = await addPersonWith(server(), [method]);
    const browser = server().browser();
    await givePassword(browser, person);
    const code = await sentCode(server(), method === "sms" ? person.phone : person.email);
    return { use: async () => isRight(await giveCode(browser, method, code)) };
  };

  const askToken = async () => {
    const { email, username } = await addPerson();
    const browser = server().browser();
    expect(
      (await browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username })).status,
    ).toBe(200);
    const { link, code } = await queued(email);
    const enter = (token: string | null) => async () =>
      isRight(await browser.call("LoginWithOTT", { token: token ?? "" }));
    return { code: enter(code), link: enter(link.searchParams.get("state")) };
  };

  const kinds: Record<string, { life: number; ask: () => Promise<Awaited> }> = {
    "a code by text message": { life: 10 * minute, ask: () => secondStep("sms") },
    "a mailed PIN": { life: 10 * minute, ask: () => secondStep("pin") },
    "a one-time token": { life: 10 * minute, ask: async () => ({ use: (await askToken()).code }) },
    "the link of a one-time token": {
      life: 10 * minute,
      ask: async () => ({ use: (await askToken()).link }),
    },
    "the code of a new mail address": {
      life: 10 * minute,
      ask: async () => {
        const { username } = await addPerson();
        const browser = server().browser();
        await browser.signIn(username, testPassword);
        const email = `${crypto.randomUUID()}@new.example`;
        await browser.call("UpdateContact", { email });
        const [mail] = await messagesTo(server(), email);
        const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? "")?.[0];
        return {
          use: async () => {
            await browser.signIn(username, testPassword);
            return isRight(await browser.call("ConfirmContact", { code }));
          },
        };
      },
    },
    "a link to a new password": {
      life: hour,
      ask: async () => {
        const { email, username } = await addPerson();
        await server().browser().call("Recover", { username });
        const state = (await queued(email)).link.searchParams.get("state");
        const body = { state, newPassword, confirmPassword: newPassword };
        return { use: async () => isRight(await server().browser().call("ResetPassword", body)) };
      },
    },
    "a link to new recovery codes": {
      life: 24 * hour,
      ask: async () => {
        const user = await addPerson();
        await mailRecoveryCodeLink(server().services, user);
        const id = (await queued(user.email)).link.searchParams.get("id") ?? "";
        const use = async () =>
          isRight(await server().browser().call("RedeemRecoveryCode", undefined, { id }));
        return { use };
      },
    },
  };

  describe.each(Object.entries(kinds))("%s", (_name, { life, ask }) => {
    it("lives its whole time from when a slow gateway took it", async () => {
      const { use } = await ask();
      server().clock.advance(life - second);
      await handOver(server().services);
      server().clock.advance(life - second);
      expect(await use()).toBe(true);
    });

    it("is late when that time is over", async () => {
      const { use } = await ask();
      server().clock.advance(life / 2);
      await handOver(server().services);
      server().clock.advance(life);
      expect(await use()).toBe(false);
    });

    it("that no gateway took is good for twice its time and no longer", async () => {
      const { use } = await ask();
      server().clock.advance(2 * life);
      expect(await use()).toBe(false);
    });
  });

  it("a code that was replaced or spent is not good again when its message is taken at last", async () => {
    const person = await addPersonWith(server(), ["sms"]);
    const browser = server().browser();
    await givePassword(browser, person);
    const first = await sentCode(server(), person.phone);
    server().clock.advance(30 * second);
    await browser.call("SendOTP", { purpose: "secondFactor", channel: "sms" });
    const newest = await sentCode(server(), person.phone);
    await handOver(server().services);
    expect((await giveCode(browser, "sms", first)).status).toBe(400);
    expect((await giveCode(browser, "sms", newest)).status).toBe(209);

    const spent = await addPersonWith(server(), ["sms"]);
    const other = server().browser();
    await givePassword(other, spent);
    const code = await sentCode(server(), spent.phone);
    expect((await giveCode(other, "sms", code)).status).toBe(209);
    await handOver(server().services);
    const rows = await database.store().db.selectFrom("sent_codes").select("used_at").execute();
    expect(rows.filter(({ used_at }) => used_at === null)).toEqual([]);
  });

  it("a code lives its whole time though the message of the one before it was taken earlier", async () => {
    const person = await addPersonWith(server(), ["sms"]);
    const browser = server().browser();
    await givePassword(browser, person);
    server().clock.advance(30 * second);
    await browser.call("SendOTP", { purpose: "secondFactor", channel: "sms" });
    const newest = await sentCode(server(), person.phone);
    const send = async ({ text }: Message) => {
      if (text.includes(newest)) throw new Error("not taken");
    };
    await handOver(server().services, { sms: { send } });
    server().clock.advance(5 * minute);
    await handOver(server().services);
    server().clock.advance(10 * minute - second);
    expect((await giveCode(browser, "sms", newest)).status).toBe(209);
  });

  it("a code counts from the first of two processes that hand its message over", async () => {
    const { use } = await secondStep("sms");
    const { services } = server();
    const held = Promise.withResolvers<undefined>();
    const slow = handOver(services, { sms: { send: () => held.promise } });
    await expect
      .poll(
        async () => (await database.store().db.selectFrom("messages").select("tries").execute())[0]?.tries,
      )
      .toBe(1);
    server().clock.advance(20 * second);
    await handOver(services);
    server().clock.advance(5 * minute);
    held.resolve(undefined);
    await slow;
    server().clock.advance(5 * minute);
    expect(await use()).toBe(false);
  });

  it("tells nobody who types a wrong token whether a mail is under way", async () => {
    const answers = [];
    for (const username of [(await addPerson()).username, `nobody-${crypto.randomUUID()}`]) {
      const browser = server().browser();
      await browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username });
      await handOver(server().services);
      const seen = [];
      for (const wait of [9 * minute, 2 * minute, 8 * minute, minute]) {
        server().clock.advance(wait);
        const { status, json } = await browser.call("LoginWithOTT", { token: "000000" });
        const { step } = (await browser.call("LoginWithOTTView")).json;
        seen.push({ status, codes: json.codes, step });
      }
      answers.push(seen);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.map(({ step }) => step)).toEqual(["token", "token", "token", "request"]);
  });
});
