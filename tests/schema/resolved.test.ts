import Fastify from "fastify";
import { expect, test } from "vitest";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { configOf } from "../../src/config/read-config.ts";
import { ConfigError } from "../../src/config/watch/watch-config.ts";

// The schemas are on trial here, not the client's panels.
const { config, findings } = configOf({ ...(await readSources(process.cwd(), ownFiles)), panels: undefined });
if (config === undefined) throw new ConfigError(findings);

// What the product runs on, written out: a one-digit change of any schema or screen shows here and must be meant.
test.each(["contracts", "forms", "entities", "screens"] as const)(
  "the resolved %s are as accepted",
  async (kind) => {
    const text = `${JSON.stringify(config[kind], null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`__snapshots__/${kind}.json`);
  },
);

// The server makes what writes an answer at the first one, so a start does not find what cannot be written.
test("the answer of each call can be written as its contract says", async () => {
  const app = Fastify();
  for (const [name, { answer }] of Object.entries(config.contracts))
    if (answer !== undefined) app.get(`/${name}`, { schema: { response: { 200: answer } } }, () => null);
  await expect(app.ready()).resolves.toBeDefined();
});
