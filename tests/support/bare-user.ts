import type { Db } from "../../src/server/store/tables.ts";

/** Adds an account by the columns that it cannot be without, which every version of the schema has. */
export async function insertBareUser(db: Db, username: string, usernameFold = username): Promise<void> {
  const bare = {
    id: username,
    username,
    username_fold: usernameFold,
    display_name: username,
    roles: "[]",
    must_change_password: 0,
    disabled: 0,
    second_factor_required: 0,
    created_at: 1,
    version: 1,
  } as const;
  await db.insertInto("users").values(bare).execute();
}
