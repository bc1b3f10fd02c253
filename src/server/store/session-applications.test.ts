import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import {
  applicationsOfLine,
  continueLine,
  deleteLine,
  lineOfSession,
  saveSessionApplication,
} from "./session-applications.ts";

onEachDatabase((database) => {
  const now = Date.now();
  const keys = [randomBytes(32)] as const;
  const enter = async () => {
    const [line, grantId] = [randomUUID(), randomUUID()];
    const entered = { clientId: "web", customerId: null, sid: randomUUID(), grantId, enteredAt: now };
    const application = { ...entered, persistsLogout: false };
    await saveSessionApplication(database.store().db, keys, line, application, now + 60_000);
    return { line, application };
  };

  it("tells of a line of sessions what was entered in it, and nothing of another's", async () => {
    const { db } = database.store();
    for (const { line, application } of [await enter(), await enter()])
      expect(await applicationsOfLine(db, keys, line)).toEqual([application]);
  });

  it("keeps longer and forgets what was entered in one line alone", async () => {
    const { db } = database.store();
    const [one, other] = [await enter(), await enter()];
    const next = { one: randomUUID(), other: randomUUID() };
    const ends = async (line: string) => {
      const rows = db.selectFrom("oidc_records").select("expires_at").where("uid", "=", line).distinct();
      return (await rows.execute()).map(({ expires_at }) => expires_at);
    };
    await continueLine(db, { line: one.line, next: next.one }, now + 120_000);
    expect([await ends(one.line), await ends(other.line)]).toEqual([[now + 120_000], [now + 60_000]]);
    await continueLine(db, { line: other.line, next: next.other }, now + 120_000);
    await deleteLine(db, one.line);
    expect(await applicationsOfLine(db, keys, one.line)).toEqual([]);
    expect(await lineOfSession(db, next.one)).toBe(next.one);
    expect(await applicationsOfLine(db, keys, other.line)).toEqual([other.application]);
    expect(await lineOfSession(db, next.other)).toBe(other.line);
  });
});
