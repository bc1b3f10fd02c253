import { userInfo } from "node:os";

/** What the audit has of who did something to an account by a command: the kind of command, and who gave it. */
export function doneBy(by: string): { by: string; login: string } {
  return { by, login: process.env.SUDO_USER || loginHere() };
}

/** A container may run as somebody who has no name. */
function loginHere(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
