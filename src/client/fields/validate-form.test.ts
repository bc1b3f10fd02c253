import { describe, expect, it } from "vitest";
import { compiledForm } from "../../../tests/support/forms.tsx";
import type { FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { FormValues } from "./compiled-form.ts";
import { validateForm } from "./validate-form.ts";

async function validate(
  properties: Record<string, JsonSchema>,
  body: FormValues,
  more: Partial<FormField> = {},
) {
  const fields = Object.keys(properties).map((name) => ({ name, widget: "text" as const, ...more }));
  const form = await compiledForm("f", { fields }, { type: "object", properties, required: ["a"] });
  return validateForm(form, fields, body, undefined);
}

describe("validateForm", () => {
  it.each<[string, JsonSchema, FormValues, object]>([
    ["a missing field", {}, {}, { code: "validation.required" }],
    [
      "too few characters",
      { minLength: 3 },
      { a: "ab" },
      { code: "validation.minLength", params: { count: 3 } },
    ],
    [
      "too many characters",
      { maxLength: 1 },
      { a: "ab" },
      { code: "validation.maxLength", params: { count: 1 } },
    ],
    ["another form", { pattern: "^\\d+$" }, { a: "ab" }, { code: "validation.pattern" }],
    ["no address", { format: "email" }, { a: "ab" }, { code: "validation.email" }],
    ["no date", { format: "date" }, { a: "ab" }, { code: "validation.invalid" }],
    ["no choice", { enum: ["x"] }, { a: "ab" }, { code: "validation.invalid" }],
  ])("names %s by a text key", async (_, schema, body, problem) => {
    expect(await validate({ a: { type: "string", ...schema } }, body)).toEqual({ a: [problem] });
  });

  it("takes a mail address in any letters, and none of halves", async () => {
    const schema = { a: { type: "string", format: "email" } };
    for (const a of ["anna@bücher.example", "用户@例子.广告", "ANNA.o'neil+x@a-b.example"])
      expect(await validate(schema, { a })).toEqual({});
    for (const a of [
      "a@",
      "@b.example",
      "a b@c.example",
      "a@b..example",
      "a@b.example.",
      "a@b@c.example",
      "a@-b",
    ])
      expect(await validate(schema, { a })).toEqual({ a: [{ code: "validation.email" }] });
  });

  it("counts characters, not the units that they are stored in", async () => {
    expect(await validate({ a: { type: "string", maxLength: 2 } }, { a: "🔑🔑" })).toEqual({});
  });

  it("does not stop at the first failure", async () => {
    const schema = { type: "string", minLength: 5, pattern: "^\\d+$" };
    const found = await validate({ a: schema, b: schema }, { a: "x", b: "y" });
    expect(found).toMatchObject({ a: [{}, {}], b: [{}, {}] });
  });

  it("leaves fields out that are not shown", async () => {
    const properties = { a: { type: "string" }, b: { type: "string", minLength: 5 } };
    const fields = [
      { name: "a", widget: "text" as const },
      { name: "b", widget: "text" as const },
    ];
    const form = await compiledForm("f", { fields }, { type: "object", properties, required: ["a", "b"] });
    expect(validateForm(form, fields.slice(0, 1), { a: "x" }, undefined)).toEqual({});
  });
});
