import { expect, it } from "vitest";
import type { Config } from "../../config/read-config.ts";
import { relyingPartyOf } from "./relying-party.ts";

function partners(...origins: string[][]): Pick<Config, "partners"> {
  const entries = origins.map((list, index) => [`partner-${index}`, { origins: list }]);
  return { partners: Object.fromEntries(entries) };
}

it("is the host of the public address, which pages there may use", () => {
  const settings = { publicUrl: "https://id.payroll.example:8443" };
  expect(relyingPartyOf({ settings, config: () => partners() })).toEqual({
    id: "id.payroll.example",
    origins: ["https://id.payroll.example:8443"],
  });
});

it("lets partners' pages below the same host use it, and no others", () => {
  const config = () =>
    partners(
      ["https://northwind.payroll.example", "https://payroll.example"],
      ["https://evilpayroll.example", "https://payroll.example.evil.example", "https://northwind.example"],
    );
  const { origins } = relyingPartyOf({ settings: { publicUrl: "https://payroll.example" }, config });
  expect(origins).toEqual(["https://payroll.example", "https://northwind.payroll.example"]);
});
