import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Installs what this folder compares with, which needs the network. What others may run at an installation is theirs. */
export async function installPeers(): Promise<void> {
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-package-lock"], {
    cwd: import.meta.dirname,
  });
}
