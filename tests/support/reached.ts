import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { messages } from "../specification/specification.ts";

/** What of the specification a test reached in the running product. */
export type Reached = "route" | "parameter" | "call" | "query" | "path" | "message";

/** Folder of the notes; without it nobody wants to know. */
export const reachedFolder = process.env.VESTIBULE_REACHED;

const noted = new Set<string>();

/** Notes what was reached, once for each process; `tests/specification/compare-reached.ts` reads it. */
export function noteReached(kind: Reached, name: string): void {
  const line = `${kind} ${name}\n`;
  if (reachedFolder === undefined || noted.has(line)) return;
  noted.add(line);
  mkdirSync(reachedFolder, { recursive: true });
  appendFileSync(join(reachedFolder, `${process.pid}.txt`), line);
}

/** Notes a call that went well, as its address and status tell. */
export function noteCall(address: string, status: number): void {
  if (reachedFolder === undefined || status >= 300) return;
  const { pathname, searchParams } = new URL(address, "http://site.invalid");
  noteReached("path", pathname);
  const [, name] = /^\/api\/Account\/(\w+)$/.exec(pathname) ?? [];
  if (name === undefined) return;
  noteReached("call", name);
  for (const parameter of searchParams.keys()) noteReached("query", `${name} ${parameter}`);
}

/** Notes each message of the specification that a text holds. */
export function noteMessages(text: string): void {
  if (reachedFolder === undefined) return;
  for (const { message, pattern } of messagePatterns) {
    if (pattern.test(text)) noteReached("message", message);
  }
}

/** The specification's messages as patterns: N is a number, braces hold any words of one line. */
export const messagePatterns = messages.map((message) => ({
  message,
  pattern: new RegExp(
    message
      .split(/(\{\w+\}|\bN\b)/)
      .map((part, index) =>
        index % 2 === 0 ? escapeForPattern(part) : part === "N" ? "\\d+" : "\\S[^\\n]*?",
      )
      .join(""),
  ),
}));

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
