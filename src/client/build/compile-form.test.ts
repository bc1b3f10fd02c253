import { describe, expect, it } from "vitest";
import { compiledForm } from "../../../tests/support/forms.tsx";
import type { FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { compileForm } from "./compile-form.ts";

const text: FormField = { name: "a", widget: "text" };

function code(fields: FormField[], body: JsonSchema): string {
  const files: Record<string, unknown> = {
    "schemas/forms/f.json": { schema: { $ref: "../calls/Call.json#/body" }, fields },
    "schemas/calls/Call.json": { body },
  };
  return compileForm("f", "schemas/forms/f.json", (path) => files[path]);
}
const ofOne = (schema: JsonSchema, field: Partial<FormField> = {}) =>
  code([{ ...text, ...field }], { type: "object", properties: { a: schema } });

describe("compileForm", () => {
  it("gives the shown part of the body in the form's order, without what only authors read", async () => {
    const body = {
      type: "object",
      title: "Body",
      additionalProperties: false,
      properties: {
        state: { type: "string" },
        b: { type: "boolean", default: true, description: "Only for authors." },
        a: { type: ["string", "null"], minLength: 1, examples: ["x"] },
      },
      required: ["state", "a"],
    };
    const form = await compiledForm("f", { fields: [text, { name: "b", widget: "checkbox" }] }, body);
    expect(form.id).toBe("f");
    expect(form.schema).toEqual({
      type: "object",
      properties: { a: { type: ["string", "null"], minLength: 1 }, b: { type: "boolean", default: true } },
      required: ["a"],
    });
    expect(form.validate({ a: "x", b: false })).toBe(true);
    expect(form.validate({ b: 1 })).toBe(false);
    expect(form.validate.errors?.map(({ keyword }) => keyword)).toEqual(["required", "type"]);
  });

  it("requires what the call requires and what the form requires beyond it", async () => {
    const fields: FormField[] = [
      text,
      { name: "b", widget: "text" },
      { name: "c", widget: "text", required: true },
    ];
    const of = { type: "string" };
    const body = { type: "object", properties: { a: of, b: of, c: of }, required: ["a"] };
    const form = await compiledForm("f", { fields }, body);
    expect(form.schema.required).toEqual(["a", "c"]);
    form.validate({});
    expect(form.validate.errors?.map(({ params }) => params.missingProperty)).toEqual(["a", "c"]);
  });

  it("brings no library and no code from text along", () => {
    const all = ofOne({
      type: "string",
      maxLength: 5,
      minLength: 1,
      pattern: "^a",
      enum: ["a"],
      format: "date",
    });
    expect(all).not.toMatch(/\brequire\(|\bimport\b|\beval\b|new Function/);
  });

  it("says of which form the validator cannot be made", () => {
    expect(() => ofOne({ type: "string", format: "colour" })).toThrow(
      /^schemas\/forms\/f\.json: unknown format "colour"/,
    );
  });
});
