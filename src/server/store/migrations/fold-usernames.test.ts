import { expect, test } from "vitest";
import { insertBareUser } from "../../../../tests/support/bare-user.ts";
import { createTemporaryDatabase, onEachDatabase } from "../../../../tests/support/databases.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { openStore } from "../store.ts";
import { findUserByName } from "../users.ts";

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
      for (let index = 0; index < 600; index += 1) await insertBareUser(db, `a${index}`);
      for (const [username, fold] of Object.entries(oldFold)) await insertBareUser(db, username, fold);

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
