import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import schema from "../../../schemas/config/environment.schema.json" with { type: "json" };
import { keepSecretKey, readSecretFile } from "./secret-files.ts";
import { readSettings, SettingsError, type SettingsFiles } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "vestibule-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = Buffer.alloc(32, 7);
const contents: Record<string, string> = {
  key: key.toString("base64"),
  empty: "",
  "/run/secrets/smtp-url": "smtps://mail.example.com",
  "/run/secrets/otlp-headers": "api-key=secret",
  "/run/secrets/sms-headers": '{"x-key":"secret"}',
};
const kept: string[] = [];
const files: SettingsFiles = {
  read: (path) => {
    if (path === "missing") throw new Error("no such file");
    return contents[path] ?? `postgres://db/${path}`;
  },
  keepKey: (path) => {
    kept.push(path);
    return Buffer.alloc(32, 1);
  },
};

/** Real files, but for the key. */
const keysApart: SettingsFiles = { ...files, read: readSecretFile };

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
      processes: 1,
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

  test("have a process for each core with PostgreSQL", () => {
    const settings = read({ DATABASE_URL: "postgres://db/x" });
    expect(settings.processes).toBe(availableParallelism());
    expect(read({ DATABASE_URL: "postgres://db/x", VESTIBULE_PROCESSES: "3" }).processes).toBe(3);
  });

  test("refuse several processes on one SQLite file", () => {
    expect(read({ VESTIBULE_PROCESSES: "1" }).processes).toBe(1);
    expect(findings({ VESTIBULE_PROCESSES: "2" })).toEqual([
      { variable: "VESTIBULE_PROCESSES", problem: expect.stringContaining("set DATABASE_URL") },
    ]);
  });

  test("refuse to tell the figures on the port of the pages", () => {
    expect(findings({ PORT: "6000", VESTIBULE_METRICS_PORT: "6000" })).toEqual([
      { variable: "VESTIBULE_METRICS_PORT", problem: "must be another port than PORT" },
    ]);
  });

  test("read secrets from files", () => {
    const settings = read({
      NODE_ENV: "production",
      VESTIBULE_PUBLIC_URL: "https://a.example",
      VESTIBULE_SECRET_KEY_FILE: "key",
      DATABASE_URL_FILE: "url",
    });
    expect(settings).toMatchObject({ secretKeys: [key], databaseUrl: "postgres://db/url" });
  });

  test("take an empty file as not set, as they do an empty variable", () => {
    const path = join(folder, "others");
    const others = () =>
      readSettings({ VESTIBULE_OTHER_SECRET_KEYS_FILE: path }, keysApart).secretKeys.slice(1);
    for (const nothing of ["", "\n", " \r\n\n"]) {
      writeFileSync(path, nothing);
      expect(others()).toEqual([]);
    }
    writeFileSync(path, `${key.toString("base64")}\n`);
    expect(others()).toEqual([key]);
  });

  test("take the server's key once, also where it stands among the others", () => {
    const other = Buffer.alloc(32, 8);
    const [first = "", second = ""] = [key, other].map((each) => each.toString("base64"));
    const keysWith = (server: string) =>
      read({ VESTIBULE_SECRET_KEY: server, VESTIBULE_OTHER_SECRET_KEYS: `${first}, ${second}` }).secretKeys;
    expect(keysWith(first)).toEqual([key, other]);
    expect(keysWith(second)).toEqual([other, key]);
  });

  test.each(["VESTIBULE_SECRET_KEY_FILE", "DATABASE_URL_FILE"])(
    "refuse an empty file of %s, in whose place a key or a database would be made up",
    (variable) => {
      expect(findings({ [variable]: "empty" })).toMatchObject([
        { variable, problem: "names a file that is empty: empty" },
      ]);
    },
  );

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

  test.each([
    ["VESTIBULE_TRUSTED_PROXIES", "10.0.0.1, 0.0.0.0/0"],
    ["VESTIBULE_TRUSTED_PROXIES", "::/0"],
    ["VESTIBULE_TRUSTED_PROXIES", "0.0.0.0/00"],
    ["VESTIBULE_DATABASE_FILE", ":memory:"],
    ["VESTIBULE_DATABASE_FILE", "file:vestibule.sqlite"],
    ["VESTIBULE_PUBLIC_URL", "https://a.example:443"],
    ["VESTIBULE_PUBLIC_URL", "https://A.example"],
    ["DATABASE_URL", "postgres://a@b/c?port=99999"],
    ["DATABASE_URL", "postgres://a@b/c?port=1&port=99999"],
    ["DATABASE_URL", "postgres://a@b/c?port=0"],
    ["DATABASE_URL", "postgres://a@b/c?port=5432a"],
    ["DATABASE_URL", "postgres://a@b:99999/c"],
  ])("refuse %s=%s by its name", (variable, value) => {
    expect(findings({ [variable]: value })).toMatchObject([
      { variable, problem: expect.stringMatching(/^must be/) },
    ]);
  });

  test.each(["", ":5433", "?port=", "?port=65535", "?host=/run/postgresql&port=5433"])(
    "take DATABASE_URL with %s behind its host",
    (end) => expect(findings({ DATABASE_URL: `postgres://a@b${end}` })).toEqual([]),
  );

  test.each(["99999", "0", "5432a"])("refuse PGPORT=%s where it is the port of the database", (port) => {
    expect(findings({ DATABASE_URL: "postgres://a@b/c", PGPORT: port })).toMatchObject([
      { variable: "PGPORT" },
    ]);
    for (const url of ["postgres://a@b:5432/c", "postgres://a@b/c?port=5432", ""])
      expect(findings({ DATABASE_URL: url, PGPORT: port })).toEqual([]);
  });

  test.each(["5433", ""])("take PGPORT=%s", (port) =>
    expect(findings({ DATABASE_URL: "postgres://a@b/c", PGPORT: port })).toEqual([]),
  );

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
    const wrong = { VESTIBULE_SECRET_KEY_FILE: "holds-no-key" };
    expect(findings(wrong)).toEqual([
      {
        variable: "VESTIBULE_SECRET_KEY_FILE",
        problem: "names a file whose content must be 32 bytes in base64: holds-no-key",
      },
    ]);
  });

  test("never show the value of a secret", () => {
    const secrets = { VESTIBULE_SECRET_KEY: "canary", DATABASE_URL: "mysql://canary" };
    expect(JSON.stringify(findings(secrets))).not.toContain("canary");
  });
});

