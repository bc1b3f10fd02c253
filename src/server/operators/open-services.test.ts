import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createTemporaryDatabase, postgresIsReachable } from "../../../tests/support/databases.ts";
import { readSettings } from "../settings/settings.ts";
import { openServices } from "./open-services.ts";

test.skipIf(!postgresIsReachable)(
  "a statement of an operator's command may take longer than those of a server",
  async () => {
    const { settings, drop } = await createTemporaryDatabase("postgres");
    const key = randomBytes(32).toString("base64");
    const { store } = await openServices(
      readSettings({ DATABASE_URL: settings.databaseUrl, VESTIBULE_SECRET_KEY: key }),
    );
    onTestFinished(async () => {
      await store.close();
      await drop();
    });
    // Longer than the limit of a server, and than the one that it has for its connection.
    await expect(sql`select pg_sleep(2.1)`.execute(store.db)).resolves.toBeDefined();
  },
);
