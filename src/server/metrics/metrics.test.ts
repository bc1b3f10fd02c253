import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMinuteCounts } from "../operations/minute-counts.ts";
import { createPasswordHasher } from "../passwords/password-hash.ts";
import { projectRoot } from "../project-root.ts";
import { openStore } from "../store/store.ts";
import { lookAtServices } from "./look-at-services.ts";
import { createMetrics } from "./metrics.ts";

const documentNamed = (name: string) => readFile(join(projectRoot, "docs", name), "utf8");

/** Every figure of the service, as a running one tells them. */
async function figures(): Promise<{ name: string; help: string }[]> {
  const metrics = createMetrics();
  const store = openStore(
    { databaseUrl: "postgres://127.0.0.1:1/none", databaseFile: "" },
    { warn: () => undefined },
  );
  const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, concurrency: 1 });
  const operations = { counts: createMinuteCounts(store, Date.now) };
  lookAtServices({ metrics, hasher, store, operations, now: Date.now });
  await store.close();
  return metrics.registry.getMetricsAsArray().filter(({ name }) => name.startsWith("vestibule_"));
}

it("has exactly the figures that docs/operations.md lists, in the same words", async () => {
  const document = await documentNamed("operations.md");
  const listed = [...document.matchAll(/^\| `(vestibule_\w+)` \| (.*) \|$/gm)].map(([, ...cells]) => cells);
  expect(listed).toEqual((await figures()).map(({ name, help }) => [name, help]).toSorted());
});

it("tells of each kind of message and sign-in from the start, so that an alert sees the first", async () => {
  const text = await createMetrics().registry.metrics();
  for (const outcome of ["completed", "refused"])
    expect(text).toContain(`vestibule_sign_ins_total{method="vendor",outcome="${outcome}"} 0`);
  for (const channel of ["mail", "sms"])
    expect(text).toContain(`vestibule_messages_total{channel="${channel}",outcome="given_up"} 0`);
});

it("has every figure that the alerts of docs/alerts.yml ask about", async () => {
  const asked = (await documentNamed("alerts.yml")).match(/\bvestibule_\w+/g) ?? [];
  expect(asked).not.toEqual([]);
  const names = (await figures()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(asked.map((name) => name.replace(/_seconds_count$/, "_seconds"))),
  );
});