describe("the gateways of mails and text messages", () => {
  const gateways = (environment: Record<string, string>) => read(environment).gateways;
  const both = {
    VESTIBULE_MESSAGE_GATEWAY_URL: "https://both.example/send",
    VESTIBULE_MESSAGE_GATEWAY_TOKEN: "secret",
  };
  const smtp = {
    VESTIBULE_SMTP_URL: "smtps://no-reply%40a.example:p%40ss%3A%2Fw@mail.a.example",
    VESTIBULE_MAIL_FROM: "no-reply@a.example",
  };
  const sms = {
    VESTIBULE_SMS_URL: "https://sms.example/v1",
    VESTIBULE_SMS_BODY: '{"to":"{to}","text":"{text}"}',
  };

  test("are one for both, or one for each, or none", () => {
    expect(gateways({})).toEqual({ mail: undefined, sms: undefined });
    const one = gateways(both);
    expect(one.mail).toBe(one.sms);
    expect(one.mail).toMatchObject({ url: "https://both.example/send", method: "POST", body: undefined });
    const mixed = gateways({ ...both, ...smtp });
    expect([mixed.mail?.kind, mixed.sms]).toEqual(["smtp", one.sms]);
    expect(gateways({ ...both, ...sms })).toMatchObject({
      mail: one.mail,
      sms: { url: "https://sms.example/v1" },
    });
    expect(gateways(smtp).sms).toBeUndefined();
  });

  test("name the mail server, the account and the sender", () => {
    expect(gateways(smtp).mail).toEqual({
      kind: "smtp",
      host: "mail.a.example",
      port: 465,
      tls: "implicit",
      auth: { user: "no-reply@a.example", pass: "p@ss:/w" },
      from: "no-reply@a.example",
    });
    const { VESTIBULE_SMTP_URL: _, ...from } = smtp;
    const filed = gateways({ ...from, VESTIBULE_SMTP_URL_FILE: "/run/secrets/smtp-url" });
    expect(filed.mail).toMatchObject({ host: "mail.example.com", auth: undefined });
  });

  test.each([
    ["smtp://mail.a.example", "startTls", 587],
    ["smtp://mail.a.example:25", "startTls", 25],
    ["smtp://mail.a.example/", "startTls", 587],
    ["smtp://10.0.0.7", "startTls", 587],
    ["smtp://localhost.a.example", "startTls", 587],
    ["smtps://localhost:4650", "implicit", 4650],
    ["smtp://localhost:1025", "none", 1025],
    ["smtp://127.0.0.1:1025", "none", 1025],
    ["smtp://[::1]:1025", "none", 1025],
  ])("reach %s by %s", (address, tls, port) => {
    expect(gateways({ ...smtp, VESTIBULE_SMTP_URL: address }).mail).toMatchObject({ tls, port });
  });

  test("reach an address of IPv6 without its brackets", () => {
    const address = "smtps://[2001:db8::25]:4650";
    expect(gateways({ ...smtp, VESTIBULE_SMTP_URL: address }).mail).toMatchObject({ host: "2001:db8::25" });
  });

  test("tell a provider of text messages what to send, and how", () => {
    const headers = '{"Content-Type":"application/x-www-form-urlencoded","X-Key":"secret"}';
    expect(
      gateways({ ...sms, VESTIBULE_SMS_HEADERS: headers, VESTIBULE_SMS_SUCCESS: "200,202" }).sms,
    ).toEqual({
      kind: "http",
      url: "https://sms.example/v1",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-key": "secret" },
      body: { to: "{to}", text: "{text}" },
      success: [200, 202],
    });
    expect(gateways(sms).sms).toMatchObject({ headers: { "content-type": "application/json" } });
  });

  test.each([
    ["VESTIBULE_SMTP_URL", "mail.a.example"],
    ["VESTIBULE_SMTP_URL", "https://mail.a.example"],
    ["VESTIBULE_SMTP_URL", "smtp://"],
    ["VESTIBULE_SMTP_URL", "smtps://user@mail.a.example"],
    ["VESTIBULE_SMTP_URL", "smtps://user:canary%0d%0a@mail.a.example"],
    ["VESTIBULE_SMTP_URL", "smtps://user:canary%@mail.a.example"],
    ["VESTIBULE_SMTP_URL", "smtps://mail.a.example?tls.rejectUnauthorized=false"],
    ["VESTIBULE_SMTP_URL", "smtps://mail.a.example/canary"],
    ["VESTIBULE_SMTP_URL", "smtps://mail.a.example#canary"],
    ["VESTIBULE_MAIL_FROM", "Payroll <a@b.example>"],
    ["VESTIBULE_MAIL_FROM", "a@b.example,c@d.example"],
    ["VESTIBULE_SMS_URL", "http://sms.example/v1"],
    ["VESTIBULE_SMS_METHOD", "GET"],
    ["VESTIBULE_SMS_HEADERS", "authorization: canary"],
    ["VESTIBULE_SMS_HEADERS", '{"authorization":7}'],
    ["VESTIBULE_SMS_HEADERS", '{"authorization":"canary","x-retries":7}'],
    ["VESTIBULE_SMS_HEADERS", '["authorization"]'],
    ["VESTIBULE_SMS_HEADERS", '{"a b":"canary"}'],
    ["VESTIBULE_SMS_HEADERS", '{"a":"canary\\nb: c"}'],
    ["VESTIBULE_SMS_HEADERS", '{"a":"{text}"}'],
    ["VESTIBULE_SMS_BODY", '{"to":"{to}"}'],
    ["VESTIBULE_SMS_BODY", '{"text":"{text}"}'],
    ["VESTIBULE_SMS_BODY", '{"to":"{to}","text":"{text}","code":"{code}"}'],
    ["VESTIBULE_SMS_BODY", '["{to}","{text}"]'],
    ["VESTIBULE_SMS_BODY", "to={to}&text={text}"],
    ["VESTIBULE_SMS_SUCCESS", "200-299"],
    ["VESTIBULE_SMS_SUCCESS", "200,404"],
  ])("are proven at start: %s is not %s", (variable, value) => {
    const found = findings({ ...smtp, ...sms, [variable]: value });
    expect(found).toMatchObject([{ variable, problem: expect.stringMatching(/^must be/) }]);
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  test("are whole, and a form holds plain values", () => {
    expect(findings({ VESTIBULE_SMTP_URL: smtp.VESTIBULE_SMTP_URL })).toMatchObject([
      { variable: "VESTIBULE_MAIL_FROM", problem: "is required beside VESTIBULE_SMTP_URL" },
    ]);
    expect(findings({ VESTIBULE_SMS_URL: sms.VESTIBULE_SMS_URL })).toMatchObject([
      { variable: "VESTIBULE_SMS_BODY", problem: "is required beside VESTIBULE_SMS_URL" },
    ]);
    const form = { VESTIBULE_SMS_HEADERS: '{"content-type":"application/x-www-form-urlencoded"}' };
    expect(findings({ ...sms, ...form })).toEqual([]);
    const nested = { VESTIBULE_SMS_BODY: '{"to":["{to}"],"text":"{text}"}' };
    expect(findings({ ...sms, ...nested })).toEqual([]);
    expect(findings({ ...sms, ...form, ...nested })).toMatchObject([{ variable: "VESTIBULE_SMS_BODY" }]);
  });
});

test("errors are forwarded to the project of the DSN, or nowhere", () => {
  const dsn = "https://publickey@errors.example.com/sub/42";
  expect(read({ VESTIBULE_SENTRY_DSN: dsn }).sentry).toEqual({
    url: "https://errors.example.com/sub/api/42/envelope/",
    auth: "Sentry sentry_version=7, sentry_client=vestibule/1, sentry_key=publickey",
  });
  expect(read({}).sentry).toBeUndefined();
});

test.each([
  "errors.example.com/42",
  "ftp://canary@errors.example.com/42",
  "https://errors.example.com/42",
  "https://canary@errors.example.com/",
  "https://canary@errors.example.com/payroll",
  "https://canary@errors.example.com/42/payroll",
])("errors are forwarded to no DSN without a key or a project: %s", (dsn) => {
  const found = findings({ VESTIBULE_SENTRY_DSN: dsn });
  expect(found).toMatchObject([{ variable: "VESTIBULE_SENTRY_DSN" }]);
  expect(JSON.stringify(found)).not.toContain("canary");
});

test("every variable is explained with an example that is valid, and stands in .env.example", () => {
  const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
  for (const [name, variable] of Object.entries(schema.properties)) {
    expect(variable.description).toBeTruthy();
    expect(example).toMatch(new RegExp(`^#? ?${name}=`, "m"));
    const value = variable.examples[0] ?? "";
    const needed = {
      VESTIBULE_SECRET_KEY: key.toString("base64"),
      VESTIBULE_PUBLIC_URL: "https://a.example",
      VESTIBULE_MAIL_FROM: "a@b.example",
      ...(name === "VESTIBULE_PROCESSES" && { DATABASE_URL: "postgres://db/x" }),
      VESTIBULE_SMS_BODY: '{"to":"{to}","text":"{text}"}',
    };
    if (!name.includes("SECRET_KEY")) expect(findings({ ...needed, [name]: value })).toEqual([]);
  }
});

describe("traces", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.internal:4318/otel/" };

  test("are sent below the endpoint, with headers that may lie in a file", () => {
    expect(read({}).traces).toBeUndefined();
    expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "Api-Key=a%20b, x=y=z, " }).traces).toEqual({
      url: "http://collector.internal:4318/otel/v1/traces",
      headers: { "api-key": "a b", x: "y=z" },
      share: 1,
    });
    const file = { OTEL_EXPORTER_OTLP_HEADERS_FILE: "/run/secrets/otlp-headers" };
    expect(read({ ...endpoint, ...file }).traces?.headers).toEqual({ "api-key": "secret" });
  });

  test.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:password@collector:4318"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "no-value"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "two words=a"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%zz"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "half"],
  ])("are refused with %s=%s", (variable, value) => {
    expect(findings({ ...endpoint, [variable]: value })).toMatchObject([{ variable }]);
  });
});

test(".env.example says to start what npm start starts", () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const { start } = JSON.parse(read("package.json")).scripts;
  const [file] = start.split(" ").slice(-1);
  expect(read(".env.example")).toContain(`node --env-file=.env ${file}\n`);
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
