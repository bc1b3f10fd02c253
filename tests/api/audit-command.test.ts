import { describe, expect, it } from "vitest";
import { deleteAccount, disableAccount } from "../../src/server/operators/accounts.ts";
import { writeAudits } from "../../src/server/store/audit.ts";
import { onEachDatabase } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** What `npm run audit` says about the database of the running server. */
  async function audit(options: string[], environment: Record<string, string> = {}) {
    const { code, output, error } = await runOperator(database, "audit", options, { environment });
    return { code, lines: output.split("\n").filter((line) => line !== ""), error: error.trim() };
  }
  const json = async (options: string[]) =>
    (await audit([...options, "--json"])).lines.map((line) => JSON.parse(line));

  /** Somebody who failed once and signed in, and the support code of the failure. */
  async function somebody() {
    const browser = server().browser();
    const user = await server().addUser();
    const failed = await browser.call("Login", { username: user.username, password: "wrong" });
    await browser.signIn(user.username, testPassword);
    return { user, browser, supportCode: failed.json.supportCode as string };
  }

  describe("npm run audit", () => {
    it("tells what happened to an account while the server runs, oldest first, in columns and as JSON", async () => {
      const { user, browser, supportCode } = await somebody();
      await somebody();
      const { code, lines, error } = await audit(["--account", ` ${user.username.toUpperCase()} `]);
      expect([code, error]).toEqual([0, ""]);
      expect(lines[0]).toMatch(/^time \(UTC\) +event +account +address +support code +more$/);
      expect(lines.slice(1).map((line) => line.split(/ {2,}/)[1])).toEqual([
        "signIn.failed",
        "signIn.passwordProven",
        "signIn.completed",
      ]);
      expect(lines[1]).toContain(`${browser.address}`);
      expect(await json(["--account", user.username])).toMatchObject([
        {
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
          event: "signIn.failed",
          username: user.username,
          address: browser.address,
          supportCode,
        },
        { event: "signIn.passwordProven" },
        { event: "signIn.completed", detail: { methods: ["pwd"] } },
      ]);
    });

    it("finds by support code, as it is read out, and from a time on", async () => {
      const { user, supportCode } = await somebody();
      const readOut = supportCode.replace("-", " ").replaceAll("0", "O").replaceAll("1", "l").toLowerCase();
      expect(await json(["--support-code", readOut])).toMatchObject([
        { event: "signIn.failed", supportCode },
      ]);
      const at = Date.now() + 3_600_000;
      await writeAudits(database.store().db, [{ event: "signOut", userId: user.id }], at);
      const since = new Date(at).toISOString();
      expect(await json(["--account", user.username, "--since", since])).toMatchObject([
        { event: "signOut" },
      ]);
    });

    it("takes a time without a zone for UTC, as it tells it, wherever it is asked", async () => {
      const user = await server().addUser();
      const at = Date.now();
      await writeAudits(database.store().db, [{ event: "signOut", userId: user.id }], at);
      const about = ["--account", user.username];
      const [, told = ""] = (await audit(about)).lines;
      const [time = ""] = told.split(/ {2,}/);
      const zone = { TZ: "America/New_York" };
      expect((await audit([...about, "--since", time], zone)).lines.slice(1)).toEqual([told]);
      const later = new Date(at + 1).toISOString().replace("Z", "");
      expect((await audit([...about, "--since", later], zone)).lines).toEqual([]);
      const east = { TZ: "Asia/Tokyo" };
      expect((await audit([...about, "--since", later], east)).lines).toEqual([]);
    });

    it("tells all of many, each once", async () => {
      const user = await server().addUser();
      const { db } = database.store();
      const rows = Array.from({ length: 1203 }, (_, index) => ({
        id: `many-${index}`,
        at: 1_700_000_000_000 + Math.floor(index / 7),
        event: "signOut",
        user_id: user.id,
        detail: "{}",
      }));
      for (let start = 0; start < rows.length; start += 401)
        await db
          .insertInto("audit")
          .values(rows.slice(start, start + 401))
          .execute();
      const told = await json(["--account", user.username]);
      expect(told).toHaveLength(1203);
    });

    it("tells of an account that is deleted by the identifier that is left of it", async () => {
      const user = await server().addUser();
      await disableAccount(server().services, user);
      await deleteAccount(server().services, user);
      const events = ["account.disabled", "account.deleted"].map((event) => ({ event, userId: user.id }));
      expect(await json(["--account", user.id])).toMatchObject(events);
      expect((await audit(["--account", user.username])).error).toBe(
        `No account is called "${user.username}".`,
      );
    });

    it("keeps what would move a cursor out of the terminal", async () => {
      const user = await server().addUser({ username: "moves\u001b[2J\u202e" });
      await writeAudits(database.store().db, [{ event: "signOut", userId: user.id }], Date.now());
      const { lines } = await audit(["--account", user.username]);
      for (const mark of ["\u001b", "\u202e"]) expect(lines.join("\n")).not.toContain(mark);
      expect(lines).toHaveLength(2);
    });

    it("says what is wrong with a question, and that there is nothing", async () => {
      const { username } = await server().addUser();
      expect(await audit(["--account", username])).toEqual({
        code: 0,
        lines: [],
        error: "The audit has nothing of this.",
      });
      expect(await audit(["--support-code", "0000-0000"])).toEqual({
        code: 0,
        lines: [],
        error: "The audit has nothing of this. The log has the line of every support code.",
      });
      const wrong: [string[], RegExp][] = [
        [["--account", "nobody at all"], /^No account is called "nobody at all"\.$/],
        [["--support-code", "12"], /^--support-code takes a code such as K7QF-2M9X, not "12"\.$/],
        [["--since", "2026-02-30"], /^--since takes a time such as 2026-11-22 .*not "2026-02-30"\.$/],
        [["--since", ""], /^--since takes a time such as .*not ""\.$/],
        [["--support-code", ""], /^--support-code takes a code such as .*not ""\.$/],
        [["--since", "yesterday"], /^--since takes a time such as 2026-11-22 .*not "yesterday"\.$/],
        [["--acount", "x"], /^"npm run audit" has no option --acount; did you mean --account\?$/],
      ];
      for (const [options, words] of wrong) {
        const { code, lines, error } = await audit(options);
        expect([code, lines]).toEqual([1, []]);
        expect(error).toMatch(words);
        expect(error).not.toContain("\n");
      }
    });

    it("makes no database where there is none, and says how to name one", async () => {
      const file = "data/no such folder/x.sqlite";
      const { code, error } = await audit([], { DATABASE_URL: "", VESTIBULE_DATABASE_FILE: file });
      expect([code, error]).toEqual([
        1,
        expect.stringContaining(`There is no database ${file}. Name the server's`),
      ]);
    });

    it("says that a database cannot be reached", async () => {
      const { code, error } = await audit([], { DATABASE_URL: "postgres://a:b@127.0.0.1:9/c" });
      expect([code, error]).toEqual([
        1,
        "The database cannot be reached, or is busy (connect ECONNREFUSED 127.0.0.1:9): try again.",
      ]);
    });
  });
});
