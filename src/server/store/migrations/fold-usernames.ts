import { foldUsername } from "../../domain/fold.ts";
import type { AnyDb } from "./columns.ts";
import { pagesOf } from "./pages.ts";

type User = Record<"id" | "username" | "username_fold", string>;

/** Compares user names by what they would be compared by today. Where an account has that name already, the other is left as it was. */
export async function foldUsernames(db: AnyDb): Promise<void> {
  for await (const rows of pagesOf<User>(db, "users", ["id", "username", "username_fold"])) {
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
