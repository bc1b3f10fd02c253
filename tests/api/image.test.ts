import { randomBytes } from "node:crypto";
import { cpSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runOperator } from "../support/operator-command.ts";
import { root } from "../support/server.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { TestClient } from "../support/test-client.ts";

// Of tests and of those who develop: no build makes them.
const notBuilt = ["cache", "gallery", "types"].map((name) => join(root, "build", name));

/** Makes the folder that the last stage of the Dockerfile has, of what is copied there from outside and from the build. */
function imageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-image-"));
  const [stage = ""] = readFileSync(join(root, "Dockerfile"), "utf8")
    .split(/^FROM /m)
    .slice(-1);
  for (const [, words = ""] of stage.matchAll(/^COPY (?:--from=build )?(.+)$/gm)) {
    const names = words.replaceAll("/vestibule/", "").split(" ");
    const into = names.pop() ?? "";
    for (const name of names.flatMap((pattern) => globSync(pattern, { cwd: root })))
      cpSync(join(root, name), into.endsWith("/") ? join(folder, into, basename(name)) : join(folder, into), {
        recursive: true,
        filter: (file) => !notBuilt.includes(file),
      });
  }
  return folder;
}

it("the image has all that the server and the commands of its operators need, and only one of the modules", async () => {
  const folder = imageFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(globSync("node_modules/*", { cwd: folder })).toEqual(["node_modules/@node-rs"]);
  const databaseFile = join(folder, "vestibule.sqlite");
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = {
    NODE_ENV: "production",
    VESTIBULE_PUBLIC_URL: origin,
    VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64"),
  };
  const server = startServerProcess(
    folder,
    { ...environment, PORT: String(port), VESTIBULE_DATABASE_FILE: databaseFile },
    join(folder, "scripts/start.js"),
  );
  onTestFinished(() => void server.child.kill("SIGKILL"));
  const client = new TestClient(`http://127.0.0.1:${port}`, origin);
  while ((await client.send("/readyz").catch(() => undefined))?.status !== 200) {
    if (server.child.exitCode !== null) throw new Error(server.output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const run = (name: string, ...options: string[]) =>
    runOperator({ settings: () => ({ databaseUrl: undefined, databaseFile }) }, name, options, {
      folder,
      environment,
    });
  const added = ["--username", "paula", "--displayName", "Paula", "--email", "paula@example.com"];
  expect(await run("users", "add", ...added)).toMatchObject({ code: 0 });
  expect((await run("users", "list")).output).toContain("paula,Paula,");
  expect((await client.send("/account/login")).text).toContain('"screen":"login"');
  for (const name of ["clients", "vendors"]) expect(await run(name, "check")).toMatchObject({ code: 0 });
  for (const name of ["audit", "backup", "customers", "keys", "move", "restore"]) {
    const told = { code: 0, output: expect.stringContaining(`npm run ${name} -- `), error: "" };
    expect(await run(name, "--help")).toMatchObject(told);
  }
});
