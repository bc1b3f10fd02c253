import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import schema from "../../schemas/config/environment.schema.json" with { type: "json" };
import { keepSecretKey } from "./secret-files.ts";
import { readSettings, SettingsError, type SettingsFiles } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "vestibule-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = Buffer.alloc(32, 7);
const kept: string[] = [];
const files: SettingsFiles = {
  read: (path) => {
    if (path === "missing") throw new Error("no such file");
    return path === "key" ? key.toString("base64") : `postgres://db/${path}`;
  },
  keepKey: (path) => {
    kept.push(path);
    return Buffer.alloc(32, 1);
  },
};

const read = (environment: Record<string, string>) => readSettings(environment, files);

function findings(environment: Record<string, string>) {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.findings;
    throw error;
  }
  return [];
}

describe("settings", () => {
  test("have a value for everything where nothing is set", () => {
    expect(read({ HOME: "/root", HOST: "x" })).toMatchObject({
      environment: "development",
      publicUrl: "http://localhost:5400",
      host: "127.0.0.1",
      port: 5400,
      databaseUrl: undefined,
      databaseFile: "data/vestibule.sqlite",
      trustedProxies: [],
      session: { idle: 3_600_000, total: 86_400_000 },
      hash: { memoryKib: 19_456, passes: 2, concurrency: expect.any(Number) },
      clientsFile: "clients.config.json",
      vendorsFile: "vendors.config.json",
      logLevel: "info",
    });
    expect(kept.at(-1)).toBe(join("data", "secret.key"));
  });

  test("convert numbers and lists", () => {
    const settings = read({
      PORT: "80",
      VESTIBULE_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      VESTIBULE_PUBLIC_URL: "https://signin.example.com/",
      VESTIBULE_HASH_CONCURRENCY: "3",
    });
    expect(settings).toMatchObject({
      port: 80,
      trustedProxies: ["10.0.0.0/8", "::1"],
      publicUrl: "https://signin.example.com",
      hash: { concurrency: 3 },
    });
  });

  test("take an empty variable as not set", () => {
    expect(read({ PORT: "", VESTIBULE_HOST: "", DATABASE_URL: "" })).toMatchObject({
      port: 5400,
      host: "127.0.0.1",
      databaseUrl: undefined,
    });
  });

  test("read secrets from files", () => {
    const settings = read({
      NODE_ENV: "production",
      VESTIBULE_PUBLIC_URL: "https://a.example",
      VESTIBULE_SECRET_KEY_FILE: "key",
      DATABASE_URL_FILE: "url",
    });
    expect(settings).toMatchObject({ secretKey: key, databaseUrl: "postgres://db/url" });
  });

  test("name everything that is wrong at once, with an example", () => {
    const wrong = {
      PORT: "eighty",
      VESTIBULE_PUBLIC_URL: "https://example.com/path",
      VESTIBULE_SESSION_IDLE_MINUTES: "0",
      VESTIBULE_LOG_LEVEL: "loud",
      VESTIBULE_SECRET_KEY: "short",
      VESTIBULE_TRUSTED_PROXIES: "10.0.0.0/33",
      DATABASE_URL: "mysql://x",
    };
    const found = findings(wrong);
    expect(found.map((finding) => finding.variable).toSorted()).toEqual(Object.keys(wrong).toSorted());
    for (const finding of found) expect(finding.example).toBeTruthy();
    expect(new SettingsError(found).message.split("\n")).toHaveLength(found.length);
  });

  test.each([
    ["http://example.com", false],
    ["http://localhost:5400", true],
    ["http://127.0.0.1:5400", true],
    ["https://a.example", true],
    ["https://user@a.example", false],
    ["https://a.example/?x", false],
    ["ftp://localhost", false],
    ["localhost:5400", false],
  ])("take %s as public address: %s", (url, taken) => {
    expect(findings({ VESTIBULE_PUBLIC_URL: url })).toHaveLength(taken ? 0 : 1);
  });

  test("refuse unknown variables and name the nearest", () => {
    expect(findings({ VESTIBULE_PUBLIC_ULR: "x", VESTIBULE_WHATEVER_ELSE: "x" })).toMatchObject([
      {
        variable: "VESTIBULE_PUBLIC_ULR",
        problem: expect.stringContaining("did you mean VESTIBULE_PUBLIC_URL?"),
      },
      { variable: "VESTIBULE_WHATEVER_ELSE", problem: expect.not.stringContaining("did you mean") },
    ]);
  });

  test("need a key and the public address in production", () => {
    expect(findings({ NODE_ENV: "production" })).toMatchObject([
      { variable: "VESTIBULE_SECRET_KEY" },
      { variable: "VESTIBULE_PUBLIC_URL" },
    ]);
    const given = { VESTIBULE_SECRET_KEY: key.toString("base64"), VESTIBULE_PUBLIC_URL: "https://a.example" };
    expect(findings({ NODE_ENV: "production", ...given })).toEqual([]);
  });

  test("say which secret file cannot be used", () => {
    const production = {
      NODE_ENV: "production",
      VESTIBULE_PUBLIC_URL: "https://a.example",
      VESTIBULE_SECRET_KEY_FILE: "missing",
    };
    expect(findings(production)).toMatchObject([{ variable: "VESTIBULE_SECRET_KEY_FILE" }]);
    const both = { DATABASE_URL: "postgres://a/b", DATABASE_URL_FILE: "x" };
    expect(findings(both)).toMatchObject([{ variable: "DATABASE_URL_FILE" }]);
  });

  test("never show the value of a secret", () => {
    const secrets = { VESTIBULE_SECRET_KEY: "canary", DATABASE_URL: "mysql://canary" };
    expect(JSON.stringify(findings(secrets))).not.toContain("canary");
  });
});

test("every variable is explained with an example that is valid, and stands in .env.example", () => {
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  for (const [name, variable] of Object.entries(schema.properties)) {
    expect(variable.description).toBeTruthy();
    expect(example).toMatch(new RegExp(`^#? ?${name}=`, "m"));
    const value = variable.examples[0] ?? "";
    const needed = {
      VESTIBULE_SECRET_KEY: key.toString("base64"),
      VESTIBULE_PUBLIC_URL: "https://a.example",
    };
    if (!name.startsWith("VESTIBULE_SECRET_KEY")) expect(findings({ ...needed, [name]: value })).toEqual([]);
  }
});

describe("the kept key", () => {
  test("is made once, for its owner alone", () => {
    const path = join(folder, "new", "secret.key");
    const first = keepSecretKey(path);
    expect(first).toHaveLength(32);
    expect(keepSecretKey(path)).toEqual(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("is not replaced when it is broken", () => {
    const path = join(folder, "broken.key");
    writeFileSync(path, "short");
    expect(() => keepSecretKey(path)).toThrow("broken.key");
    expect(readFileSync(path, "utf8")).toBe("short");
  });
});
