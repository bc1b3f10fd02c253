import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { colourSchemeCookie } from "../../src/shared/colour-scheme.ts";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { onEachDatabase } from "../support/databases.ts";

const page = await readFile("docs/privacy.md", "utf8");

onEachDatabase((database) => {
  it("what is kept of people is said for each table", async () => {
    const tables = await database.store().db.introspection.getTables();
    const untold = tables
      // SQLite keeps an index of words in tables of its own beside it.
      .map(({ name }) => name.replace(/^(customers_trigrams)_.*/, "$1"))
      .filter((name) => !name.startsWith("kysely_") && !page.includes(`\`${name}\``));
    expect(untold).toEqual([]);
  });
});

it("what is kept in browsers is said for each cookie", () => {
  const names = [...Object.values(cookieNames), antiForgeryCookie, colourSchemeCookie];
  const untold = names
    .map((name) => name.replace("__Host-vestibule-", ""))
    .filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name}-…\``));
  expect(untold).toEqual([]);
});
