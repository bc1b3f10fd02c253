import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { findUser, findUserByName, insertUser, setLanguage, UsernameTaken, upgradeHash } from "./users.ts";

const now = 1_700_000_000_000;

onEachDatabase((database) => {
  test("is found by every spelling of the name", async () => {
    const { db } = database.store();
    const user = await insertUser(
      db,
      { username: "Anna.Weiß", displayName: "Anna", roles: ["ADMIN"], allCustomers: true },
      now,
    );
    expect(await findUserByName(db, "anna.weiß")).toEqual(user);
    expect(await findUserByName(db, "ＡＮＮＡ.WEISS ")).toEqual(user);
    expect(await findUser(db, user.id)).toEqual(user);
    expect(user).toMatchObject({ roles: ["ADMIN"], allCustomers: true, disabled: false, createdAt: now });
  });

  test("cannot double another's name by a look-alike spelling", async () => {
    const { db } = database.store();
    await insertUser(db, { username: "double", displayName: "First" }, now);
    const second = insertUser(db, { username: "Dou\u200Bble", displayName: "Second" }, now);
    await expect(second).rejects.toBeInstanceOf(UsernameTaken);
    expect((await findUserByName(db, "double"))?.displayName).toBe("First");
  });

  test("keeps a password that changed while its hash was upgraded", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "upgrade", displayName: "U", passwordPhc: "a" }, now);
    await upgradeHash(db, user.id, "a", "b");
    await upgradeHash(db, user.id, "a", "c");
    expect((await findUser(db, user.id))?.passwordPhc).toBe("b");
  });

  test("keeps the language", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "language", displayName: "L" }, now);
    await setLanguage(db, user.id, "fr-CA");
    expect((await findUser(db, user.id))?.language).toBe("fr-CA");
  });
});
