import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import type { User } from "../../src/server/store/users.ts";
import { nativeFields } from "../../src/shared/constants.ts";
import { minute, second } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { amrOf } from "../support/sessions.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";
import { wrongCode } from "../support/wrong-code.ts";

const ask = { purpose: "oneTimeToken", channel: "mail" };

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  beforeEach(database.forgetTries);

  const addPerson = (changes: Parameters<TestServer["addUser"]>[0] = {}): Promise<User> =>
    server().addUser({ email: `mail-${crypto.randomUUID()}@payroll.example`, ...changes });

  /** Asks for a token in a browser. */
  const request = (browser: TestClient, username: string, returnUrl?: string): Promise<TestAnswer> =>
    browser.call("SendOTP", { ...ask, username }, returnUrl === undefined ? {} : { returnUrl });

  /** What the newest mail to a person says. */
  const newest = async (user: User): Promise<{ code: string; link: URL; secret: string; text: string }> => {
    const { message, link, code } = await newestMessage(server(), user.email);
    return { code, link, secret: link.searchParams.get("state") ?? "", text: message.text };
  };

  /** A browser that has asked for a token, with what was mailed. */
  const asked = async (returnUrl?: string, changes?: Parameters<typeof addPerson>[0]) => {
    const user = await addPerson(changes);
    const browser = server().browser();
    const answer = await request(browser, user.username, returnUrl);
    expect(answer.status).toBe(200);
    return { user, browser, answer, mail: await newest(user) };
  };

  const signIn = (browser: TestClient, token: string, query: Record<string, string> = {}) =>
    browser.call("LoginWithOTT", { token }, query);
  const problemOf = ({ json }: TestAnswer) => json.codes?.token?.[0];

  describe("a one-time token", () => {
    it("is asked for, matched by its reference, typed, and signs in", async () => {
      const { user, browser, answer, mail } = await asked();
      expect(answer.json).toEqual({
        outcome: "sent",
        delivery: {
          destination: null,
          reference: expect.stringMatching(/^[A-Z2-9]{4}$/),
          expiresAt: expect.any(Number),
          resendAfter: 30,
        },
      });
      expect(mail.text).toContain(answer.json.delivery.reference);
      const view = await browser.call("LoginWithOTTView");
      expect(view.json).toEqual({
        step: "token",
        username: user.username,
        delivery: { ...answer.json.delivery, resendAfter: expect.any(Number) },
      });
      const typed = await signIn(browser, `${mail.code.slice(0, 3)} ${mail.code.slice(3)}`);
      expect(typed.status).toBe(209);
      const { json } = await browser.call("User");
      expect(json).toMatchObject({ isAuthenticated: true, username: user.username });
      expect(await amrOf(database.store().db, user.id)).toEqual(["otp"]);
    });

    it("tells how long one has to wait for another, also where five were sent, and to a name without an account", async () => {
      for (const { username } of [await addPerson(), { username: `nobody-${crypto.randomUUID()}` }]) {
        const browser = server().browser();
        for (const wait of [30, 30, 30, 30, 60, 120]) {
          expect((await request(browser, username)).json.delivery.resendAfter).toBe(wait);
          expect((await browser.call("LoginWithOTTView")).json.delivery.resendAfter).toBe(wait);
          server().clock.advance(wait * second);
        }
      }
    });

    it("is no way around the second factor", async () => {
      const user = await addPerson();
      const factor = { kind: "sms", secret: null, target: "+15551234567" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      const browser = server().browser();
      await request(browser, user.username);
      const { code } = await newest(user);
      expect((await signIn(browser, code)).json).toEqual({ outcome: "twoFactorRequired" });
      expect(await browser.isSignedIn()).toBe(false);
    });

    it("and a PIN by mail are one mailbox, which no token calls more than one factor", async () => {
      const user = await addPerson();
      const factor = { kind: "pin", secret: null, target: user.email } as const;
      const { db } = database.store();
      await saveSecondFactor(db, user.id, factor, server().clock.now());
      const browser = server().browser();
      await request(browser, user.username);
      await signIn(browser, (await newest(user)).code);
      const mails = await messagesTo(server(), user.email);
      const [pin] = mails.flatMap(({ text }) => (/https?:/.test(text) ? [] : (/\d{6}/.exec(text) ?? [])));
      const answer = await browser.call("LoginWith2FA", { method: "pin", code: pin });
      expect(answer.status).toBe(209);
      expect(await amrOf(db, user.id)).toEqual(["otp"]);
    });

    it("leads back to the application that waits", async () => {
      const returnUrl = await server().addRequest();
      const { browser, mail } = await asked(returnUrl);
      const answer = await signIn(browser, mail.code, { returnUrl });
      expect([answer.status, answer.json.redirect]).toEqual([209, returnUrl]);
    });

    it("counts once, also of twenty at once over two servers", async () => {
      const { user, browser, mail } = await asked();
      const second = await startTestServer(database.connect());
      const other = new TestClient(second.app.listeningOrigin, "http://localhost:5400");
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const path = "/api/Account/LoginWithOTT";
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? browser : other).post(path, { token: mail.code }),
        ),
      );
      await second.close();
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 209))
        expect([400, 429]).toContain(answer.status);
      const proven = await database
        .store()
        .db.selectFrom("audit")
        .select("id")
        .where("event", "=", "signIn.tokenProven")
        .where("user_id", "=", user.id)
        .execute();
      expect(proven).toHaveLength(1);
    });

    it("of another browser is of no use", async () => {
      const { mail } = await asked();
      const stranger = server().browser();
      expect(problemOf(await signIn(stranger, mail.code))).toEqual({ code: "problems.tokenGone" });
      const { user } = await asked();
      await request(stranger, user.username);
      const foreign = await signIn(stranger, mail.code);
      expect(problemOf(foreign)).toEqual({ code: "problems.tokenWrong", params: { count: 4 } });
    });

    it("is gone after ten minutes, and its page asks anew", async () => {
      const { browser, mail } = await asked();
      await handOver(server().services);
      server().clock.advance(10 * minute);
      expect(problemOf(await signIn(browser, mail.code))).toEqual({ code: "problems.tokenGone" });
      expect((await signIn(browser, mail.secret)).json.redirect).toBe(
        "/error/link-expired?errorId=signInLinkExpired",
      );
      server().clock.advance(10 * minute);
      expect((await browser.call("LoginWithOTTView")).json.step).toBe("request");
    });

    it("is replaced by the next one, which must wait half a minute", async () => {
      const { user, browser, mail } = await asked();
      const early = await browser.call("SendOTP", ask);
      expect(early.status).toBe(400);
      expect(early.json.codes[""][0]).toMatchObject({ code: "problems.resendTooSoon" });
      server().clock.advance(30 * second);
      expect((await browser.call("SendOTP", ask)).status).toBe(200);
      const next = await newest(user);
      expect(problemOf(await signIn(browser, mail.code))).toMatchObject({ code: "problems.tokenWrong" });
      expect((await signIn(browser, mail.secret)).json.redirect).toBe(
        "/error/link-expired?errorId=signInLinkExpired",
      );
      expect((await signIn(browser, next.code)).status).toBe(209);
    });

    it("keeps what was typed as a name nowhere in clear: it may be a password in the wrong field", async () => {
      const [browser, typed] = [server().browser(), `canary-${crypto.randomUUID()}`];
      await givePass(server(), browser);
      expect((await request(browser, typed)).status).toBe(200);
      expect((await browser.call("LoginWithOTTView")).json.username).toBe(typed);
      const { db } = database.store();
      for (const table of ["attempts", "sent_codes", "tickets", "throttle", "audit"] as const)
        expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(typed);
    });

    it("tells the tries left, and five wrong ones end it and its link", async () => {
      const { browser, mail } = await asked();
      const counts: unknown[] = [];
      for (let tries = 0; tries < 4; tries += 1)
        counts.push(problemOf(await signIn(browser, wrongCode(mail.code)))?.params.count);
      expect(counts).toEqual([4, 3, 2, 1]);
      expect((await signIn(browser, wrongCode(mail.code))).json).toEqual({ outcome: "challengeEnded" });
      expect((await browser.call("LoginWithOTTView")).json.step).toBe("request");
      expect(problemOf(await signIn(browser, mail.code))).toEqual({ code: "problems.tokenGone" });
      server().clock.advance(minute);
      expect((await signIn(browser, mail.secret)).json.redirect).toBe(
        "/error/link-expired?errorId=signInLinkExpired",
      );
    });

    it("shares its budget with the password", async () => {
      const { user, browser, mail } = await asked();
      const other = server().browser();
      await givePass(server(), other);
      for (let tries = 0; tries < 5; tries += 1)
        await other.call("Login", { username: user.username, password: "wrong" });
      const answer = await signIn(browser, mail.code);
      expect(answer.status).toBe(429);
      server().clock.advance(31 * second);
      expect((await signIn(browser, mail.code)).status).toBe(209);
    });

    it("asks for a user name where none was given before, or a blank one now", async () => {
      const required = { username: [{ code: "validation.required", params: { field: "User name" } }] };
      const none = await server().browser().call("SendOTP", ask);
      expect([none.status, none.json.codes]).toEqual([400, required]);
      const { browser } = await asked();
      server().clock.advance(30 * second);
      const blank = await request(browser, " ");
      expect([blank.status, blank.json.codes]).toEqual([400, required]);
    });
  });

  describe("a name without an account, a disabled one, and one without an address", () => {
    /** Everything that can be seen on the way, without what is random. */
    const wayOf = async (username: string): Promise<unknown[]> => {
      const browser = server().browser();
      await browser.call("Token");
      await givePass(server(), browser);
      const seen: TestAnswer[] = [
        await request(browser, username),
        await browser.call("LoginWithOTTView"),
        await request(browser, username),
      ];
      for (const typed of ["12 34x6", ...Array<string>(6).fill("123 456")])
        seen.push(await signIn(browser, typed));
      seen.push(await browser.call("LoginWithOTTView"));
      seen.push(await browser.call("User"));
      return seen.map(({ status, headers: { date: _, ...headers }, text }) => ({
        status,
        headers,
        text: text
          .replaceAll(username, "<name>")
          .replace(/"reference":"[A-Z2-9]{4}"/g, '"reference":"<reference>"')
          .replace(/"expiresAt":\d{13}/g, '"expiresAt":"<time>"')
          .replace(/"supportCode":"[0-9A-Z-]{9}"/g, '"supportCode":"<code>"'),
      }));
    };

    it("look like any other, byte for byte, and nothing is sent", async () => {
      const known = await addPerson({ username: "known-person-of-tokens" });
      const disabled = await addPerson({ username: "disabled-person-tokens", disabled: true });
      await server().addUser({ username: "mailless-person-tokens", email: null });
      const names = [known.username, disabled.username, "mailless-person-tokens", "nobody-of-any-tokens--"];
      const ways: unknown[] = [];
      for (const name of names) ways.push(await wayOf(name));
      for (const way of ways) expect(way).toEqual(ways[0]);
      expect(JSON.stringify(ways[0])).toContain("problems.tokenWrong");
      expect(JSON.stringify(ways[0])).toContain("challengeEnded");
      expect(await messagesTo(server(), known.email)).toHaveLength(1);
      expect(await messagesTo(server(), disabled.email)).toEqual([]);
    });

    it("cost the same statements", async () => {
      const known = await addPerson();
      const { db } = database.store();
      const tables = ["messages", "tickets", "sent_codes", "attempts", "throttle", "audit"] as const;
      const countRows = async () => {
        const counts: number[] = [];
        for (const table of tables) {
          const { count } = await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirstOrThrow();
          counts.push(Number(count));
        }
        return counts;
      };
      await request(server().browser(), "somebody-before-them");
      const costs: number[][] = [];
      for (const name of [known.username, "nobody-who-costs-the-same"]) {
        const browser = server().browser();
        await browser.call("Token");
        const before = await countRows();
        await request(browser, name);
        costs.push((await countRows()).map((count, index) => count - (before[index] ?? 0)));
      }
      expect(costs[1]).toEqual(costs[0]);
    });
  });

  describe("a mailed link", () => {
    it("is of the configured origin and carries the return address", async () => {
      const returnUrl = await server().addRequest();
      const { mail } = await asked(returnUrl);
      expect(mail.link.origin + mail.link.pathname).toBe("http://localhost:5400/account/login/ott");
      expect(mail.link.searchParams.get("returnUrl")).toBe(returnUrl);
      expect(mail.secret).toMatch(/^[\w-]{43}$/);
    });

    it("spends nothing when it is opened, by whomever and however often", async () => {
      const { user, mail } = await asked();
      const scanner = server().browser();
      const page = mail.link.pathname + mail.link.search;
      for (const method of ["GET", "HEAD", "GET"])
        expect((await scanner.send(page, { method, headers: { accept: "text/html" } })).status).toBe(200);
      const view = await scanner.call("LoginWithOTTView", undefined, { state: mail.secret });
      expect(view.json).toEqual({ step: "mailedLink", username: user.username, delivery: null });
      expect(await scanner.isSignedIn()).toBe(false);
      expect((await signIn(server().browser(), mail.secret)).status).toBe(209);
    });

    it("whose page has taken its secret out of the address says that it must be opened again", async () => {
      const returnUrl = await server().addRequest();
      const { mail } = await asked(returnUrl);
      const address = new URL(mail.link);
      address.searchParams.delete("state");
      const again = await server()
        .browser()
        .send(address.pathname + address.search, { headers: { accept: "text/html" } });
      expect(pageStateOf(again)?.view).toMatchObject({ step: "openAgain" });
      expect((await signIn(server().browser(), mail.secret)).status).toBe(209);
    });

    it("signs in once, and ends the typed token; of twenty presses at once one counts", async () => {
      const { browser, mail } = await asked();
      const presses = await Promise.all(
        Array.from({ length: 20 }, () => signIn(server().browser(), mail.secret)),
      );
      const expired = presses.filter(
        ({ json }) => json.redirect === "/error/link-expired?errorId=signInLinkExpired",
      );
      expect(presses.filter(({ status, json }) => status === 209 && json.redirect === "/")).toHaveLength(1);
      expect(expired.length + presses.filter(({ status }) => status === 429).length).toBe(19);
      expect(problemOf(await signIn(browser, mail.code))).toEqual({ code: "problems.tokenGone" });
    });

    it("is ended by the typed token", async () => {
      const { browser, mail } = await asked();
      expect((await signIn(browser, mail.code)).status).toBe(209);
      const other = server().browser();
      expect((await signIn(other, mail.secret)).json.redirect).toBe(
        "/error/link-expired?errorId=signInLinkExpired",
      );
      const page = await other.send(mail.link.pathname + mail.link.search, {
        headers: { accept: "text/html" },
      });
      expect([page.status, page.headers.location]).toEqual([
        303,
        "/error/link-expired?errorId=signInLinkExpired&ui_locales=en-GB",
      ]);
    });

    it("goes on with the waiting application in the browser that it was asked for in", async () => {
      const returnUrl = await server().addRequest();
      const { browser, mail } = await asked(returnUrl);
      const view = await browser.call("LoginWithOTTView", undefined, { state: mail.secret, returnUrl });
      expect(view.json.step).toBe("mailedLink");
      expect((await signIn(browser, mail.secret, { returnUrl })).json.redirect).toBe(returnUrl);
    });

    it("ends at the application's start in any other browser, whose page says so by its address", async () => {
      const returnUrl = await server().addRequest();
      const { user, mail } = await asked(returnUrl);
      const other = server().browser();
      const opened = await other.send(mail.link.pathname + mail.link.search, {
        headers: { accept: "text/html" },
      });
      expect(opened.status).toBe(303);
      const address = new URL(opened.headers.location ?? "", "http://localhost:5400");
      const start = address.searchParams.get("returnUrl") ?? "";
      expect(start).toBe("/connect/start/payroll");
      const page = await other.send(address.pathname + address.search, { headers: { accept: "text/html" } });
      expect(pageStateOf(page)).toMatchObject({
        view: { step: "mailedLink", username: user.username },
        partner: { partnerId: "northwind" },
      });
      const pressed = await signIn(other, mail.secret, { returnUrl: start });
      expect([pressed.status, pressed.json.redirect]).toEqual([209, start]);
      const end = await other.send(start);
      expect([end.status, end.headers.location]).toEqual([303, "https://payroll.example/"]);
      expect(await other.isSignedIn()).toBe(true);
    });

    it("pressed under another browser's request spends nothing, but leads to its own address", async () => {
      const returnUrl = await server().addRequest();
      const { mail } = await asked(returnUrl);
      const other = server().browser();
      const answer = await signIn(other, mail.secret, { returnUrl });
      expect(answer.status).toBe(209);
      expect(answer.json.redirect).toContain("/account/login/ott?");
      expect(await other.isSignedIn()).toBe(false);
    });

    it("keeps the second factor on another device", async () => {
      const user = await addPerson();
      const factor = { kind: "sms", secret: null, target: "+15557654321" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      await request(server().browser(), user.username);
      const { secret } = await newest(user);
      expect((await signIn(server().browser(), secret)).json).toEqual({ outcome: "twoFactorRequired" });
    });

    it("of an account that was disabled meanwhile is expired", async () => {
      const { user, mail } = await asked();
      const { db } = database.store();
      await db.updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
      expect((await signIn(server().browser(), mail.secret)).json.redirect).toBe(
        "/error/link-expired?errorId=signInLinkExpired",
      );
    });

    it("that is made up leads to the expired page with the way back", async () => {
      const answer = await signIn(server().browser(), "a".repeat(43), { returnUrl: "/account/select" });
      expect([answer.status, answer.json.redirect]).toEqual([
        209,
        "/error/link-expired?errorId=signInLinkExpired&returnUrl=%2Faccount%2Fselect",
      ]);
    });

    it("stands neither in the log nor readable in the store", async () => {
      const { user, browser, mail } = await asked();
      await browser.call("LoginWithOTTView", undefined, { state: mail.secret });
      await browser.send(mail.link.pathname + mail.link.search, { headers: { accept: "text/html" } });
      await signIn(browser, mail.secret);
      const { db } = database.store();
      const stored = JSON.stringify([
        await db.selectFrom("tickets").selectAll().execute(),
        await db.selectFrom("sent_codes").selectAll().execute(),
        await db.selectFrom("attempts").selectAll().execute(),
        await db.selectFrom("audit").selectAll().execute(),
        await db.selectFrom("messages").selectAll().execute(),
      ]);
      for (const secret of [mail.secret, `"${mail.code}"`]) expect(stored).not.toContain(secret);
      expect(server().log.join("")).not.toContain(mail.secret);
      const events = await db.selectFrom("audit").select("event").where("user_id", "=", user.id).execute();
      expect(events.map(({ event }) => event).sort()).toEqual([
        "signIn.completed",
        "signIn.tokenAsked",
        "signIn.tokenProven",
      ]);
    });
  });

  describe("where it is not offered", () => {
    it("nothing is sent, and its page leads to the sign-in page", async () => {
      const returnUrl = await server().addRequest({}, "outside");
      const user = await addPerson();
      const browser = server().browser();
      expect((await browser.call("LoginView", undefined, { returnUrl })).json.oneTimeToken).toBe(false);
      const view = await browser.call("LoginWithOTTView", undefined, { returnUrl });
      expect([view.status, new URL(view.json.redirect, "http://x").pathname]).toEqual([
        209,
        "/account/login",
      ]);
      const answer = await request(browser, user.username, returnUrl);
      expect(answer.json.codes[""]).toEqual([{ code: "problems.methodNotAvailable" }]);
      expect(await messagesTo(server(), user.email)).toEqual([]);
    });

    it("the partner's rule counts", async () => {
      const { services } = server();
      const config = services.config();
      const standard = config.partners.default;
      const strict = { ...standard, signIn: { ...standard.signIn, oneTimeToken: false } };
      const before = services.config;
      services.config = () => ({ ...config, partners: { ...config.partners, default: strict } });
      const { user, browser } = { user: await addPerson(), browser: server().browser() };
      const [view, sent] = [await browser.call("LoginView"), await request(browser, user.username)];
      services.config = before;
      expect(view.json.oneTimeToken).toBe(false);
      expect(sent.json.codes[""]).toEqual([{ code: "problems.methodNotAvailable" }]);
    });
  });

  describe("without script", () => {
    it("is asked for, typed and signs in by native forms", async () => {
      const user = await addPerson();
      const browser = server().browser();
      const path = "/account/login/ott";
      const sent = await postForm(browser, path, { username: user.username, [nativeFields.step]: "request" });
      expect([sent.status, sent.headers.location]).toEqual([303, path]);
      const { code } = await newest(user);
      const typed = await postForm(browser, path, { token: wrongCode(code), [nativeFields.step]: "token" });
      expect(typed.status).toBe(400);
      expect(pageStateOf(typed)?.problems.token?.[0]).toMatchObject({ code: "problems.tokenWrong" });
      const right = await postForm(browser, path, { token: code, [nativeFields.step]: "token" });
      expect([right.status, right.headers.location]).toEqual([303, "/"]);
      expect(await browser.isSignedIn()).toBe(true);
    });

    it("a mailed link signs in by its button", async () => {
      const { mail } = await asked();
      const other = server().browser();
      const pressed = await postForm(other, mail.link.pathname + mail.link.search, {
        [nativeFields.step]: "mailedLink",
      });
      expect([pressed.status, pressed.headers.location]).toEqual([303, "/?ui_locales=en-GB"]);
      expect(await other.isSignedIn()).toBe(true);
      expect(other.cookies.has(cookieNames.session)).toBe(true);
    });
  });

  describe("with a password proven before in the same browser", () => {
    it("signs the token's person in, not the password's", async () => {
      const first = await addPerson();
      await saveSecondFactor(
        database.store().db,
        first.id,
        { kind: "sms", secret: null, target: "+15550001111" },
        server().clock.now(),
      );
      const second = await addPerson();
      const browser = server().browser();
      await browser.call("Login", { username: first.username, password: testPassword });
      await request(browser, second.username);
      const { code } = await newest(second);
      expect((await signIn(browser, code)).status).toBe(209);
      expect((await browser.call("User")).json.username).toBe(second.username);
    });
  });
});
