import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeEach, describe, expect, it } from "vitest";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { type CallContract, type CallName, callPath, type JsonSchema } from "../../src/shared/contract.ts";
import { onEachDatabase } from "../support/databases.ts";
import { fc } from "../support/samples.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stagedCalls, stageOf } from "../support/stages.ts";
import { methodOf, type TestAnswer } from "../support/test-client.ts";

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

const runs = 6;
const longestText = 60;

/** Values that a schema allows. */
function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const [type, ...others] = [schema.type].flat() as string[];
  if (others.length > 0)
    return fc.oneof(...[type, ...others].map((one) => valid({ ...schema, type: one } as JsonSchema)));
  if (type === "object") return validObject(schema);
  if (type === "array")
    return fc.array(valid(schema.items as JsonSchema), { maxLength: Number(schema.maxItems ?? 5) });
  if (type === "integer")
    return fc.integer({ min: Number(schema.minimum ?? -1e9), max: Number(schema.maximum ?? 1e9) });
  if (type === "boolean") return fc.boolean();
  return type === "null" ? fc.constant(null) : validText(schema);
}

function validObject(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const model = Object.fromEntries(properties.map(([name, property]) => [name, valid(property)]));
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] });
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern, format } = schema as { pattern?: string; format?: string };
  const [min, max] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? longestText)];
  if (format === "email") return fc.emailAddress().filter((text) => text.length <= max);
  const isPlain = pattern === undefined || pattern.includes("(?=");
  const text = isPlain
    ? fc.string({ unit: "grapheme", minLength: min, maxLength: Math.min(max, longestText) })
    : fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(max, longestText) } as never);
  return text.filter((one) => ajv.validate(schema, one));
}

/** What no field that is text, number or yes and no takes. */
const misfits: unknown[] = [null, [], {}, ["a"], 1.5, "", "x".repeat(20_000), "\u0000", { a: { b: [1] } }];

/** Bodies that a schema refuses: a valid one with one thing wrong, or no object at all. */
function invalid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys((schema.properties ?? {}) as object);
  const bent = fc
    .tuple(
      validObject(schema),
      fc.constantFrom(...names, "unknown"),
      fc.oneof(fc.constantFrom(...misfits), fc.anything()),
    )
    .map(([body, name, value]) => ({ ...body, [name]: value }));
  const lacking = fc
    .tuple(validObject(schema), fc.constantFrom(...names, "unknown"))
    .map(([body, name]) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== name)));
  return fc
    .oneof(bent, lacking, fc.constantFrom(...misfits, true, 7, "text"))
    .map((body) => JSON.parse(JSON.stringify(body) ?? "null") as unknown)
    .filter((body) => !ajv.validate(schema, body));
}

