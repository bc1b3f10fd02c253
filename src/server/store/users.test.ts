import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import {
  findUser,
  findUserByName,
  holdAccount,
  insertUser,
  renewVersion,
  setLanguage,
  UsernameTaken,
  upgradeHash,
  usernamesOfMail,
} from "./users.ts";

const now = 1_700_000_000_000;

onEachDatabase((database) => {
  test("is found by every spelling of the name", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "Anna.Weiß", displayName: "Anna", roles: ["ADMIN"] }, now);
    expect(await findUserByName(db, "anna.weiß")).toEqual(user);
    expect(await findUserByName(db, "ＡＮＮＡ.WEISS ")).toEqual(user);
    expect(await findUser(db, user.id)).toEqual(user);
    expect(user).toMatchObject({ roles: ["ADMIN"], disabled: false, createdAt: now });
  });

  test("is found by its mail address as it is kept, in whichever letters, and in the other case of Latin ones", async () => {
    const { db } = database.store();
    await insertUser(db, { username: "ünal", displayName: "Ü", email: "Ünal@Bücher.example" }, now);
    await insertUser(db, { username: "robin", displayName: "R", email: "Robin@mail.example" }, now);
    expect(await usernamesOfMail(db, "Ünal@Bücher.example")).toEqual(["ünal"]);
    expect(await usernamesOfMail(db, "robin@MAIL.example")).toEqual(["robin"]);
  });

  test("cannot double another's name by a look-alike spelling", async () => {
    const { db } = database.store();
    await insertUser(db, { username: "double", displayName: "First" }, now);
    const second = insertUser(db, { username: "Dou\u200Bble", displayName: "Second" }, now);
    await expect(second).rejects.toBeInstanceOf(UsernameTaken);
    expect((await findUserByName(db, "double"))?.displayName).toBe("First");
  });

  test("has the same roles by number, numeric string and name", async () => {
    const { db } = database.store();
    const person = { username: "roles", displayName: "R", roles: [4, "7", "HR_ADMIN", "MANAGER"] as const };
    const { id } = await insertUser(db, person, now);
    expect((await findUser(db, id))?.roles).toEqual(["VENDOR_OPERATIONS", "HR_ADMIN", "MANAGER"]);
    // As another system may have written them.
    await db.updateTable("users").set({ roles: '["3", 1, "ROOT"]' }).where("id", "=", id).execute();
    expect((await findUser(db, id))?.roles).toEqual(["VENDOR_SUPPORT", "EMPLOYEE"]);
  });

  test("keeps a password that changed while its hash was upgraded", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "upgrade", displayName: "U", passwordPhc: "a" }, now);
    await upgradeHash(db, user.id, "a", "b");
    await upgradeHash(db, user.id, "a", "c");
    expect((await findUser(db, user.id))?.passwordPhc).toBe("b");
  });

  test("is held in the version that it has, and none that there is not", async () => {
    const { db } = database.store();
    const { id, version } = await insertUser(db, { username: "held", displayName: "H" }, now);
    expect(await holdAccount(db, id)).toBe(version);
    await renewVersion(db, id, version + 1);
    expect([await holdAccount(db, id), await holdAccount(db, "nobody")]).toEqual([version + 1, undefined]);
  });

  test("keeps the language", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "language", displayName: "L" }, now);
    await setLanguage(db, user.id, "fr-CA");
    expect((await findUser(db, user.id))?.language).toBe("fr-CA");
  });
});
