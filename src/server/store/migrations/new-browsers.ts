import type { AnyDb } from "./columns.ts";

/** When people were told last of a sign-in in a browser that was new to their account. */
export async function newBrowsers(db: AnyDb): Promise<void> {
  await db.schema.alterTable("users").addColumn("new_browser_told_at", "bigint").execute();
}
