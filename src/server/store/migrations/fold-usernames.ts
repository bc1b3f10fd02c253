import { foldUsername } from "../../domain/fold.ts";
import type { AnyDb } from "./columns.ts";

const batchSize = 500;

/** Compares user names by what they would be compared by today. Where an account has that name already, the other is left as it was. */
export async function foldUsernames(db: AnyDb): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("users")
      .select(["id", "username", "username_fold"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    const next = rows.at(-1);
    if (next === undefined) return;
    last = next.id;
    for (const { id, username, username_fold } of rows) {
      const fold = foldUsername(username);
      if (fold === username_fold) continue;
      const isTaken = await db
        .selectFrom("users")
        .select("id")
        .where("username_fold", "=", fold)
        .executeTakeFirst();
      if (isTaken === undefined)
        await db.updateTable("users").set({ username_fold: fold }).where("id", "=", id).execute();
    }
  }
}
