import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";

const file = join(projectRoot, "src/server/passwords/common-passwords.txt");
const [, list = ""] = readFileSync(file, "utf8").split("\n-----\n");

/** The commonest passwords that were ever made public, in lower case; the head of the file tells where it is from. */
export const commonPasswords: ReadonlySet<string> = new Set(list.split("\n").filter((line) => line !== ""));
