import { expect, test } from "vitest";
import { createTemporaryDatabase, onEachDatabase } from "../../../../tests/support/databases.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { openStore } from "../store.ts";
import { findUserByName, insertUser } from "../users.ts";

/** As user names were folded before. */
const oldFold: Record<string, string> = {
  STRAẞE: "straße",
  "an\u034Fna": "an\u034Fna",
  GROẞ: "groß",
  gross: "gross",
};

onEachDatabase(({ kind }) => {
  test("accounts of before are found by their names once the database is brought up to date, but where two have become one", async () => {
    const { settings, drop } = await createTemporaryDatabase(kind);
    const store = openStore(settings, { warn: () => undefined });
    const { db } = store;
    try {
      const all = Object.entries(migrations(kind));
      await migrate(db, Object.fromEntries(all.filter(([name]) => name <= "016-fold-scripts")));
      // More than are read at once.
      for (let index = 0; index < 600; index += 1)
        await insertUser(db, { id: `a${index}`, username: `a${index}`, displayName: "A" }, 1);
      for (const [username, username_fold] of Object.entries(oldFold)) {
        const { id } = await insertUser(db, { username: `old-${username}`, displayName: "Old" }, 1);
        await db.updateTable("users").set({ username, username_fold }).where("id", "=", id).execute();
      }

      await migrate(db, migrations(kind));

      const found = async (name: string) => (await findUserByName(db, name))?.username;
      for (const [name, username] of [
        ["STRAẞE", "STRAẞE"],
        ["straße", "STRAẞE"],
        ["anna", "an\u034Fna"],
        ["gross", "gross"],
        ["GROẞ", "gross"],
        ["a599", "a599"],
      ] as const)
        expect([name, await found(name)]).toEqual([name, username]);
    } finally {
      await store.close();
      await drop();
    }
  });
});
