import { describe, expect, it } from "vitest";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import type { CallContract, CallName, JsonSchema } from "../../src/shared/contract.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stagedCalls, stageOf } from "../support/stages.ts";
import { methodOf, type TestAnswer, type TestClient } from "../support/test-client.ts";

const canary = "canary7f3a";
const kilobyte = 1024;
const isoDay = "^\\d{4}-\\d{2}-\\d{2}$";

/** Values that no field of a body takes. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  [canary],
  {},
  { $ne: canary },
  { [canary]: { [canary]: 1 } },
];

/** Texts that a field may take or refuse, but that must never break anything. */
const hostileTexts = [
  "",
  " ",
  "\u0000",
  `${canary}\r\nset-cookie: a=b`,
  "\u001b[31m",
  "' or '1'='1",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "\ud800",
  "\u202e\u2066",
  "e\u0301".repeat(50),
  "%00%0d%0a",
  "x".repeat(5000),
];

/** An answer that tells what was wrong and nothing else. */
function expectClean(answer: TestAnswer, expected: readonly number[]): void {
  expect(expected).toContain(answer.status);
  if (answer.status >= 400) {
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json).toMatchObject({ status: answer.status, supportCode: expect.any(String) });
    expect(answer.json.title).not.toBe("");
    // Without an errors map a 400 means that the session timed out, and the person would be sent to sign in again.
    if (answer.status === 400) expect(answer.json.errors).toBeDefined();
    expect(answer.text).not.toMatch(/FST_|Error|Unexpected|node_modules|:\d+:\d+|ajv|schema/);
  }
  expect(answer.text).not.toContain(canary);
}

