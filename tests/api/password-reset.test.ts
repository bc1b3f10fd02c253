import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { linkExternalLogin } from "../../src/server/store/external-logins.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import type { User } from "../../src/server/store/users.ts";
import { nativeFields } from "../../src/shared/constants.ts";
import { minute } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";

const chosen = "seven slow boats upstream";
const bothTimes = (password: string) => ({ newPassword: password, confirmPassword: password });

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  beforeEach(database.forgetTries);

  const addPerson = (changes: Parameters<TestServer["addUser"]>[0] = {}): Promise<User> =>
    server().addUser({ email: `mail-${crypto.randomUUID()}@payroll.example`, ...changes });

  const ask = (browser: TestClient, username: string, returnUrl?: string): Promise<TestAnswer> =>
    browser.call("Recover", { username }, returnUrl === undefined ? {} : { returnUrl });

  const mailsTo = ({ email }: User) => messagesTo(server(), email);

  /** The link of the newest mail to a person. */
  const newest = async (user: User) => {
    const { message: mail, link } = await newestMessage(server(), user.email);
    return { mail, link, page: link.pathname + link.search, state: link.searchParams.get("state") ?? "" };
  };

  /** A person who has asked for a link, with what was mailed. */
  const asked = async (changes?: Parameters<typeof addPerson>[0], returnUrl?: string) => {
    const user = await addPerson(changes);
    const browser = server().browser();
    expect((await ask(browser, user.username, returnUrl)).status).toBe(200);
    return { user, browser, ...(await newest(user)) };
  };

  const reset = (browser: TestClient, state: string, password = chosen, query: Record<string, string> = {}) =>
    browser.call("ResetPassword", { state, ...bothTimes(password) }, query);

  const open = (browser: TestClient, page: string, method = "GET") =>
    browser.send(page, { method, headers: { accept: "text/html" } });

  const signsIn = async ({ username }: User, password: string) => {
    const browser = server().browser();
    await givePass(server(), browser);
    return (await browser.signIn(username, password)).status === 209;
  };

  describe("asking for a link", () => {
    it("mails one of the configured origin, in the account's language, with the return address", async () => {
      const returnUrl = await server().addRequest();
      const { mail, link, state } = await asked({ language: "de", username: "greta groß" }, returnUrl);
      expect(link.origin + link.pathname).toBe("http://localhost:5400/account/reset-password");
      expect(link.searchParams.get("returnUrl")).toBe(returnUrl);
      expect(state).toMatch(/^[\w-]{43}$/);
      expect(mail).toMatchObject({
        channel: "mail",
        language: "de",
        subject: "Ein neues Passwort für Northwind Payroll",
      });
      expect(mail.text).toContain("Für Ihr Konto greta groß bei");
      expect(mail.text).toContain("60 Minuten");
    });

    it("speaks the page's language to an account that has none", async () => {
      const user = await addPerson();
      const browser = server().browser();
      await browser.call("SetLanguage", undefined, { language: "es" });
      await ask(browser, user.username);
      expect((await newest(user)).mail.language).toBe("es");
    });

    it("ends the link before", async () => {
      const { user, browser, state } = await asked();
      server().clock.advance(minute);
      await ask(browser, user.username);
      const second = await newest(user);
      expect((await reset(server().browser(), state)).json.redirect).toBe(
        "/error/link-expired?errorId=passwordLinkExpired",
      );
      expect((await reset(server().browser(), second.state)).json).toEqual({ outcome: "reset" });
    });

    it("keeps the link before where an address got too many mails for another one", async () => {
      const user = await addPerson();
      const other = await addPerson({ email: user.email });
      const askAgain = async (name: string) => {
        expect((await ask(server().browser(), name)).status).toBe(200);
        server().clock.advance(minute / 2);
      };
      await askAgain(user.username);
      const { state } = await newest(user);
      for (let count = 0; count < 4; count += 1) await askAgain(other.username);
      await askAgain(user.username);
      expect(await mailsTo(user)).toHaveLength(5);
      const { json } = await server().browser().call("RedeemState", undefined, { state });
      expect(json).toMatchObject({ step: "choose", username: user.username });
    });

    it("reaches nobody but the account, whatever is typed", async () => {
      const user = await addPerson({ username: "one.recipient" });
      const typed = [
        "one.recipient,evil@attacker.example",
        "one.recipient <evil@attacker.example>",
        "evil@attacker.example",
        'one.recipient"\r\nBcc: evil@attacker.example',
        user.email ?? "",
      ];
      for (const username of typed) {
        const { json } = await ask(server().browser(), username);
        expect(json).toEqual({ outcome: "sent", minutes: 60 });
      }
      expect(await mailsTo(user)).toEqual([]);
      expect(await messagesTo(server(), "evil@attacker.example")).toEqual([]);
      await ask(server().browser(), " ONE.RECIPIENT ");
      expect(await mailsTo(user)).toHaveLength(1);
    });

    it("tells whoever has no password here how to sign in instead", async () => {
      const vendorOnly = await addPerson({ passwordPhc: null, language: "en-GB" });
      const login = { issuer: "https://login.contoso.example", subject: vendorOnly.id, vendorId: "contoso" };
      await linkExternalLogin(
        database.store().db,
        { ...login, userId: vendorOnly.id, displayName: null },
        server().clock.now(),
      );
      const keyOnly = await addPerson({ passwordPhc: null });
      const returnUrl = await server().addRequest();
      for (const { username } of [vendorOnly, keyOnly])
        expect((await ask(server().browser(), username, returnUrl)).json.outcome).toBe("sent");
      const provider = await newest(vendorOnly);
      expect(provider.mail.text).toContain("you sign in with Contoso");
      expect(provider.page).toBe("/account/login?ui_locales=en-GB&returnUrl=%2Fconnect%2Fstart%2Fpayroll");
      const none = await newest(keyOnly);
      expect(none.mail.text).toContain("a passkey, a security key or a one-time token");
      expect(none.state).toBe("");
    });

    it("asks for a challenge where the name failed often", async () => {
      const user = await addPerson();
      const browser = server().browser();
      for (let tries = 0; tries < 3; tries += 1)
        await browser.call("Login", { username: user.username, password: "wrong" });
      const refused = await ask(browser, user.username);
      expect([refused.status, refused.json.type]).toEqual([403, "captcha-required"]);
      expect(await mailsTo(user)).toEqual([]);
      await givePass(server(), browser);
      expect((await ask(browser, user.username)).status).toBe(200);
    });
  });

  describe("an unknown name, a disabled account, one without mail or password, and a locked one", () => {
    /** Everything that can be seen on the way, without what is random. */
    const wayOf = async (username: string): Promise<unknown[]> => {
      const browser = server().browser();
      await browser.call("Token");
      const seen: TestAnswer[] = [];
      for (let times = 0; times < 7; times += 1) {
        seen.push(await ask(browser, username), await ask(server().browser(), username));
        server().clock.advance(minute / 2);
      }
      seen.push(await browser.call("User"));
      // Seconds to wait are of the clock, which goes on while the test runs.
      return seen.map(({ status, headers: { date: _, "retry-after": wait, ...headers }, text }) => ({
        status,
        headers,
        waits: wait !== undefined,
        text: text
          .replace(/"supportCode":"[0-9A-Z-]{9}"/g, '"supportCode":"<code>"')
          .replace(/"count":\d+|\d+ seconds?/g, "<seconds>"),
      }));
    };

    it("look like any other, byte for byte, limits included", async () => {
      const known = await addPerson();
      const disabled = await addPerson({ disabled: true });
      const passwordless = await addPerson({ passwordPhc: null });
      const mailless = await server().addUser({ email: null });
      const usual = await wayOf(known.username);
      const sent = usual.filter((answer) => JSON.stringify(answer).includes('outcome\\":\\"sent'));
      expect(JSON.stringify(usual)).toContain("problems.resendTooSoon");
      expect(JSON.stringify(usual)).toContain("problems.tooMany");
      for (const { username } of [disabled, passwordless, mailless, { username: "nobody-of-all-names" }])
        expect(await wayOf(username), username).toEqual(usual);
      expect(await mailsTo(known)).toHaveLength(sent.length);
      expect(await mailsTo(disabled)).toEqual([]);
    });

    it("get the mail also while wrong passwords lock the name", async () => {
      const user = await addPerson();
      const browser = server().browser();
      await givePass(server(), browser);
      for (let tries = 0; tries < 6; tries += 1)
        await browser.call("Login", { username: user.username, password: "wrong" });
      expect((await ask(browser, user.username)).json).toEqual({ outcome: "sent", minutes: 60 });
      expect(await mailsTo(user)).toHaveLength(1);
    });

    it("cost the same rows, and no hash", async () => {
      const { db } = database.store();
      const tables = ["messages", "tickets", "attempts", "throttle", "audit"] as const;
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
      const { services } = server();
      const { hasher } = services;
      const refuse = () => Promise.reject(new Error("nothing is hashed"));
      services.hasher = { ...hasher, hash: refuse, verify: refuse, verifyDummy: refuse };
      const costs: number[][] = [];
      const people = [
        await addPersonBefore(hasher, {}),
        await addPersonBefore(hasher, { disabled: true }),
        await addPersonBefore(hasher, { passwordPhc: null }),
      ];
      for (const username of [...people.map((user) => user.username), "nobody-who-costs-the-same"]) {
        const browser = server().browser();
        await browser.call("Token");
        const before = await countRows();
        expect((await ask(browser, username)).status).toBe(200);
        costs.push((await countRows()).map((count, index) => count - (before[index] ?? 0)));
      }
      services.hasher = hasher;
      for (const cost of costs) expect(cost).toEqual(costs[0]);
    });

    const addPersonBefore = async (
      hasher: TestServer["services"]["hasher"],
      changes: Parameters<typeof addPerson>[0],
    ) => addPerson({ passwordPhc: await hasher.hash(testPassword), ...changes });
  });

  describe("a mailed link", () => {
    it("spends nothing when it is opened, by whomever and however often", async () => {
      const { user, page, state } = await asked();
      const scanner = server().browser();
      for (const method of ["GET", "HEAD", "GET"])
        expect((await open(scanner, page, method)).status).toBe(200);
      const view = await scanner.call("RedeemState", undefined, { state });
      expect(view.json).toEqual({
        step: "choose",
        username: user.username,
        rules: expect.objectContaining({ minLength: 15, words: ["Vestibule"] }),
      });
      expect(pageStateOf(await open(scanner, page))?.view).toEqual(view.json);
      expect((await reset(server().browser(), state)).json).toEqual({ outcome: "reset" });
    });

    it("has the sign-in that follows begin with the user name, which is kept no longer unless that was asked for", async () => {
      const kept = async (browser: TestClient, state: string) => {
        const { headers } = await reset(browser, state);
        return headers["set-cookie"]?.find((cookie) => cookie.startsWith(`${cookieNames.username}=`));
      };
      const { user, browser, state } = await asked();
      const cookie = await kept(browser, state);
      expect(cookie).toBeDefined();
      expect(cookie).not.toMatch(/max-age|expires/i);
      expect((await browser.call("LoginView")).json.username).toBe(user.username);
      const rememberLogin = { username: user.username, password: chosen, rememberLogin: true };
      expect((await browser.call("Login", rememberLogin)).status).toBe(209);
      await ask(browser, user.username);
      expect(await kept(browser, (await newest(user)).state)).toBeUndefined();
    });

    it("begins with the name of who is half-way there, else of whom the application means, else of who is signed in", async () => {
      const nameAt = async (browser: TestClient) => (await browser.call("RecoverView")).json.username;
      const user = await addPerson();
      const browser = server().browser();
      expect(await nameAt(browser)).toBeNull();
      await browser.signIn(user.username, testPassword);
      expect(await nameAt(browser)).toBe(user.username);
      const returnUrl = await server().addRequest({ login_hint: "somebody.else" });
      const hinted = await browser.call("RecoverView", undefined, { returnUrl });
      expect(hinted.json.username).toBe("somebody.else");
      const halfWay = await addPerson();
      await saveSecondFactor(
        database.store().db,
        halfWay.id,
        { kind: "pin", secret: null, target: halfWay.email },
        server().clock.now(),
      );
      expect((await browser.signIn(halfWay.username, testPassword)).json.outcome).toBe("twoFactorRequired");
      expect(await nameAt(browser)).toBe(halfWay.username);
    });

    it("that the page has lost is asked to be opened again", async () => {
      const { json } = await server().browser().call("RedeemState");
      expect(json).toMatchObject({ step: "openAgain", username: null });
    });

    it("goes on with the waiting application in the browser that it was asked for in", async () => {
      const returnUrl = await server().addRequest();
      const { browser, page } = await asked({}, returnUrl);
      expect((await open(browser, page)).status).toBe(200);
    });

    it("leads to where the application starts in any other browser", async () => {
      const returnUrl = await server().addRequest();
      const { page, state } = await asked({}, returnUrl);
      const other = server().browser();
      const moved = await open(other, page);
      expect(moved.status).toBe(303);
      const address = new URL(moved.headers.location ?? "", "http://localhost:5400");
      expect(address.searchParams.get("returnUrl")).toBe("/connect/start/payroll");
      expect(address.searchParams.get("state")).toBe(state);
      const shown = await open(other, address.pathname + address.search);
      expect([shown.status, pageStateOf(shown)?.partner.partnerId]).toEqual([200, "northwind"]);
    });

    it.each(["late", "used", "made up", "of a disabled account"])(
      "that is %s leads to the page that offers a new one",
      async (what) => {
        const { user, state } = await asked();
        const { db } = database.store();
        const old = what === "made up" ? "m".repeat(43) : state;
        if (what === "late") {
          await handOver(server().services);
          server().clock.advance(60 * minute);
        }
        if (what === "used") await reset(server().browser(), state);
        if (what === "of a disabled account")
          await db.updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
        const browser = server().browser();
        const gone = "/error/link-expired?errorId=passwordLinkExpired&returnUrl=%2Faccount%2Fselect";
        const query = { state: old, returnUrl: "/account/select" };
        const seen = await browser.call("RedeemState", undefined, query);
        expect([seen.status, seen.json.redirect]).toEqual([209, gone]);
        const pressed = await reset(browser, old, "another good harbour wall", {
          returnUrl: "/account/select",
        });
        expect([pressed.status, pressed.json.redirect]).toEqual([209, gone]);
        const page = await open(browser, `/account/reset-password?${new URLSearchParams(query)}`);
        expect([page.status, page.headers.location]).toEqual([303, gone]);
        expect(await signsIn(user, "another good harbour wall")).toBe(false);
      },
    );

    it("stands neither in the log nor readable in the store, and the password nowhere", async () => {
      const { user, page, state } = await asked();
      const browser = server().browser();
      await browser.call("RedeemState", undefined, { state });
      await open(browser, page);
      await reset(browser, state);
      const { db } = database.store();
      const stored = JSON.stringify([
        await db.selectFrom("tickets").selectAll().execute(),
        await db.selectFrom("messages").selectAll().execute(),
        await db.selectFrom("audit").selectAll().execute(),
        await db.selectFrom("users").selectAll().execute(),
      ]);
      for (const secret of [state, chosen]) {
        expect(stored).not.toContain(secret);
        expect(server().log.join("")).not.toContain(secret);
      }
      const events = await db.selectFrom("audit").select("event").where("user_id", "=", user.id).execute();
      expect(events.map(({ event }) => event).sort()).toEqual(["password.recoveryAsked", "password.reset"]);
    });
  });

  describe("a reset", () => {
    it("sets the password, remembers the name, tells it by mail, and signs nobody in", async () => {
      const { user, state } = await asked({ language: "de" });
      const browser = server().browser();
      const answer = await reset(browser, state);
      expect([answer.status, answer.json]).toEqual([200, { outcome: "reset" }]);
      expect(await browser.isSignedIn()).toBe(false);
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      expect((await browser.call("LoginView")).json.username).toBe(user.username);
      const { mail } = await newest(user);
      expect(mail?.subject).toBe("Ihr Passwort bei Vestibule wurde geändert");
      expect(await signsIn(user, testPassword)).toBe(false);
      expect(await signsIn(user, chosen)).toBe(true);
    });

    it("says everything that is wrong at both fields at once, and spends nothing by it", async () => {
      const { user, state } = await asked({ username: "quentin.quill" });
      const refuse = async (newPassword: string, confirmPassword = newPassword) => {
        const body = { state, newPassword, confirmPassword };
        const { status, json } = await server().browser().call("ResetPassword", body);
        const codes = Object.entries(json.codes as Record<string, { code: string }[]>);
        return [
          status,
          Object.fromEntries(codes.map(([field, list]) => [field, list.map(({ code }) => code)])),
        ];
      };
      expect(await refuse("Quentin", "quentin")).toEqual([
        400,
        {
          newPassword: ["validation.passwordMinLength", "validation.containsName"],
          confirmPassword: ["validation.match"],
        },
      ]);
      expect(await refuse("my Vestibule is best")).toEqual([
        400,
        { newPassword: ["validation.containsName"] },
      ]);
      expect(await refuse("password12345678")).toEqual([400, { newPassword: ["validation.common"] }]);
      expect(await refuse("x".repeat(129))).toMatchObject([400, {}]);
      expect(await signsIn(user, testPassword)).toBe(true);
      expect((await reset(server().browser(), state)).json).toEqual({ outcome: "reset" });
    });

    it("happens once, also of twenty at once over two servers", async () => {
      const { user, state } = await asked();
      const second = await startTestServer(database.connect());
      const browsers = Array.from({ length: 20 }, (_, index) => {
        const address = index % 2 === 0 ? server().app.listeningOrigin : second.app.listeningOrigin;
        return new TestClient(address, "http://localhost:5400");
      });
      await Promise.all(browsers.map((browser) => browser.call("Token")));
      const passwords = browsers.map((_, index) => `seven slow boats number ${index}`);
      const answers = await Promise.all(
        browsers.map((browser, index) => reset(browser, state, passwords[index])),
      );
      await second.close();
      const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      expect(won).toHaveLength(1);
      for (const { json } of answers.filter(({ status }) => status !== 200))
        expect(json.redirect).toBe("/error/link-expired?errorId=passwordLinkExpired");
      expect(await signsIn(user, passwords[won[0] ?? 0] ?? "")).toBe(true);
      expect((await mailsTo(user)).filter(({ subject }) => subject?.includes("changed"))).toHaveLength(1);
    });

    it("is told again for a minute to the browser that made it, should its answer be lost, and changes nothing more", async () => {
      const { user, browser, state } = await asked();
      await reset(browser, state);
      expect((await reset(browser, state)).json).toEqual({ outcome: "reset" });
      expect((await reset(browser, state, "another good harbour wall")).status).toBe(209);
      expect((await reset(server().browser(), state)).status).toBe(209);
      expect(await signsIn(user, chosen)).toBe(true);
      expect((await mailsTo(user)).filter(({ subject }) => subject?.includes("changed"))).toHaveLength(1);
      server().clock.advance(minute);
      expect((await reset(browser, state)).status).toBe(209);
    });

    it("that cannot be written down changes nothing, and its link stays good", async () => {
      const { db } = database.store();
      const { user, browser, state } = await asked();
      await browser.signIn(user.username, "wrong");
      await db.schema.alterTable("audit").renameTo("audit_away").execute();
      try {
        expect((await reset(browser, state)).status).toBe(500);
      } finally {
        await db.schema.alterTable("audit_away").renameTo("audit").execute();
      }
      expect(await signsIn(user, chosen)).toBe(false);
      const failures = await db
        .selectFrom("throttle")
        .select("failures")
        .where("key", "like", "name:%")
        .execute();
      expect(failures).toEqual([{ failures: 2 }]);
      expect(await signsIn(user, testPassword)).toBe(true);
      expect((await reset(browser, state)).json.outcome).toBe("reset");
    });

    it("ends sessions, half-way sign-ins and remembered devices of the person, and of nobody else", async () => {
      const { user, state } = await asked();
      const other = await addPerson();
      const factor = { kind: "pin", secret: null, target: user.email } as const;
      const [elsewhere, stranger] = [server().browser(), server().browser()];
      await elsewhere.signIn(user.username, testPassword);
      await stranger.signIn(other.username, testPassword);
      const { db } = database.store();
      await saveSecondFactor(db, user.id, factor, server().clock.now());
      const halfWay = server().browser();
      expect((await halfWay.signIn(user.username, testPassword)).json.outcome).toBe("twoFactorRequired");
      const pin = /(?<!\d)\d{6}(?!\d)/.exec((await mailsTo(user))[0]?.text ?? "")?.[0];
      const remembered = server().browser();
      await remembered.signIn(user.username, testPassword);
      const remember = { id_hash: "a-device", user_id: user.id, created_at: 1, expires_at: 9e15 };
      await db.insertInto("remembered_devices").values(remember).execute();

      expect((await reset(server().browser(), state)).json.outcome).toBe("reset");
      expect(await elsewhere.isSignedIn()).toBe(false);
      expect(await stranger.isSignedIn()).toBe(true);
      const typed = await halfWay.call("LoginWith2FA", { method: "pin", code: pin });
      expect([typed.status, typed.json.errors]).toEqual([400, undefined]);
      expect(await halfWay.isSignedIn()).toBe(false);
      const devices = db.selectFrom("remembered_devices").select("id_hash").where("user_id", "=", user.id);
      expect(await devices.execute()).toEqual([]);
    });

    it("leaves no session to a sign-in that was checking the old password at that moment", async () => {
      const { user, state } = await asked();
      const { services } = server();
      const { hasher } = services;
      const verify: typeof hasher.verify = async (phc, password) => {
        const kept = await hasher.verify(phc, password);
        services.hasher = hasher;
        expect((await reset(server().browser(), state)).json.outcome).toBe("reset");
        return kept;
      };
      services.hasher = { ...hasher, verify };
      const browser = server().browser();
      const late = await browser.signIn(user.username, testPassword);
      expect([late.status, late.json.errors]).toEqual([400, undefined]);
      expect(await browser.isSignedIn()).toBe(false);
      const again = await browser.call("Next", undefined, { button: "skip" });
      expect([again.status, await browser.isSignedIn()]).toEqual([400, false]);
    });

    it("never leaves out the second factor", async () => {
      const { user, state, browser } = await asked();
      const factor = { kind: "sms", secret: null, target: "+15551234567" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      await reset(browser, state);
      expect((await browser.signIn(user.username, chosen)).json).toEqual({ outcome: "twoFactorRequired" });
    });

    it("ends a lock by wrong passwords, and an expired password", async () => {
      const user = await addPerson({ mustChangePassword: true, passwordExpiresAt: 1 });
      const guesser = server().browser();
      await givePass(server(), guesser);
      for (let tries = 0; tries < 6; tries += 1)
        await guesser.call("Login", { username: user.username, password: "wrong" });
      const browser = server().browser();
      await givePass(server(), browser);
      await ask(browser, user.username);
      const { state } = await newest(user);
      await reset(browser, state);
      expect((await browser.signIn(user.username, chosen)).status).toBe(209);
    });

    it("ends the wait of a browser that keeps the name, too", async () => {
      const user = await addPerson();
      const browser = server().browser();
      await givePass(server(), browser);
      const { username } = user;
      await browser.call("Login", { username, password: testPassword, rememberLogin: true });
      await browser.call("Logout", {});
      for (let tries = 0; tries < 5; tries += 1) await browser.call("Login", { username, password: "wrong" });
      expect((await browser.call("Login", { username, password: testPassword })).status).toBe(429);
      await ask(browser, username);
      await reset(browser, (await newest(user)).state);
      expect((await browser.signIn(username, chosen)).status).toBe(209);
    });

    it("by a made-up state counts against the address that tries, a right one does not", async () => {
      const { state } = await asked();
      const browser = server().browser();
      const failures = async () => {
        const rows = await database
          .store()
          .db.selectFrom("throttle")
          .select("failures")
          .where("key", "=", `address:${browser.address}`)
          .execute();
        return rows[0]?.failures ?? 0;
      };
      await reset(browser, "n".repeat(43));
      expect(await failures()).toBe(1);
      await reset(browser, state, "short");
      await reset(browser, state);
      expect(await failures()).toBe(1);
    });

    it("cannot be bent to another person by more than the state", async () => {
      const { state } = await asked();
      const victim = await addPerson();
      const browser = server().browser();
      const body = { state, username: victim.username, ...bothTimes(chosen) };
      expect((await browser.call("ResetPassword", body)).status).toBe(400);
      expect(await signsIn(victim, testPassword)).toBe(true);
    });

    it("keeps the person signed in where they reset it themselves", async () => {
      const { user, state } = await asked();
      const own = server().browser();
      await own.signIn(user.username, testPassword);
      await reset(own, state);
      expect(await own.isSignedIn()).toBe(true);
    });
  });

  describe("without script", () => {
    it("a link is asked for, opened and spent by native forms", async () => {
      const user = await addPerson();
      const browser = server().browser();
      const sent = await postForm(browser, "/account/recover", { username: user.username });
      expect(pageStateOf(sent)?.view).toEqual({ outcome: "sent", minutes: 60, step: "sent" });
      const { page } = await newest(user);
      const fields = { [nativeFields.step]: "choose", newPassword: "short", confirmPassword: "shorter" };
      const wrong = await postForm(browser, page, fields);
      expect(wrong.status).toBe(400);
      expect(pageStateOf(wrong)).toMatchObject({
        values: {},
        problems: { newPassword: [{ code: "validation.passwordMinLength" }], confirmPassword: [{}] },
      });
      const right = await postForm(browser, page, { [nativeFields.step]: "choose", ...bothTimes(chosen) });
      expect([right.status, right.headers.location]).toEqual([303, "/account/login?ui_locales=en-GB"]);
      const landed = pageStateOf(await open(browser, "/account/login"));
      expect([landed?.say, landed?.view.username]).toEqual(["messages.passwordReset", user.username]);
    });
  });
});
