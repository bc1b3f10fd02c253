import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAudit } from "../../src/server/store/audit.ts";
import { addMemberships, knownCustomers } from "../../src/server/store/customers.ts";
import { findUserByName } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { suiteServer, testPassword } from "../support/server.ts";

const bcrypt = "$2b$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm";
const scrypt = "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA";
const password = "josé at dawn";

onEachDatabase((database) => {
  const server = suiteServer(database);
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vestibule-import-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function importing(
    script: "users" | "customers",
    name: string,
    text: string | Buffer,
    ...options: string[]
  ) {
    const file = join(folder, name);
    await writeFile(file, text);
    const ended = await runOperator(database, script, ["import", file, ...options]);
    const report = `${file}.refused.${name.endsWith(".csv") ? "csv" : "jsonl"}`;
    const refused = await readFile(report, "utf8").catch(() => undefined);
    return { ...ended, report, refused: refused?.trim().split("\n") };
  }
  const found = (username: string) => findUserByName(database.store().db, username);

  it("an import that is interrupted says how many rows are done, and these are", async () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => `int${index}`);
    const file = join(folder, "interrupted.csv");
    const rows = ids.map((id, index) => `${id},${index},Customer ${index}`);
    await writeFile(file, `id,number,name\n${rows.join("\n")}\n`);
    const isUnderWay = async () => (await knownCustomers(database.store().db, ["int0"])).size > 0;
    const { code, error, output } = await runOperator(database, "customers", ["import", file], {
      interruptedAfter: () => expect.poll(isUnderWay, { interval: 5, timeout: 20_000 }).toBe(true),
    });
    expect([code, output]).toEqual([1, ""]);
    const told =
      /^The first (\d+) rows are done; import the file again once it can go on\.\nInterrupted\.\n$/;
    const [, done] = told.exec(error) ?? [];
    expect(Number(done)).toBeGreaterThan(0);
    expect((await knownCustomers(database.store().db, ids)).size).toBe(Number(done));
  });

  it("a customer that wants a second factor wants it of whoever works there, until a file says otherwise", async () => {
    const { id: userId, username } = await server().addUser();
    const asks = async () => (await server().browser().signIn(username, testPassword)).json?.outcome;
    await importing("customers", "lax.csv", "id,number,name\nstrict1,1,One\n");
    await addMemberships(database.store().db, [{ userId, customerId: "strict1" }]);
    expect(await asks()).toBeUndefined();
    const required = (value: string) => `id,number,name,secondFactorRequired\nstrict1,1,One,${value}\n`;
    const ended = await importing("customers", "strict.csv", required("true"));
    expect(ended).toMatchObject({ code: 0, output: "1 customer imported, 0 lines refused.\n" });
    expect(await asks()).toBe("twoFactorSetupRequired");
    await importing("customers", "renamed.csv", "id,number,name\nstrict1,1,Another\n");
    expect(await asks()).toBe("twoFactorSetupRequired");
    await importing("customers", "lax-again.csv", required("false"));
    expect(await asks()).toBeUndefined();
    const wrong = await importing("customers", "wrong.csv", required("sometimes"));
    expect(wrong.refused?.[1]).toMatch(/^2,"secondFactorRequired must be the English word true or false/);
  });

  describe("npm run users -- import", () => {
    it("adds accounts from CSV that sign in at the running server with their old passwords", async () => {
      await importing("customers", "c.csv", 'id,number,name\nk1,1,Müller AG\nk2,2,"Peña, S.L."\n');
      const ended = await importing(
        "users",
        "good.csv",
        `\ufeffusername,displayName,email,phone,roles,customers,passwordHash,secondFactorRequired\r\n` +
          `csv.one,"Öne, Anna",one@payroll.example,0015550100200,EMPLOYEE;7,k1;k2,${bcrypt},\r\n` +
          `\r\ncsv.two,Two,,,,,"${scrypt}",true\r\n`,
      );
      expect(ended).toMatchObject({
        code: 0,
        output: "2 accounts imported, 0 lines refused.\n",
        error: "",
        refused: undefined,
      });
      const user = await found("CSV.one");
      expect(user).toMatchObject({
        displayName: "Öne, Anna",
        email: "one@payroll.example",
        phone: "+15550100200",
        roles: ["EMPLOYEE", "HR_ADMIN"],
        passwordPhc: bcrypt,
      });
      expect(await found("csv.two")).toMatchObject({ secondFactorRequired: true, email: null });
      const signedIn = await server().browser().signIn("csv.one", password);
      expect([signedIn.status, signedIn.json.outcome]).toEqual([200, "customerChoiceRequired"]);
      expect((await found("csv.one"))?.passwordPhc).toMatch(/^\$argon2id\$/);
      const [event] = await readAudit(database.store().db, { userId: user?.id }, { limit: 1 });
      expect(event).toMatchObject({ event: "account.added", detail: { by: "import" } });
    });

    it("takes hashes as another system keeps them, each upgraded at the first right password", async () => {
      // Made by hashlib of Python, as ASP.NET Core Identity does, and by Django.
      const hashes = [
        "AQAAAAEAACcQAAAAEDAxMjM0NTY3ODlhYmNkZWb6CpATCJilIRMrJFkHhC0/1N0I5bZSB7hDDt1WjM74Mw==",
        "pbkdf2_sha256$1000$zyn1vRJLCK4XSK3qEIxpHp$xB9XZgRgJ4Jqlzwkjnukf0eyGMafySlyLqSoBvJMW18=",
      ];
      const lines = hashes.map((hash, index) => `old.${index},O,${hash}`);
      const text = ["username,displayName,passwordHash", ...lines].join("\n");
      expect((await importing("users", "old.csv", text)).output).toContain("2 accounts imported");
      for (const name of ["old.0", "old.1"]) {
        expect((await found(name))?.passwordPhc).toMatch(/^\$pbkdf2-sha256\$/);
        expect((await server().browser().signIn(name, password)).status).toBe(209);
        expect((await found(name))?.passwordPhc).toMatch(/^\$argon2id\$/);
      }
    });

    it("adds accounts from a JSON array and from JSON lines", async () => {
      const row = (username: string) => ({ username, displayName: "J", passwordHash: bcrypt, roles: ["2"] });
      const array = JSON.stringify([row("json.one"), row("json.two")], null, 2);
      const lines = [row("json.three"), row("json.four")].map((each) => JSON.stringify(each)).join("\n");
      const marked = (name: string) => `\ufeff${JSON.stringify([row(name)])}`;
      expect((await importing("users", "a.json", array)).output).toContain("2 accounts imported");
      expect((await importing("users", "b.jsonl", lines)).output).toContain("2 accounts imported");
      expect((await importing("users", "c.json", marked("json.five"))).output).toContain(
        "1 account imported",
      );
      const markedLine = marked("json.six").replace("[", "").replace(/\]$/, "");
      expect((await importing("users", "d.jsonl", markedLine)).output).toContain("1 account imported");
      expect(await found("json.four")).toMatchObject({ roles: ["MANAGER"] });
    });

    const faulty = (prefix: string) =>
      [
        "username,displayName,email,roles,customers,passwordHash",
        `${prefix}.good,Good,,,,`,
        ",No name,,,,",
        `${prefix}.mail,M,a@b.example;c@d.example,,,`,
        `${prefix}.role,R,,EMPLOYE,,`,
        `${prefix}.customer,C,,,nowhere,`,
        `${prefix}.cost,H,,,,$2b$31$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm`,
        `${prefix}.GOOD,Twice,,,,`,
        `${prefix}.short,S`,
        "taken.before,T,,,,",
      ].join("\n");
    const reasons = [
      "line,problem,username,displayName,email,roles,customers,passwordHash",
      "3,username is missing,,No name,,,,",
      "4,email is not one mail address,some.mail,M,a@b.example;c@d.example,,,",
      '5,"roles has no role ""EMPLOYE"" (did you mean ""EMPLOYEE""?)",some.role,R,,EMPLOYE,,',
      '6,"no customer has the id ""nowhere""",some.customer,C,,,nowhere,',
      expect.stringMatching(
        /^7,"passwordHash is none that can be checked: .*",some\.cost,H,,,,\$2b\$31\$\w+$/,
      ),
      "8,username is that of line 2 too,some.GOOD,Twice,,,,",
      '9,"has 2 cells, not 6",some.short,S',
      "10,username is taken by an account that is there,taken.before,T,,,,",
    ];

    it("writes what is right, and each refused line as it is with its reason into a report", async () => {
      await server().addUser({ username: "Taken.Before" });
      const { code, output, error, refused } = await importing("users", "some.csv", faulty("some"));
      expect([code, output]).toEqual([1, "1 account imported, 8 lines refused.\n"]);
      expect(refused).toEqual(reasons);
      expect(error).toContain("some.csv:3  username is missing");
      expect(await found("some.good")).toBeDefined();
    });

    it("takes the mended report of a CSV file as it is, and reports again what was not mended", async () => {
      const text = 'username;displayName;roles\nmend.one;"One; first";"EMPLOYE;7"\nmend.two;Two;NONE\n';
      const { report, refused } = await importing("users", "mend.csv", text);
      expect((await stat(report)).mode & 0o777).toBe(0o600);
      const mended = refused?.join("\n").replace('"EMPLOYE;7"', '"EMPLOYEE;7"') ?? "";
      const again = await importing("users", "mended.csv", mended);
      expect(again.output).toBe("1 account imported, 1 line refused.\n");
      expect(await found("mend.one")).toMatchObject({
        displayName: "One; first",
        roles: ["EMPLOYEE", "HR_ADMIN"],
      });
      expect(again.refused).toEqual([
        "line;problem;username;displayName;roles",
        '3;"roles has no role ""NONE""";mend.two;Two;NONE',
      ]);
    });

    it("refuses what was no row again, however often its report is imported", async () => {
      let name = "garbage.csv";
      let text = "id,number,name\nc9\nc8,8,Eight,?\n";
      for (const columns of [3, 5, 5, 5]) {
        const { output, refused } = await importing("customers", name, text);
        expect(output).toBe("0 customers imported, 2 lines refused.\n");
        expect(refused).toEqual([
          "line,problem,id,number,name",
          `2,"has ${columns === 3 ? "1 cell" : "3 cells"}, not ${columns}",c9`,
          `3,"has ${columns + 1} cells, not ${columns}",c8,8,Eight,?`,
        ]);
        name = `${name}.refused.csv`;
        text = refused?.join("\n") ?? "";
      }
    });

    it("takes the mended report of a JSON file as it is, each row with its number where many share a line", async () => {
      const rows = [
        { username: "entry.one" },
        5,
        { username: "entry.two", displayName: "T", roles: ["MANAGR"] },
      ];
      const { error, refused } = await importing("users", "entries.json", JSON.stringify(rows));
      expect(error).toContain("entries.json:1  entry 1: displayName is missing\n");
      expect(refused?.map((line) => JSON.parse(line))).toEqual([
        { username: "entry.one", line: 1, entry: 1, problem: "displayName is missing" },
        { row: 5, line: 1, entry: 2, problem: "the row must be of type object" },
        {
          ...{ username: "entry.two", displayName: "T", roles: ["MANAGR"], line: 1, entry: 3 },
          problem: 'roles has no role "MANAGR" (did you mean "MANAGER"?)',
        },
      ]);
      const mended = refused?.join("\n").replace('["MANAGR"]', '["MANAGER"]') ?? "";
      const again = await importing("users", "entries.jsonl", `${mended}\n{"username":`);
      expect(again.output).toBe("1 account imported, 3 lines refused.\n");
      expect(await found("entry.two")).toMatchObject({ roles: ["MANAGER"] });
      expect(again.refused?.at(-1)).toBe('{"row":"{\\"username\\":","line":4,"problem":"is no JSON"}');
    });

    it("writes nothing where one line is refused and all is wanted, whoever refuses it", async () => {
      const byUs = await importing("users", "all.csv", faulty("all"), "--all-or-nothing");
      expect([byUs.code, byUs.output]).toEqual([1, "0 accounts imported, 6 lines refused.\n"]);
      const names = Array.from({ length: 600 }, (_, index) => `all.${index},Name`);
      const text = ["username,displayName", ...names, "all.taken,T"].join("\n");
      await server().addUser({ username: "all.taken" });
      const byStore = await importing("users", "all2.csv", text, "--all-or-nothing");
      expect([byStore.code, byStore.output]).toEqual([1, "0 accounts imported, 1 line refused.\n"]);
      expect(byStore.error).toContain("Nothing was written.");
      expect(byStore.refused?.[1]).toMatch(/^602,username is taken.*,all\.taken,T$/);
      expect([await found("all.good"), await found("all.0"), await found("all.599")]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it("looks up more customers at once than a statement takes values", async () => {
      const customers = Array.from({ length: 70_000 }, (_, index) => `none-${index}`).join(";");
      const text = `username,displayName,customers\nmany.customers,M,${customers}\n`;
      const { output, refused } = await importing("users", "many.csv", text);
      expect(output).toBe("0 accounts imported, 1 line refused.\n");
      expect(refused?.[1]?.slice(0, 60)).toMatch(/^2,"no customer has the id ""none-0""",many\.customers,/);
    });

    it("writes no report over another one, which somebody may be mending", async () => {
      const text = "username,displayName\nover,\n";
      const { report } = await importing("users", "over.csv", text);
      await writeFile(report, "mended", { mode: 0o644 });
      const { refused, error } = await importing("users", "over.csv", text);
      expect(refused).toEqual(["mended"]);
      expect(error).toContain("over.csv.refused-2.csv has every refused line");
      expect((await importing("users", "over.csv", text)).error).toContain("over.csv.refused-3.csv has");
      const second = join(folder, "over.csv.refused-2.csv");
      expect((await readFile(second, "utf8")).split("\n")[1]).toBe("2,displayName is missing,over,");
      expect((await stat(second)).mode & 0o777).toBe(0o600);
    });

    it("tells refused lines also where no report can be written", async () => {
      // A name may have 255 bytes.
      const name = `${"b".repeat(245)}.csv`;
      const { code, output, error } = await importing("users", name, faulty("blocked"));
      expect([code, output]).toEqual([1, "1 account imported, 8 lines refused.\n"]);
      expect(error).toContain(`${name}:3  username is missing`);
      expect(error).toMatch(
        /b\.csv\.refused\.csv could not be written \(ENAMETOOLONG\)\. Every refused line is above/,
      );
    });

    it("says why a file cannot be read", async () => {
      const quoted = /: quotation marks stand around a whole cell, .*\("Max ""Maxi"" M\."\)\.$/;
      const wrong: [string, string | Buffer, RegExp][] = [
        ["open.csv", 'username,displayName\n"a,b', /^Line 2: a quotation mark before it has no end\.$/m],
        [
          "quote.csv",
          'username,displayName\nc,d\na,Max "Maxi" M.',
          new RegExp(`^Line 3${quoted.source}`, "m"),
        ],
        ["behind.csv", 'username,displayName\na,"Max" M.\nc,d', new RegExp(`^Line 2${quoted.source}`, "m")],
        ["space.csv", 'username,displayName\na, "Max M."', new RegExp(`^Line 2${quoted.source}`, "m")],
        [
          "latin.csv",
          Buffer.from("username,displayName\ra,b\rc,M\u00fcller\r", "latin1"),
          /^Line 3: the file is not saved as UTF-8\.$/m,
        ],
        [
          "sheet.csv",
          Buffer.from("\ufeffusername,displayName\r\na,b\r\n", "utf16le"),
          /^Line 1: the file is not saved as UTF-8\.$/m,
        ],
        [
          "cursor.csv",
          "username,displayName,\u001b[2J\na,b,c",
          /^Line 1: there is no column "\ufffd\[2J"\.$/m,
        ],
        ["twice.csv", "username,username\na,b", /^Line 1 names the column "username" twice\.$/m],
        [
          "column.csv",
          "username,emial\na,b\nc,d",
          /^Line 1: there is no column "emial" \(did you mean "email"\?\); displayName is missing\.$/m,
        ],
        ["half.json", "[{", /^Line 1: /],
        [
          "realm.json",
          '{\n  "users": [\n    {"username": "a"}\n  ]\n}',
          /neither an array of rows nor one row per line/,
        ],
        ["plain.txt", "x", /ends neither in \.csv/],
      ];
      for (const [name, text, words] of wrong) {
        const { code, output, error } = await importing("users", name, text);
        expect([name, code, output]).toEqual([name, 1, ""]);
        expect(error).toMatch(words);
      }
      const missing = await runOperator(database, "users", ["import", "no-such.csv"]);
      expect(missing.error).toBe("The file no-such.csv cannot be read (ENOENT).\n");
      const property = '{ "username": "a", "displayName": "b", "emial": "c" }';
      const named = await importing("users", "property.jsonl", property);
      expect(named.error).toContain('there is no column "emial" (did you mean "email"?)');
    });

    it("says that a file without rows has none", async () => {
      for (const [name, text] of [
        ["nothing.csv", ""],
        ["head.csv", "username,displayName\n"],
        ["nothing.json", "[]"],
        ["nothing.jsonl", "\n"],
      ] as const) {
        const { code, output, error } = await importing("users", name, text);
        expect([name, code, output]).toEqual([name, 1, ""]);
        expect(error).toMatch(/^The file .* has no rows: there is nothing to import\.$/m);
      }
    });

    it("takes phone numbers as people write them", async () => {
      const numbers = ["+49 170 1234567", "+49-170-1234567", "+1 (555) 010-0200"];
      const lines = numbers.map((number, index) => `call.${index},C,${number}`);
      const text = ["username,displayName,phone", ...lines].join("\n");
      const { output } = await importing("users", "phones.csv", text);
      expect(output).toBe("3 accounts imported, 0 lines refused.\n");
      const kept = await Promise.all(numbers.map((_, index) => found(`call.${index}`)));
      expect(kept.map((user) => user?.phone)).toEqual(["+491701234567", "+491701234567", "+15550100200"]);
    });

    it("takes true and false in capitals, and says which words are wanted for others", async () => {
      const text = [
        "username,displayName,mustChangePassword,disabled",
        "sheet.one,S,TRUE,False",
        "sheet.two,S,WAHR,",
      ].join("\n");
      const { output, refused } = await importing("users", "sheet.csv", text);
      expect(output).toBe("1 account imported, 1 line refused.\n");
      expect(await found("sheet.one")).toMatchObject({ mustChangePassword: true, disabled: false });
      expect(refused?.slice(1)).toEqual([
        '3,"mustChangePassword must be the English word true or false, not ""WAHR""",sheet.two,S,WAHR,',
      ]);
    });

    it("leaves out what is null or blank in JSON, as an empty cell of a sheet", async () => {
      const nothing = { email: null, phone: "", roles: null, disabled: null, passwordHash: " " };
      const rows = [
        { username: "null.one", displayName: "N", ...nothing },
        { username: "null.two", displayName: "  " },
      ];
      const { output, refused } = await importing("users", "null.json", JSON.stringify(rows));
      expect(output).toBe("1 account imported, 1 line refused.\n");
      expect(await found("null.one")).toMatchObject({
        email: null,
        phone: null,
        roles: [],
        passwordPhc: null,
      });
      expect(JSON.parse(refused?.[0] ?? "").problem).toBe("displayName is missing");
    });

    it("leaves out what a sheet writes of its empty cells", async () => {
      const text = [
        "username;displayName;email;;;",
        "tail.one;One;;;;",
        "tail.two;Two;",
        "tail.three;Three;;;x;",
        ";;;;;",
        " ;;; ;;",
      ].join("\r\n");
      const { output, refused } = await importing("users", "tail.csv", text);
      expect(output).toBe("2 accounts imported, 1 line refused.\n");
      expect(refused).toEqual([
        "line;problem;username;displayName;email",
        "4;has 6 cells, not 3;tail.three;Three;;;x;",
      ]);
    });

    it("takes lines that end in several ways, as of files that were put together", async () => {
      const texts = {
        "rows.csv": "username,displayName\r\nends.one,One\nends.two,Two\n",
        "head.csv": "username,displayName\nends.three,Three\r\nends.four,Four\r\n",
        "old.csv": 'username;displayName\rends.five;"Five, F."\rends.six;Six\r',
      };
      for (const [name, text] of Object.entries(texts))
        expect([name, (await importing("users", name, text)).output]).toEqual([
          name,
          "2 accounts imported, 0 lines refused.\n",
        ]);
      expect(await found("ends.two")).toMatchObject({ displayName: "Two" });
      expect(await found("ends.five")).toMatchObject({ displayName: "Five, F." });
    });

    it("refuses a row alone whose customer has a character that PostgreSQL does not take", async () => {
      const text = "username,displayName,customers\nzero.one,One,k1\u0000\nzero.two,Two,\n";
      const { output, error } = await importing("users", "zero.csv", text);
      expect(output).toBe("1 account imported, 1 line refused.\n");
      expect(error).toContain("zero.csv:2  customers has characters that may not be there\n");
    });

    it("refuses half of a character, which no database keeps", async () => {
      const half = "\ud800";
      const users = [
        { username: `half${half}`, displayName: "Half" },
        { username: "half.name", displayName: half },
        { username: "half.customer", displayName: "Half", customers: [`k${half}`] },
        { username: "whole.one", displayName: "Whole \u{1f600}" },
      ];
      const importedUsers = await importing("users", "half.json", JSON.stringify(users));
      expect(importedUsers.output).toBe("1 account imported, 3 lines refused.\n");
      expect(importedUsers.refused?.map((line) => JSON.parse(line))).toEqual(
        ["username", "displayName", "customers"].map((name, index) => ({
          ...users[index],
          line: 1,
          entry: index + 1,
          problem: `${name} has characters that may not be there`,
        })),
      );
      const customers = [{ id: "half1", number: "1", name: half }];
      const importedCustomers = await importing("customers", "half-named.json", JSON.stringify(customers));
      expect(importedCustomers.output).toBe("0 customers imported, 1 line refused.\n");
    });

    it("takes what nobody can see for empty", async () => {
      const unseen = "\u200b \u2060\u00ad";
      const csv = await importing("users", "unseen.csv", `username,displayName\nunseen.one,${unseen}\n`);
      expect(csv.refused?.slice(1)).toEqual(["2,displayName is missing,unseen.one,"]);
      const customer = JSON.stringify({ id: "unseen1", number: unseen, name: unseen });
      const jsonl = await importing("customers", "unseen.jsonl", customer);
      expect(jsonl.error).toContain("unseen.jsonl:1  number is missing; name is missing\n");
      const joined = "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645";
      await importing("users", "joined.csv", `username,displayName\nunseen.two,${joined}\n`);
      expect(await found("unseen.two")).toMatchObject({ displayName: joined });
    });

    it("passes over a column that it does not know as long as it is empty", async () => {
      const text = "username,displayName,,,notes\nempty.one,One,,,\nempty.two,Two,, , ";
      expect((await importing("users", "notes.csv", text)).output).toBe(
        "2 accounts imported, 0 lines refused.\n",
      );
    });

    it("refuses the identifier of a customer that a list would part", async () => {
      const problem =
        "id may have no semicolon and no blanks around it, because lists of customers are parted there";
      const csv = await importing("customers", "parted.csv", 'id,number,name\n"k1;k2",3,Both\n');
      expect(csv.refused?.slice(1)).toEqual([`2,"${problem}",k1;k2,3,Both`]);
      const rows = ["k1;k2", " k1", "k1 "].map((id) => ({ id, number: "3", name: "Both" }));
      const json = await importing("customers", "parted.json", JSON.stringify(rows));
      expect(json.refused?.map((line) => JSON.parse(line).problem)).toEqual([problem, problem, problem]);
    });

    it("refuses a language that has no texts, and takes one that another one of its base language serves", async () => {
      const text =
        "username,displayName,language\ntongue.one,T,xx-YY\ntongue.two,T,fr\ntongue.three,T,fr-ca\n";
      const { output, refused } = await importing("users", "tongues.csv", text);
      expect(output).toBe("2 accounts imported, 1 line refused.\n");
      expect(refused?.slice(1)).toEqual([
        '2,"language is none that has texts: ar, de, en, en-GB, es, fr-CA, he",tongue.one,T,xx-YY',
      ]);
    });
  });

  describe("npm run users -- list and export", () => {
    it("tell nothing secret, and what is exported can be imported", async () => {
      const csv = await runOperator(database, "users", ["export"]);
      expect(csv.code).toBe(0);
      expect(csv.output.split("\n")[0]).toBe(
        "username,displayName,email,phone,language,roles,customers,mustChangePassword,secondFactorRequired,disabled,dateOfBirth",
      );
      expect(csv.output).toContain(
        'csv.one,"Öne, Anna",one@payroll.example,+15550100200,,EMPLOYEE;HR_ADMIN,k1;k2,',
      );
      const list = await runOperator(database, "users", ["list", "--json"]);
      const one = list.output.split("\n").find((line) => line.includes('"json.one"')) ?? "";
      expect(JSON.parse(one)).toMatchObject({ password: "2b", secondFactors: [], disabled: false });
      expect(`${csv.output}${list.output}`).not.toContain("$");
      const json = await runOperator(database, "users", ["export", "--json"]);
      const again = await importing(
        "users",
        "again.jsonl",
        json.output.replaceAll('"username":"', '"username":"new.'),
      );
      const count = json.output.trim().split("\n").length;
      expect(again.output).toBe(`${count} accounts imported, 0 lines refused.\n`);
    });
  });
});
