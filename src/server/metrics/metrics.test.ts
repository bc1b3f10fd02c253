import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPasswordHasher } from "../passwords/password-hash.ts";
import { projectRoot } from "../project-root.ts";
import { openStore } from "../store/store.ts";
import { lookAtServices } from "./look-at-services.ts";
import { createMetrics } from "./metrics.ts";

it("has exactly the figures that docs/operations.md lists, in the same words", async () => {
  const metrics = createMetrics();
  const store = openStore(
    { databaseUrl: "postgres://127.0.0.1:1/none", databaseFile: "" },
    { warn: () => undefined },
  );
  const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, concurrency: 1 });
  lookAtServices({ metrics, hasher, store, now: Date.now });
  const own = metrics.registry.getMetricsAsArray().filter(({ name }) => name.startsWith("vestibule_"));
  const document = await readFile(join(projectRoot, "docs/operations.md"), "utf8");
  const listed = [...document.matchAll(/^\| `(vestibule_\w+)` \| (.*) \|$/gm)].map(([, ...cells]) => cells);
  expect(listed).toEqual(own.map(({ name, help }) => [name, help]).toSorted());
  await store.close();
});
