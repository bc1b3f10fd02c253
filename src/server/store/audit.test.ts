import { sql } from "kysely";
import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { countEvents, eventCountQuery, writeAudits } from "./audit.ts";

onEachDatabase((database) => {
  test("keeps what happened, also where it was nobody's account", async () => {
    const { db } = database.store();
    const entry = { event: "signIn.failed", address: "192.0.2.1", supportCode: "A1" };
    await writeAudits(db, [{ ...entry, detail: { reason: "unknown" } }], 1_700_000_000_000);
    const [row] = await db.selectFrom("audit").selectAll().execute();
    expect(row).toMatchObject({
      at: 1_700_000_000_000,
      event: "signIn.failed",
      user_id: null,
      address: "192.0.2.1",
      support_code: "A1",
      detail: '{"reason":"unknown"}',
    });
  });

  test("counts events by the minute, from a moment on", async () => {
    const { db } = database.store();
    const start = 1_710_000_000_000;
    const write = (event: string, after: number) => writeAudits(db, [{ event }], start + after);
    const happened = [0, 59_999, 60_000, 60_001];
    await Promise.all(happened.map((after) => write("signIn.completed", after)));
    await Promise.all([write("signIn.failed", 60_500), write("signOut", 0), write("signIn.failed", -1)]);
    const counts = await countEvents(db, ["signIn.completed", "signIn.failed"], start);
    expect(counts.toSorted((a, b) => a.event.localeCompare(b.event) || a.minute - b.minute)).toEqual([
      { event: "signIn.completed", minute: start, count: 2 },
      { event: "signIn.completed", minute: start + 60_000, count: 2 },
      { event: "signIn.failed", minute: start + 60_000, count: 1 },
    ]);
  });

  test("counts by an index, however much happened before", async () => {
    const { db } = database.store();
    const rows = Array.from({ length: 1000 }, (_, index) => ({ at: index * 1000, event: `e${index % 20}` }));
    for (let batch = 0; batch < 20; batch++) {
      const some = rows.map((row, index) => ({ ...row, id: `${batch}-${index}`, detail: "{}" }));
      await db.insertInto("audit").values(some).execute();
    }
    await sql.raw(database.kind === "sqlite" ? "analyze" : "vacuum analyze audit").execute(db);
    const query = eventCountQuery(db, ["e1", "e2"], 990_000).compile();
    const explain = database.kind === "sqlite" ? "explain query plan" : "explain";
    const { rows: lines } = await db.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
    const plan = JSON.stringify(lines);
    expect(plan).toContain("audit_by_event_at");
    expect(plan).not.toMatch(/seq scan|scan audit\b/i);
  });
});
