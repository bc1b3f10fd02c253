import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { applicationsOfLine, saveSessionApplication } from "./session-applications.ts";

onEachDatabase((database) => {
  it("tells of a line of sessions what was entered in it, and nothing of another's", async () => {
    const { db } = database.store();
    const now = Date.now();
    const keys = [randomBytes(32)] as const;
    const enter = async () => {
      const [line, grantId] = [randomUUID(), randomUUID()];
      const entered = { clientId: "web", customerId: null, sid: randomUUID(), grantId, enteredAt: now };
      const application = { ...entered, persistsLogout: false };
      await saveSessionApplication(db, keys, line, application, now + 60_000);
      return { line, application };
    };
    for (const { line, application } of [await enter(), await enter()])
      expect(await applicationsOfLine(db, keys, line)).toEqual([application]);
  });
});
