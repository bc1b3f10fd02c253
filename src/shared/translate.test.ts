import { describe, expect, it } from "vitest";
import { translator } from "./translate.ts";

const t = translator(
  {
    hello: "Hello {name}",
    left_one: "{count} try left",
    left_other: "{count} tries left",
    big: "{count} customers",
  },
  "en-GB",
);

describe("translator", () => {
  it("fills placeholders and leaves unknown ones standing", () => {
    expect(t("hello", { name: "Ada" })).toBe("Hello Ada");
    expect(t("hello")).toBe("Hello {name}");
  });

  it("picks the plural form and writes numbers as the language does", () => {
    expect(t("left", { count: 1 })).toBe("1 try left");
    expect(t("left", { count: 5 })).toBe("5 tries left");
    expect(t("big", { count: 20000 })).toBe("20,000 customers");
  });

  it("takes the other form where the one of the number is not written", () => {
    const inSpanish = translator({ left_one: "{count} intento", left_other: "{count} intentos" }, "es");
    expect(inSpanish("left", { count: 1_000_000 })).toBe("1.000.000 intentos");
  });

  it("gives nothing for an unknown key, never the bare key", () => {
    expect(t("unknown.key")).toBe("");
  });

  it("does not fill a placeholder out of a value", () => {
    expect(t("hello", { name: "{name}" })).toBe("Hello {name}");
  });
});
