import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { writeAudits } from "./audit.ts";

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
});
