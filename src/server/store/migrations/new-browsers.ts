import type { AnyDb } from "./columns.ts";

/** When somebody signed in last in a browser that was new to the account. */
export async function newBrowsers(db: AnyDb): Promise<void> {
  await db.schema.alterTable("users").addColumn("new_browser_at", "bigint").execute();
}
