import { join } from "node:path";

/** Folder of the project: two above this file, and above the one file that the build makes of the server. */
export const projectRoot = join(import.meta.dirname, "../..");
