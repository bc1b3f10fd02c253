import { copyFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onSqlite } from "../../../tests/support/databases.ts";
import { backUp } from "./backup.ts";
import { addCredential } from "./credentials.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { Db } from "./tables.ts";
import { deleteDisabled, insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const texts = ["gone-7", "Gone Person", "Gone's phone", "Stays Here"];

onSqlite((database) => {
  test("nothing of an account that is deleted can be read in the file, nor in a copy made afterwards", async () => {
    const { db } = database.store();
    const { databaseFile } = database.settings();
    const names = (index: number) => ({ username: `gone-${index}`, email: `gone-${index}@payroll.example` });
    const key = {
      publicKey: "k".repeat(2000),
      counter: 0,
      transports: [],
      backupEligible: false,
      backedUp: false,
    };
    const users = [];
    // As many as leave whole pages behind, too.
    for (let index = 0; index < 300; index += 1) {
      const user = { ...names(index), displayName: "Gone Person", disabled: true };
      users.push(await insertUser(db, user, now));
      await addCredential(
        db,
        { id: `c${index}`, userId: users[index]?.id ?? "", name: "Gone's phone", ...key },
        now,
      );
    }
    const stays = await insertUser(db, { username: "stays", displayName: "Stays Here" }, now);
    await writeBack(db);
    expect(readable(databaseFile)).toEqual(texts);
    for (const { id } of users) await deleteDisabled(db, id);
    await writeBack(db);
    const copy = `${databaseFile}.copy`;
    await backUp(databaseFile, copy);
    expect(readable(databaseFile)).toEqual([stays.displayName]);
    expect(readable(copy)).toEqual([stays.displayName]);
  });

  test("nothing is written while the file is away or another stands in its place, and all goes on once it is back", async () => {
    const { db, ping } = database.store();
    const { databaseFile } = database.settings();
    const away = `${databaseFile}.away`;
    const add = (username: string) => insertUser(db, { username, displayName: "Robin" }, now);
    await add("before");
    renameSync(databaseFile, away);
    await expect(ping()).rejects.toThrow(StoreUnavailable);
    await expect(add("deleted")).rejects.toThrow(StoreUnavailable);
    copyFileSync(away, databaseFile);
    await expect(add("replaced")).rejects.toThrow(StoreUnavailable);
    rmSync(databaseFile);
    renameSync(away, databaseFile);
    await ping();
    expect((await add("after")).username).toBe("after");
    const users = await db.selectFrom("users").select("username").orderBy("username").execute();
    expect(users.map(({ username }) => username).filter((name) => !name.startsWith("gone"))).toEqual([
      "after",
      "before",
      "stays",
    ]);
  });
});

/** Brings what lies beside the file into it. */
async function writeBack(db: Db): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

function readable(file: string): string[] {
  const bytes = readFileSync(file);
  return texts.filter((text) => bytes.includes(text));
}
