import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onSqlite } from "../support/databases.ts";
import { runOperator } from "../support/operator-command.ts";
import { StandInProvider } from "../support/stand-in-provider.ts";

onSqlite((database) => {
  let folder = "";
  let provider: StandInProvider;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vestibule-applications-"));
    provider = await StandInProvider.start();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await provider.stop();
  });

  async function check(script: "clients" | "vendors", entries: object, ...options: string[]) {
    const file = join(folder, `${script}.json`);
    const $schema = join(import.meta.dirname, `../../schemas/config/${script}.schema.json`);
    await writeFile(file, JSON.stringify({ $schema, [script]: entries }, null, 2));
    const environment = {
      PAYROLL_SECRET: "x".repeat(32),
      SHORT_SECRET: "x".repeat(31),
      FOREIGN_SECRET: "ü".repeat(32),
      FILED_FILE: "/nowhere/filed",
      VESTIBULE_PRIVATE_ADDRESSES: "127.0.0.0/8",
    };
    return runOperator(database, script, ["check", file, ...options], { environment });
  }
  const payroll = {
    name: "Payroll",
    partnerId: "northwind",
    requires: "local",
    redirectUris: ["https://payroll.example/a", "https://payroll.example/b"],
    secretEnvironment: "PAYROLL_SECRET",
    scopes: ["profile", "openid"],
  };

  describe("npm run clients -- check", () => {
    it("tells how each application signs in", async () => {
      expect(await check("clients", { payroll })).toEqual({
        code: 0,
        error: "",
        output: [
          "payroll (Payroll)",
          "  pages      Northwind (partners/northwind)",
          "  signs in   an account of this service alone",
          "  proof      the secret of PAYROLL_SECRET",
          "  scopes     openid profile",
          "  answers    https://payroll.example/a",
          "             https://payroll.example/b",
          "All is well: 1 application\n",
        ].join("\n"),
      });
    });

    it.each([
      [{ redirectUris: ["https://spa.example/"] }, "none, PKCE alone"],
      [{ jwksUri: "https://api.example/jwks.json" }, "the keys of https://api.example/jwks.json"],
      [
        { native: true, redirectUris: ["com.example.payroll:/a"] },
        "none, PKCE alone: it is on its person's device",
      ],
    ])("tells how an application proves itself: %j", async (entry, proof) => {
      const { code, output } = await check("clients", { payroll: { name: "Payroll", ...entry } });
      expect([code, /proof {6}(.*)/.exec(output)?.[1]]).toEqual([0, proof]);
    });

    it("tells that nobody signs in to one that only asks about tokens", async () => {
      const { output } = await check("clients", {
        api: { name: "API", secretEnvironment: "PAYROLL_SECRET" },
      });
      expect(output).toContain("  signs in   nobody: it asks about tokens alone\n");
    });

    it("names the place of what keeps a server from starting, and the secrets that are not set", async () => {
      const wrong = await check("clients", { payroll: { ...payroll, partnerId: "nortwind" } });
      expect(wrong).toMatchObject({ code: 1, output: "" });
      expect(wrong.error).toMatch(/clients\.json:\d+:\d+ {2}.*nortwind.*Did you mean "northwind"\?/);
      const plain = await check("clients", { payroll: { ...payroll, startUrl: "http://payroll.example/" } });
      expect(plain).toMatchObject({ code: 1, output: "" });
      expect(plain.error).toMatch(/clients\.json:\d+:\d+ {2}"http:\/\/payroll\.example\/" .*: write https\./);
      const secretless = await check("clients", { payroll: { ...payroll, secretEnvironment: "NOT_SET" } });
      expect([secretless.code, secretless.error]).toEqual([
        1,
        'NOT_SET is not set: client "payroll" names it as the variable of its secret\n',
      ]);
      const short = await check("clients", { payroll: { ...payroll, secretEnvironment: "SHORT_SECRET" } });
      expect([short.code, short.error]).toEqual([
        1,
        'SHORT_SECRET is shorter than 32 characters: client "payroll" names it as the variable of its secret\n',
      ]);
      const foreign = await check("clients", {
        payroll: { ...payroll, secretEnvironment: "FOREIGN_SECRET" },
      });
      expect([foreign.code, foreign.error]).toEqual([
        1,
        'FOREIGN_SECRET has characters that are not printable ASCII: client "payroll" names it as the variable of its secret\n',
      ]);
      const fileless = await check("clients", { payroll: { ...payroll, secretEnvironment: "FILED" } });
      expect([fileless.code, fileless.error]).toEqual([
        1,
        "FILED_FILE names a file that cannot be read: /nowhere/filed\n",
      ]);
    });
  });

  it("npm run vendors -- check tells what to register at a provider, and asks it where that is wanted", async () => {
    const vendor = { name: "Contoso", issuer: provider.issuer, clientId: "vestibule" };
    const offline = await check("vendors", { contoso: { ...vendor, secretEnvironment: "PAYROLL_SECRET" } });
    expect(offline).toMatchObject({ code: 0, error: "" });
    expect(offline.output).toContain("  answers    http://localhost:5400/signin-oidc/contoso\n");
    const bound = await check("vendors", { contoso: { ...vendor, customers: ["c-1", "c-2"] } });
    expect(bound.output).toContain("  for        the customers c-1, c-2\n");
    const narrow = await check("vendors", { contoso: { ...vendor, scopes: ["profile"] } });
    expect(narrow.output).toContain("  asks as    vestibule, for openid profile, public\n");
    expect(provider.asked).toEqual([]);
    const online = await check("vendors", { contoso: vendor }, "--online");
    expect(online.code).toBe(1);
    expect(online.error).toMatch(
      /vendors\.json:6:17 {2}Contoso: Its token endpoint takes client_secret_basic, not none\.\n$/,
    );
  });
});
