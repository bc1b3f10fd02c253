import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { writeAudits } from "../store/audit.ts";
import { insertUser } from "../store/users.ts";
import { exportAccounts, listAccounts } from "./list-accounts.ts";

const heads = {
  list: "username,displayName,roles,disabled,password,secondFactors,secondFactorRequired,createdAt,lastSignInAt",
  export:
    "username,displayName,email,phone,language,roles,customers,mustChangePassword,secondFactorRequired,disabled,dateOfBirth",
};

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

onEachDatabase((database) => {
  test("the columns are told where nobody has an account yet, and once where somebody does", async () => {
    const { db } = database.store();
    expect(await linesOf(listAccounts(db, false))).toEqual([heads.list]);
    expect(await linesOf(exportAccounts(db, false))).toEqual([heads.export]);
    expect(await linesOf(exportAccounts(db, true))).toEqual([]);

    const { id } = await insertUser(
      db,
      { username: "anna", displayName: "Anna, A.", roles: ["ADMIN", "EMPLOYEE"] },
      0,
    );

    expect(await linesOf(listAccounts(db, false))).toEqual([
      heads.list,
      'anna,"Anna, A.",ADMIN;EMPLOYEE,false,,,false,1970-01-01T00:00:00.000Z,',
    ]);
    expect(await linesOf(exportAccounts(db, false))).toEqual([
      heads.export,
      'anna,"Anna, A.",,,,ADMIN;EMPLOYEE,,false,false,false,',
    ]);

    const other = await insertUser(db, { username: "ben", displayName: "Ben" }, 0);
    for (const [at, event] of [
      [1000, "signIn.completed"],
      [3000, "signIn.completed"],
      [5000, "signOut"],
    ] as const)
      await writeAudits(db, [{ event, userId: id }], at);
    await writeAudits(db, [{ event: "signIn.failed", userId: other.id }], 7000);
    expect((await linesOf(listAccounts(db, false))).map((line) => line.split(",").at(-1))).toEqual([
      "lastSignInAt",
      "1970-01-01T00:00:03.000Z",
      "",
    ]);
  });
});
