import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Has a secret of the configuration read from a file, which `X_FILE` names, as secrets are mounted; gives how another one is
 * written there. All is as before when the test ends.
 */
export async function secretInFile(name: string, secret: string): Promise<(secret: string) => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-secret-"));
  const file = join(folder, name);
  const before = process.env[name];
  const write = (text: string) => writeFile(file, `${text}\n`);
  await write(secret);
  delete process.env[name];
  process.env[`${name}_FILE`] = file;
  onTestFinished(async () => {
    delete process.env[`${name}_FILE`];
    if (before !== undefined) process.env[name] = before;
    await rm(folder, { recursive: true });
  });
  return write;
}
