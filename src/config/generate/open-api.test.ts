import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { sampleSources } from "../../../tests/support/sample-sources.ts";
import type { CallContract } from "../../shared/contract.ts";
import { type Config, configOf } from "../read-config.ts";
import { type OpenApi, openApi } from "./open-api.ts";

const config = configOf(await sampleSources()).config as Config;
const document = openApi(config, "https://signin.example");
const operations = Object.entries(document.paths as Record<string, Record<string, OpenApi>>).flatMap(
  ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const called = operations.filter(({ path }) => path.startsWith("/api/Account/"));
const of = (name: string) => called.find(({ operation }) => operation.operationId === name)?.operation;

test("every contract is one operation at its address, with its method and its own id", () => {
  const made = called.map(({ path, method, operation }) => [operation.operationId, path, method]);
  const said = Object.entries<CallContract>(config.contracts).map(([name, { method }]) => [
    name,
    `/api/Account/${name}`,
    (method ?? "POST").toLowerCase(),
  ]);
  expect(made).toEqual(said);
});

test("every reference leads to something in the document", () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  const broken = [...references].flatMap(([, reference = ""]) =>
    follow(reference) === undefined ? [reference] : [],
  );
  expect(broken).toEqual([]);
});

test("every operation answers with descriptions and content types (OpenAPI 3.1, 4.8.17)", () => {
  for (const { operation } of called) {
    const responses = Object.entries(operation.responses as Record<string, OpenApi>);
    expect(responses.map(([status]) => status)).toEqual(expect.arrayContaining(["200", "400", "default"]));
    for (const [, response] of responses) {
      const written = typeof response.$ref === "string" ? follow(response.$ref) : response;
      expect(written).toHaveProperty("description", expect.stringMatching(/\.$/));
    }
  }
});

test("parameters have a place, a schema and a name that no other one of the operation has (4.8.12)", () => {
  for (const { operation } of called) {
    const parameters = (operation.parameters as OpenApi[]).map((parameter) =>
      typeof parameter.$ref === "string" ? (follow(parameter.$ref) as OpenApi) : parameter,
    );
    for (const { in: place, schema } of parameters) {
      expect(["query", "header"]).toContain(place);
      expect(schema).toBeTypeOf("object");
    }
    const names = parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("query returnUrl");
  }
});

test("component names are allowed (4.8.7) and every component is a JSON Schema of 2020-12", () => {
  const { schemas } = document.components as { schemas: Record<string, OpenApi> };
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Journey", "Problem", "Redirect", "User"]));
  const ajv = new Ajv2020({ allowUnionTypes: true });
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "doc", components: document.components }, undefined, undefined, false);
  for (const name of Object.keys(schemas)) {
    expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(() => ajv.compile({ $ref: `doc#/components/schemas/${name}` })).not.toThrow();
  }
});

test("the anti-forgery header is asked for by what changes something, and not by GET and Exchange", () => {
  const header = { $ref: "#/components/parameters/antiForgery" };
  expect(of("Login")?.parameters).toContainEqual(header);
  expect(of("User")?.parameters).toContainEqual(header);
  expect(of("Customers")?.parameters).not.toContainEqual(header);
  expect(of("Exchange")?.parameters).not.toContainEqual(header);
});

test("209 stands where a call can leave, with its headers and body", () => {
  expect(of("Login")?.responses).toHaveProperty("209");
  expect(of("Exchange")?.responses).not.toHaveProperty("209");
  expect(follow("#/components/responses/leave")).toMatchObject({
    headers: { redirect: {}, state: {} },
    content: { "application/json": { schema: { $ref: "#/components/schemas/Redirect" } } },
  });
});

test("a further path of a call is the same operation under an id of its own", () => {
  const { operationId, ...same } =
    (document.paths as Record<string, { post: OpenApi }>)["/api/account/exchange"]?.post ?? {};
  expect(of("Exchange")).toMatchObject(same);
  expect(operationId).toBe("ExchangeAlias");
});

test("calls for signed-in people name the session, and no other call does", () => {
  expect(of("SelectCustomer")?.security).toEqual([{ session: [] }]);
  expect(of("Login")).not.toHaveProperty("security");
});

function follow(reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/"))
    .reduce<unknown>((value, key) => (value as OpenApi | undefined)?.[key], document);
}
