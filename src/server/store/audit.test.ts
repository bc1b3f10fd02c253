import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { writeAudit } from "./audit.ts";

onEachDatabase((database) => {
  test("keeps what happened, also to names that do not exist", async () => {
    const { db } = database.store();
    const entry = { event: "signIn.failed", usernameFold: "nobody", address: "192.0.2.1", supportCode: "A1" };
    await writeAudit(db, { ...entry, detail: { reason: "unknown" } }, 1_700_000_000_000);
    const [row] = await db.selectFrom("audit").selectAll().execute();
    expect(row).toMatchObject({
      at: 1_700_000_000_000,
      event: "signIn.failed",
      user_id: null,
      username_fold: "nobody",
      address: "192.0.2.1",
      support_code: "A1",
      detail: '{"reason":"unknown"}',
    });
  });
});