onEachDatabase((database) => {
  const gateways = gatewaysOf({
    VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
    VESTIBULE_SMS_METHOD: "POST",
  });
  const server = suiteServer(database, { settings: { logLevel: "trace", gateways } });
  let browser: TestClient;

  const signedIn = async () => {
    const user = await server().addUser();
    await server().addCustomers(user, 2);
    const client = server().browser();
    await client.signIn(user.username, testPassword);
    return client;
  };

  const contracts = () => Object.entries(server().services.config().contracts) as [CallName, CallContract][];
  const posts = () => contracts().filter(([name]) => methodOf(name) === "POST");
  const withBody = () => posts().filter(([, { body }]) => body !== undefined);

  describe("every call that is posted", () => {
    it.each([
      ["text/plain", '{"username":"a","password":"b"}', [415]],
      ["application/x-www-form-urlencoded", "username=a&password=b", [415]],
      ["multipart/form-data; boundary=x", "--x--", [415]],
      ["application/xml", "<a/>", [415]],
      ["application/problem+json", "{}", [415]],
      ["nonsense", "{}", [415]],
      ["application/json", "{", [400]],
      ["application/json", `{"${canary}": `, [400]],
      ["application/json", '{"__proto__":{"a":1}}', [400]],
      ["application/json", '{"constructor":{"prototype":{"a":1}}}', [400]],
      ["application/json", "null", [400]],
      ["application/json", "[]", [400]],
      ["application/json", `"${canary}"`, [400]],
      ["application/json", "7", [400]],
      ["application/json", `{"${canary}":1}`, [400]],
      ["application/json", "[".repeat(20_000), [400]],
      ["application/json", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, [400]],
      ["application/json", `{"a":"${"x".repeat(64 * kilobyte)}"}`, [413]],
      ["application/json", `{"a":"${"x".repeat(kilobyte * kilobyte)}"}`, [413]],
    ])("refuses a body of %s: %.40s", async (type, body, statuses) => {
      browser = await signedIn();
      for (const [name] of posts()) {
        const answer = await browser.post(`/api/Account/${name}`, body, { "content-type": type });
        expectClean(answer, statuses);
      }
    });

    it("refuses a compressed body and a body of a length that is not its own", async () => {
      browser = await signedIn();
      for (const [name] of posts()) {
        const gzip = { "content-encoding": "gzip", "content-type": "application/json" };
        expectClean(await browser.post(`/api/Account/${name}`, "\u001f\u008b\u0008", gzip), [400, 415]);
      }
    });

    it("takes no body for an empty object where it needs none", async () => {
      for (const [name, { body }] of posts()) {
        if (body !== undefined) continue;
        const client = await signedIn();
        for (const sent of [undefined, "", "{}"]) {
          const answer = await client.post(`/api/Account/${name}`, sent, {
            "content-type": "application/json",
          });
          expect([200, 209, 400]).toContain(answer.status);
          const said = answer.json?.codes?.[""] ?? [];
          expect(said, name).not.toContainEqual({ code: "problems.badRequest" });
        }
      }
    });
  });

  describe("every field of every body", () => {
    it("refuses every wrong type, and says so at the field", async () => {
      for (const [name, { body, access }] of withBody()) {
        browser = access === "anonymous" ? server().browser() : await signedIn();
        for (const [field, schema] of fieldsOf(body)) {
          for (const value of hostileValues) {
            if (isOfType(value, schema)) continue;
            const answer = await browser.call(name, { ...validBody(body), [field]: value });
            expectClean(answer, [400]);
            expect(Object.keys(answer.json.errors)).toEqual([field]);
            expect(answer.json.codes[field][0].code).toMatch(/^validation\./);
          }
        }
      }
    });

    it("says of a new password nothing where a call takes none", async () => {
      const answer = await server()
        .browser()
        .call("Login", { username: "ann", password: "x", newPassword: "short", confirmPassword: "other" });
      expect(answer.json.codes).toEqual({ "": [{ code: "validation.unknown" }] });
    });

    it("survives every hostile text", async () => {
      for (const [name, { body }] of withBody()) {
        browser = await signedIn();
        for (const [field, schema] of fieldsOf(body)) {
          if (schema.type !== "string") continue;
          for (const text of hostileTexts) {
            const answer = await browser.call(name, { ...validBody(body), [field]: text });
            if (answer.status === 400 && answer.json.errors === undefined) continue;
            expect(answer.status, `${name} ${field}`).toBeLessThan(500);
            expectClean(answer, [200, 209, 400, 401, 403, 429]);
          }
        }
      }
    });

    it.each(stagedCalls)(
      "refuses every hostile text at the stage of %s, where it is looked at",
      async (name) => {
        const { browser, field, problem, others } = await stageOf(server(), name);
        const said = new Set<string>();
        for (const text of hostileTexts) {
          const answer = await browser.call(name, { ...others, [field]: text });
          expectClean(answer, [400]);
          expect(Object.keys(answer.json.codes)).toEqual([field]);
          said.add(answer.json.codes[field][0].code);
        }
        expect([...said].filter((code) => !code.startsWith("validation."))).toEqual([problem]);
      },
    );

    it("names everything that is missing at once, in words", async () => {
      const answer = await server().browser().call("Login", {});
      expect(answer.json).toMatchObject({
        title: "One or more validations errors occurred.",
        errors: { username: ["User name is required."], password: ["Password is required."] },
        codes: {
          username: [{ code: "validation.required", params: { field: "User name" } }],
          password: [{ code: "validation.required", params: { field: "Password" } }],
        },
      });
      const empty = await server()
        .browser()
        .call("Login", { username: "", password: null, rememberLogin: 1 });
      expect(empty.json.errors).toEqual({
        username: ["User name is required."],
        password: ["Password is required."],
        rememberLogin: ["This value is not valid."],
      });
      const long = await server()
        .browser()
        .call("Login", { username: "x".repeat(201), password: "y", more: 1 });
      expect(long.json.errors).toEqual({
        "": ["This field is not known."],
        username: ["Must be at most 200 characters."],
      });
    });
  });

  describe("every parameter of every call", () => {
    it("survives every hostile text", async () => {
      for (const [name, { query }] of contracts()) {
        browser = await signedIn();
        for (const parameter of [...Object.keys(query ?? {}), "returnUrl", "ReturnUrl"]) {
          for (const text of hostileTexts) {
            const pair = `${parameter}=${encodeURIComponent(text.toWellFormed())}`;
            const path = `/api/Account/${name}?${pair}&${pair}`;
            const answer = methodOf(name) === "GET" ? await browser.send(path) : await browser.post(path, {});
            if (answer.status === 400 && answer.json.errors === undefined) continue;
            expect(answer.status).toBeLessThan(500);
            if (answer.status >= 400) expect(answer.text).not.toContain(canary);
          }
        }
      }
    });
  });

  it("answered none of all this with a fault, and logged none of it", async () => {
    // What a page reports as its error is logged on purpose, scrubbed (report-error.test.ts).
    const lines = server()
      .log.filter((line) => !line.includes('"msg":"a page failed"'))
      .join("\n");
    expect(lines).not.toContain(canary);
    expect(lines).not.toContain('"level":"error"');
    expect(lines.split("\n").filter((line) => line.includes('"status":5'))).toEqual([]);
  });
});

function fieldsOf(body: JsonSchema | undefined): [string, JsonSchema][] {
  return Object.entries((body?.properties ?? {}) as Record<string, JsonSchema>);
}

function validBody(body: JsonSchema | undefined): Record<string, unknown> {
  const valid = (field: string, schema: JsonSchema) =>
    ["newPassword", "confirmPassword"].includes(field) ? testPassword : validValue(schema);
  return Object.fromEntries(fieldsOf(body).map(([field, schema]) => [field, valid(field, schema)]));
}

function validValue(schema: JsonSchema): unknown {
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === "object") return validBody(schema);
  if (schema.type === "array") return [];
  if (schema.type === "integer") return schema.minimum ?? 0;
  if (schema.pattern === isoDay) return "2000-02-29";
  return schema.type === "boolean" ? false : "text";
}

function isOfType(value: unknown, { type }: JsonSchema): boolean {
  return typeof value === (type === "integer" ? "number" : type);
}
