import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { start } from "../../src/server/main.ts";
import { readMinuteCounts } from "../../src/server/store/minute-counts.ts";
import { addSignOutNotices } from "../../src/server/store/sign-out-notices.ts";
import { minute } from "../../src/shared/durations.ts";
import { copyDataFiles } from "../support/copy-data-files.ts";
import { databaseVariables, onEachDatabase } from "../support/databases.ts";
import { type LogoutListener, listenForLogouts } from "../support/logout-listener.ts";
import { testClient } from "../support/relying-party.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const secretKey = randomBytes(32);

/** A server with everything that works beside its answers; that of messages is in delivery.test.ts. */
onEachDatabase((database) => {
  let data: Awaited<ReturnType<typeof copyDataFiles>>;
  let listener: LogoutListener;
  beforeAll(async () => {
    data = await copyDataFiles();
    listener = await listenForLogouts();
    const clients = { listening: testClient("listening", { backChannelLogoutUri: listener.url }) };
    const file = { $schema: "./schemas/config/clients.schema.json", clients };
    await writeFile(join(data.folder, "clients.config.json"), JSON.stringify(file));
  });
  beforeEach(async () => {
    listener.answer = 204;
    await database.store().db.deleteFrom("sign_out_notices").execute();
  });
  afterAll(async () => {
    await listener.close();
    await data.remove();
  });

  async function started() {
    const server = await start({
      root: data.folder,
      environment: {
        PORT: "0",
        NODE_ENV: "test",
        ...databaseVariables(database.settings()),
        VESTIBULE_SECRET_KEY: secretKey.toString("base64"),
        VESTIBULE_PRIVATE_ADDRESSES: "127.0.0.0/8",
        VESTIBULE_LOG_LEVEL: "fatal",
      },
      renderer: async () => stubRenderer,
    });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop());
    onTestFinished(stop);
    return { services: server.services, stop };
  }

  describe("a stop", () => {
    it("finishes the sign-outs that are being told, and leaves the others in line", async () => {
      const { db } = database.store();
      const notices = Array.from({ length: 45 }, (_, index) => ({
        clientId: "listening",
        userId: `user-${index}`,
        sid: `sid-${index}`,
      }));
      await addSignOutNotices(db, [secretKey], notices, 60 * minute, Date.now());
      const inLine = () => db.selectFrom("sign_out_notices").select(["tries", "due_at"]).execute();
      listener.answer = "silence";
      const { stop } = await started();
      await expect.poll(() => listener.heard.length).toBe(20);
      const [claimed] = (await inLine()).filter(({ tries }) => tries === 1);
      await stop();
      expect(listener.heard).toHaveLength(20);
      const rows = await inLine();
      expect(rows.map(({ tries }) => tries).sort()).toEqual([...Array(25).fill(0), ...Array(20).fill(1)]);
      // Those that the application did not take are put back in line, well before the claim would have ended.
      for (const { tries, due_at } of rows)
        if (tries === 1) expect(due_at).toBeLessThan(claimed?.due_at ?? 0);
    });

    it("writes what was counted since the last time", async () => {
      const { services, stop } = await started();
      const written = async () => (await readMinuteCounts(database.store().db, 0)).map(({ name }) => name);
      services.operations.counts.add("error.client");
      await expect.poll(written, { timeout: 15_000 }).toContain("error.client");
      services.operations.counts.add("error.server");
      await stop();
      expect(await written()).toContain("error.server");
    });

    it("lets the sweeper finish what it deletes at the time, and begins no other", async () => {
      const { db } = database.store();
      const expired = Array.from({ length: 10_000 }, (_, index) => ({
        kind: "captcha" as const,
        hash: String(index),
        expires_at: 1,
      }));
      await db.insertInto("spent_values").values(expired).execute();
      const turns = async () => {
        const rows = db.selectFrom("spent_values").select("hash").where("kind", "=", "sweep");
        return (await rows.execute()).length;
      };
      const timers = vi.spyOn(globalThis, "setTimeout");
      onTestFinished(() => timers.mockRestore());
      const due = () => timers.mock.calls.filter(([, delay]) => delay === 10 * minute).map(([run]) => run);
      const { services, stop } = await started();
      const warned = vi.spyOn(services.log, "warn");
      const [sweep] = due();
      sweep?.();
      await expect.poll(turns, { interval: 1 }).toBe(1);
      await stop();
      // What is told after the stop of the store.
      await new Promise(setImmediate);
      expect(warned).not.toHaveBeenCalled();
      expect(due()).toHaveLength(1);
    });
  });
});