onEachDatabase((database) => {
  const gateways = gatewaysOf({
    VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
    VESTIBULE_SMS_METHOD: "POST",
  });
  const server = suiteServer(database, { settings: { gateways } });
  beforeEach(database.forgetTries);

  const contracts = Object.entries as (of: object) => [CallName, CallContract][];
  const withBody = () =>
    contracts(server().services.config().contracts).flatMap(([name, { body }]) =>
      body === undefined ? [] : [{ name, body }],
    );

  const signedIn = async () => {
    const browser = server().browser();
    await browser.signIn((await server().addUser()).username, testPassword);
    return browser;
  };

  const expectNoFault = ({ status, text }: TestAnswer, what: string) => {
    expect([200, 209, 304, 400, 401, 403, 404, 429], `${what} ${text}`).toContain(status);
    expect(text).not.toMatch(/node_modules|FST_|\n {4}at /);
  };

  describe("random input of every contract", () => {
    it("that is allowed is never a fault of ours", async () => {
      for (const { name, body } of withBody()) {
        await database.forgetTries();
        const [visitor, browser] = [server().browser(), await signedIn()];
        await fc.assert(
          fc.asyncProperty(valid(body), async (sent) => {
            for (const one of [visitor, browser]) expectNoFault(await one.call(name, sent), name);
          }),
          { numRuns: runs },
        );
      }
    });

    it.each(stagedCalls)(
      "that is allowed is no fault of ours at the stage of %s, where it is looked at",
      async (name) => {
        const { body } = server().services.config().contracts[name];
        const { browser, field, problem, others } = await stageOf(server(), name);
        await fc.assert(
          fc.asyncProperty(valid(body as JsonSchema), async (sent) => {
            const { status, json } = await browser.call(name, { ...(sent as object), ...others });
            expect([status, json.codes]).toMatchObject([400, { [field]: [{ code: problem }] }]);
          }),
          { numRuns: 2 * runs },
        );
      },
    );

    it("that is not allowed is refused in words, whatever is wrong with it", async () => {
      for (const { name, body } of withBody()) {
        const browser = await signedIn();
        await fc.assert(
          fc.asyncProperty(invalid(body), async (sent) => {
            const answer = await browser.call(name, JSON.stringify(sent));
            expect([name, answer.status]).toEqual([name, 400]);
            const said = Object.values(answer.json.errors as Record<string, string[]>).flat();
            expect(said.length).toBeGreaterThan(0);
          }),
          { numRuns: runs },
        );
      }
    });

    it("as parameters, also repeated and in lists, is never a fault of ours", async () => {
      const text = fc.string({ unit: "binary", maxLength: longestText }).map((one) => one.toWellFormed());
      for (const [name, { query }] of contracts(server().services.config().contracts)) {
        await database.forgetTries();
        const browser = await signedIn();
        const names = [...Object.keys(query ?? {}), "returnUrl", "ReturnUrl", "__proto__", "a[]"];
        const pairs = fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(pairs, async (given) => {
            const search = new URLSearchParams(given).toString();
            const path = `${callPath(name)}?${search}`;
            const answer = methodOf(name) === "GET" ? await browser.send(path) : await browser.post(path, {});
            expectNoFault(answer, path);
          }),
          { numRuns: runs },
        );
      }
    });
  });

  it("another spelling of a call's address is the call with its limits, or nothing", async () => {
    const { username } = await server().addUser();
    const spellings = [
      "/api/Account/%4cogin",
      "/api/Account/%4Cog%69n",
      "/api/%41ccount/Login",
      "/api/Account/Login?",
      "/api/Account/Login?x=1#y",
      "/api/./Account/Login",
      "/api/x/../Account/Login",
      "/api/Account/Login%20",
      "/api/Account/Login%00",
      "/api/Account/Login;x",
      "/api/Account\\Login",
      "//api/Account/Login",
      "http://localhost:5400/api/Account/Login",
    ];
    const browser = server().browser();
    await browser.call("Token");
    let checked = 0;
    for (let round = 0; round < 3; round++)
      for (const path of spellings) {
        const answer = await browser.post(path, { username, password: "wrong" });
        expect([400, 403, 404, 429], path).toContain(answer.status);
        if (answer.json?.codes?.[""]?.[0]?.code === "problems.signInFailed") checked += 1;
      }
    // A challenge is asked for after three failures of a name.
    expect(checked).toBe(3);
  });

  it("a media type that is written oddly is JSON or refused, and never guessed", async () => {
    const browser = server().browser();
    await browser.call("Token");
    const body = JSON.stringify({ username: "nobody", password: "wrong" });
    for (const [type, status] of [
      ["application/json; charset=utf-8", 400],
      ["APPLICATION/JSON", 400],
      ["application/json;charset=utf-7", 400],
      ["application/json, text/plain", 415],
      ["text/plain; application/json", 415],
      ["application/jsonp", 415],
      [" ", 415],
      ["application/json\u00a0", 415],
    ] as const) {
      const answer = await browser.post("/api/Account/Login", body, { "content-type": type });
      expect([type, answer.status]).toEqual([type, status]);
    }
  });
});
