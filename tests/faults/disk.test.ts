import { execFileSync } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/server/store/store.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";

/** A disk of 4 MB, for whose mounting the tests must run as root. */
let folder: string;
let server: RunningServer;
const databaseFile = () => join(folder, "vestibule.sqlite");
const stuffing = () => join(folder, "stuffing");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vestibule-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  server = await RunningServer.start("sqlite", { VESTIBULE_DATABASE_FILE: databaseFile() });
});
afterAll(async () => {
  await server.remove();
  execFileSync("umount", [folder]);
  await rm(folder, { recursive: true });
});

it("a full disk leaves reading as it is and answers 503 to what has to be written, until there is room again", async () => {
  const store = openStore(
    { databaseUrl: undefined, databaseFile: databaseFile() },
    { warn: () => undefined },
  );
  const browser = server.browser();
  await browser.call("Token");
  const wrong = { username: "nobody", password: testPassword };
  expect((await browser.call("Login", wrong)).status).toBe(400);
  const { bfree, bsize } = await statfs(folder);
  await writeFile(stuffing(), Buffer.alloc(bfree * bsize)).catch(() => undefined);

  const statuses: number[] = [];
  for (let tries = 0; tries < 60 && statuses.at(-1) !== 503; tries++)
    statuses.push((await server.browser().call("Login", { ...wrong, username: `nobody-${tries}` })).status);
  expect(statuses.at(-1)).toBe(503);
  expect(new Set(statuses)).toEqual(new Set(statuses.length === 1 ? [503] : [400, 503]));
  const refused = await browser.call("Login", wrong);
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([503, true]);
  for (const path of ["/account/login", "/account/recover", "/api/Account/GetPartnerMetaData", "/healthz"])
    expect([path, (await browser.send(path, { headers: { accept: "text/html" } })).status]).toEqual([
      path,
      200,
    ]);
  expect((await browser.call("LoginView")).status).toBe(200);

  await rm(stuffing());
  expect((await browser.call("Login", wrong)).status).toBe(400);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
  expect(rows).toEqual([{ integrity_check: "ok" }]);
  await store.close();
  expect((await server.stop()).code).toBe(0);
});
