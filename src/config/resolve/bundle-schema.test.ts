import { describe, expect, it } from "vitest";
import { bundleSchema } from "./bundle-schema.ts";

const files: Record<string, unknown> = {
  "schemas/calls/Login.json": {
    body: {
      type: "object",
      properties: { username: { $ref: "../entities/name.json" }, code: { $ref: "#/parts/a~1b" } },
    },
    parts: { "a/b": { type: "string", maxLength: 8 } },
  },
  "schemas/entities/name.json": {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Name",
    $ref: "#/definitions/short",
    definitions: { short: { type: "string", maxLength: 200 } },
  },
  "schemas/entities/loop.json": { properties: { inner: { $ref: "other.json#/a" } } },
  "schemas/entities/other.json": { a: { items: { $ref: "loop.json" } } },
};
const read = (path: string) => files[path];
const bundle = (schema: unknown, file = "schemas/forms/login.json") => bundleSchema(schema, file, read);

describe("bundleSchema", () => {
  it("writes out references to other files, through their own references", () => {
    expect(bundle({ $ref: "../calls/Login.json#/body" })).toEqual({
      type: "object",
      properties: { username: { type: "string", maxLength: 200 }, code: { type: "string", maxLength: 8 } },
    });
  });

  it("leaves what nothing refers to any more out", () => {
    const schema = { $schema: "x", $id: "y", definitions: { a: { $ref: "#/nowhere" } }, type: "string" };
    expect(bundle(schema)).toEqual({ type: "string" });
  });

  it("takes properties that are named like keywords for properties", () => {
    const properties = {
      $ref: { type: "string" },
      default: { $ref: "../entities/name.json" },
      definitions: { type: "null" },
    };
    expect(bundle({ properties })).toEqual({
      properties: {
        $ref: { type: "string" },
        default: { type: "string", maxLength: 200 },
        definitions: { type: "null" },
      },
    });
  });

  it("leaves data and $data alone", () => {
    const schema = {
      default: { $ref: "#/x" },
      enum: [{ $ref: "#/x" }],
      minLength: { $data: "/rules/minLength" },
    };
    expect(bundle(schema)).toEqual(schema);
  });

  it("lets a schema be used twice side by side", () => {
    const name = { $ref: "../entities/name.json" };
    expect(bundle({ items: [name, name] }).items).toHaveLength(2);
  });

  it("names file and pointer of a missing file", () => {
    expect(() => bundle({ $ref: "../calls/Nothing.json#/body" })).toThrow(
      "schemas/forms/login.json refers to schemas/calls/Nothing.json#/body, but there is no file schemas/calls/Nothing.json",
    );
  });

  it("names file and pointer of a missing part, also one that only a prototype has", () => {
    expect(() => bundle({ $ref: "../calls/Login.json#/bodies" })).toThrow(
      "schemas/forms/login.json refers to schemas/calls/Login.json#/bodies, but schemas/calls/Login.json has no /bodies",
    );
    expect(() => bundle({ $ref: "../calls/Login.json#/constructor" })).toThrow("has no /constructor");
  });

  it("names the way of a schema that contains itself", () => {
    expect(() => bundle({ $ref: "../entities/loop.json" })).toThrow(
      "schemas/entities/loop.json# contains itself: schemas/entities/loop.json# → schemas/entities/other.json#/a → schemas/entities/loop.json#",
    );
  });
});
