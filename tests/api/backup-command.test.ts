import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/server/store/store.ts";
import { onSqlite } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer, suiteServer, testPassword } from "../support/server.ts";

onSqlite((database) => {
  const server = suiteServer(database);
  let folder = "";
  let file = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vestibule-backup-"));
    file = join(folder, "backup.sqlite");
  });
  afterAll(() => rm(folder, { recursive: true }));

  const keyOfServer = () => server().services.settings.secretKeys[0].toString("base64");
  const backup = (to: string) =>
    runOperator(database, "backup", [to], { environment: { VESTIBULE_SECRET_KEY: keyOfServer() } });
  const restore = (from: string, databaseFile: string, key = keyOfServer()) =>
    runOperator(database, "restore", [from], {
      environment: { VESTIBULE_DATABASE_FILE: databaseFile, VESTIBULE_SECRET_KEY: key },
    });

  /** Signs people in, one after the other, as long as some work lasts; gives how many did. */
  async function underLoad(work: () => Promise<unknown>): Promise<number> {
    const done = work().then(() => "done");
    let count = 0;
    while ((await Promise.race([done, Promise.resolve("goes on")])) !== "done") {
      const { username } = await server().addUser();
      expect((await server().browser().signIn(username, testPassword)).status).toBe(209);
      count += 1;
    }
    return count;
  }

  describe("a backup", () => {
    it("is whole although people sign in meanwhile, and signs in whoever was there, restored elsewhere", async () => {
      const person = await addPersonWith(server(), ["authenticator"], ["12345678901234567890"]);
      // The key that seals what is in the database.
      await server().browser().send("/connect/jwks");
      let ended = { code: 1, output: "", error: "" };
      const count = await underLoad(async () => {
        ended = await backup(file);
      });
      expect(count).toBeGreaterThan(0);
      expect(ended).toEqual({
        code: 0,
        output: `${file} is written and proven. It holds secrets, readable by its owner alone.\n`,
        error:
          "Without the server's key (VESTIBULE_SECRET_KEY) it is worth nothing: keep that too, in another place.\n",
      });
      expect((await stat(file)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
      expect(await readdir(folder)).toEqual(["backup.sqlite"]);

      const elsewhere = join(folder, "elsewhere", "restored.sqlite");
      expect((await restore(file, elsewhere)).output).toBe(`${elsewhere} is now what ${file} holds.\n`);
      const store = openStore({ databaseUrl: undefined, databaseFile: elsewhere }, { warn: () => undefined });
      await store.migrate();
      const other = await startTestServer(store);
      const browser = other.browser();
      await givePassword(browser, person);
      expect((await giveCode(browser, "authenticator", appCode(other))).status).toBe(209);
      await other.close();
      await store.close();
    });

    it("overwrites nothing", async () => {
      const before = await readFile(file);
      const refused = await backup(file);
      expect([refused.code, refused.error]).toEqual([1, `${file} is there already: name another file.\n`]);
      expect((await readFile(file)).equals(before)).toBe(true);
    });
  });

  describe("a restore", () => {
    it("keeps what was there before, and what a killed server left beside it", async () => {
      const place = join(folder, "again.sqlite");
      await restore(file, place);
      await writeFile(`${place}-wal`, "left behind");
      const { output } = await restore(file, place);
      const kept = /kept as (.*)\.\n/.exec(output)?.[1] ?? "";
      expect(existsSync(kept)).toBe(true);
      expect(existsSync(`${place}-wal`)).toBe(false);
    });

    it.skipIf(process.platform === "win32")(
      "leaves the database to its owner alone, whoever restores whatever copy",
      async () => {
        const place = join(folder, "owned", "restored.sqlite");
        const readable = join(folder, "readable.sqlite");
        await copyFile(file, readable);
        await chmod(readable, 0o644);
        await restore(readable, place);
        expect((await stat(place)).mode & 0o777).toBe(0o600);
        const isRoot = process.getuid?.() === 0;
        if (isRoot) await chown(place, 1234, 1235);
        await restore(readable, place);
        const { mode, uid } = await stat(place);
        expect([mode & 0o777, uid]).toEqual([0o600, isRoot ? 1234 : process.getuid?.()]);
      },
    );

    it("refuses while a server has the database open", async () => {
      const place = database.settings().databaseFile;
      const refused = await restore(file, place);
      expect(refused.code).toBe(1);
      expect(refused.error).toBe(`${place} is in use: stop the server, and every command on it, first.\n`);
      expect((await server().browser().send("/readyz")).status).toBe(200);
    });

    it("refuses what is no whole database of this version and what its key does not open, and changes nothing", async () => {
      const place = join(folder, "untouched.sqlite");
      await writeFile(place, "as it was");
      const text = join(folder, "text.sqlite");
      await writeFile(text, "no database at all, though long enough to be one".repeat(50));
      const other = join(folder, "other.sqlite");
      new DatabaseSync(other).exec("create table songs (name text)");
      const newer = join(folder, "newer.sqlite");
      await writeFile(newer, await readFile(file));
      new DatabaseSync(newer).exec("insert into kysely_migration values ('999-of-tomorrow', '2031')");
      const cut = join(folder, "cut.sqlite");
      await writeFile(cut, (await readFile(file)).subarray(0, 20 * 4096));
      const wrong: [string, RegExp][] = [
        [text, /^The file is no database of this server\.$/m],
        [other, /^The file is no database of this server\.$/m],
        [
          newer,
          /^The file is of a newer version of the server \(it has 999-of-tomorrow\): use that version\.$/m,
        ],
        [cut, /^The file is (damaged|no database)/m],
        [join(folder, "nowhere.sqlite"), /^There is no file /m],
      ];
      for (const [from, words] of wrong) {
        const { code, output, error } = await restore(from, place);
        expect([from, code, output]).toEqual([from, 1, ""]);
        expect(error).toMatch(words);
      }
      const keyless = await restore(file, place, randomBytes(32).toString("base64"));
      expect([keyless.code, keyless.error]).toEqual([
        1,
        expect.stringContaining("VESTIBULE_SECRET_KEY is not"),
      ]);
      expect(await readFile(place, "utf8")).toBe("as it was");
      expect((await readdir(folder)).filter((name) => name.startsWith("untouched"))).toEqual([
        "untouched.sqlite",
      ]);
    });
  });

  it("on PostgreSQL its own commands are named", async () => {
    const environment = { DATABASE_URL: "postgres://db.example/vestibule" };
    const backup = await runOperator(database, "backup", ["a.dump"], { environment });
    expect([backup.code, backup.error]).toEqual([
      1,
      'The database is PostgreSQL, which has its own: pg_dump (docs/operations.md, "Back up and restore").\n',
    ]);
    const restore = await runOperator(database, "restore", ["a.dump"], { environment });
    expect(restore.error).toContain("pg_restore (docs/operations.md");
  });
});
