import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/server/crypto.ts";
import { createPasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { replaceRecoveryCodes } from "../../src/server/store/recovery-codes.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import { issueTicket } from "../../src/server/store/tickets.ts";
import type { User } from "../../src/server/store/users.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";

const chosen = "seven slow boats upstream";
const people = 24;
const wrongTries = 4;

/** Somebody for whom everything happens at once when the server is killed. */
interface Person {
  user: User;
  /** Of a link to a new password. */
  state: string;
  /** Somebody else, who has this recovery code. */
  coded: User;
  code: string;
}

describe.each(["sqlite", "postgres"] as const)("a server on %s that is killed while it works", (kind) => {
  let server: RunningServer;
  const crowd: Person[] = [];
  /** Answers that reached us, and what was sent, by what it was and for whom. */
  const answered = {
    wrong: new Map<string, number>(),
    reset: new Set<string>(),
    codeUsed: new Set<string>(),
  };

  beforeAll(async () => {
    server = await RunningServer.start(kind);
    const { db } = server.store;
    for (let index = 0; index < people; index++) {
      const [user, coded] = [await server.addUser(), await server.addUser()];
      const state = await issueTicket(
        db,
        "passwordReset",
        { data: { userId: user.id }, browserHash: null, life: 3_600_000 },
        Date.now(),
      );
      const code = String(index).padStart(20, "7");
      await saveSecondFactor(
        db,
        coded.id,
        { kind: "sms", secret: null, target: `+155501${1000 + index}` },
        Date.now(),
      );
      await replaceRecoveryCodes(db, [server.secretKey], coded.id, [code], Date.now());
      crowd.push({ user, state, coded, code });
    }
    await killInTheMiddle();
    await server.restart();
  }, 120_000);
  afterAll(() => server.remove());

  async function killInTheMiddle() {
    let answers = 0;
    const half = Promise.withResolvers<void>();
    const count = () => {
      answers += 1;
      if (answers >= people * 2.5) half.resolve();
    };
    const work = crowd.flatMap(({ user, state, coded, code }) => [
      async () => {
        const guesser = server.browser();
        for (let tries = 0; tries < wrongTries; tries++) {
          const { status } = await guesser.call("Login", { username: user.username, password: "wrong" });
          if (status === 400) answered.wrong.set(user.id, (answered.wrong.get(user.id) ?? 0) + 1);
          count();
        }
      },
      async () => {
        const body = { state, newPassword: chosen, confirmPassword: chosen };
        const { json } = await server.browser().call("ResetPassword", body);
        if (json.outcome === "reset") answered.reset.add(user.id);
        count();
      },
      async () => {
        const browser = server.browser();
        await browser.call("Login", { username: coded.username, password: testPassword });
        const { json } = await browser.call("LoginWithRecoveryCode", { code });
        if (json.outcome === "codeUsed") answered.codeUsed.add(coded.id);
        count();
      },
    ]);
    // What breaks off with the server is what this is about.
    const all = Promise.all(work.map((one) => one().catch(() => undefined)));
    await Promise.race([half.promise, all]);
    await server.kill();
    await all;
    expect(answers).toBeGreaterThan(people);
    expect(answered.reset.size + answered.codeUsed.size).toBeLessThan(people * 2);
  }

  const auditOf = async (user: User, event: string) => {
    const rows = await server.store.db.selectFrom("audit").selectAll().where("event", "=", event).execute();
    return rows.filter((row) => row.user_id === user.id).length;
  };

  it("starts again on a clean database", async () => {
    const { db } = server.store;
    if (kind === "sqlite") {
      const { rows } = await sql`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    } else {
      // What was under way is neither open nor holds anything up.
      const { rows } = await sql`select state, query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
        and (state like 'idle in transaction%' or wait_event_type = 'Lock')`.execute(db);
      expect(rows).toEqual([]);
    }
    expect(server.log().filter(({ level }) => level === "error")).toEqual([]);
  });

  it("lost no audit line of what it had answered", async () => {
    for (const { user, coded } of crowd) {
      const failed = await auditOf(user, "signIn.failed");
      expect(failed).toBeGreaterThanOrEqual(answered.wrong.get(user.id) ?? 0);
      expect(failed).toBeLessThanOrEqual(wrongTries);
      const resets = await auditOf(user, "password.reset");
      expect(resets).toBeLessThanOrEqual(1);
      if (answered.reset.has(user.id)) expect(resets).toBe(1);
      if (answered.codeUsed.has(coded.id)) expect(await auditOf(coded, "signIn.secondFactorProven")).toBe(1);
    }
    for (const { size } of Object.values(answered)) expect(size).toBeGreaterThan(0);
  });

  it("has counted every try that it had answered, and none that was not made", async () => {
    const rows = await server.store.db.selectFrom("throttle").selectAll().execute();
    for (const { user } of crowd) {
      const failures = rows.find(({ key }) => key === `name:${sha256(user.usernameFold)}`)?.failures ?? 0;
      // A new password ends the count of its name.
      if (!answered.reset.has(user.id) && (await auditOf(user, "password.reset")) === 0)
        expect(failures).toBeGreaterThanOrEqual(answered.wrong.get(user.id) ?? 0);
      expect(failures).toBeLessThanOrEqual(wrongTries);
    }
  });

  it("has used each link and set its password, or neither", async () => {
    const { db } = server.store;
    const hasher = createPasswordHasher({ memoryKib: 19_456, passes: 2, concurrency: 2 });
    for (const { user, state } of crowd) {
      const ticket = await db
        .selectFrom("tickets")
        .select("used_at")
        .where("hash", "=", sha256(state))
        .executeTakeFirst();
      const isSpent = ticket === undefined || ticket.used_at !== null;
      const row = await db
        .selectFrom("users")
        .select("password_phc")
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow();
      expect(await hasher.verify(row.password_phc ?? "", isSpent ? chosen : testPassword)).not.toBeNull();
      if (answered.reset.has(user.id)) expect(isSpent).toBe(true);
    }
  });

  it("takes each recovery code once, before or after", async () => {
    const { db } = server.store;
    const spent = { codes: { code: [{ code: "problems.recoveryCodeUsed" }] } };
    for (const { coded, code } of crowd) {
      const { used_at } = await db
        .selectFrom("recovery_codes")
        .select("used_at")
        .where("user_id", "=", coded.id)
        .executeTakeFirstOrThrow();
      if (answered.codeUsed.has(coded.id)) expect(used_at).not.toBeNull();
      const present = async () => {
        const browser = server.browser();
        await db.deleteFrom("throttle").execute();
        await browser.call("Login", { username: coded.username, password: testPassword });
        return (await browser.call("LoginWithRecoveryCode", { code })).json;
      };
      const answers = [await present(), await present()];
      expect(answers).toMatchObject([used_at === null ? { outcome: "codeUsed", left: 0 } : spent, spent]);
    }
  });
});
