import type { ScreenContext } from "../page/screen-context.ts";

/**
 * Whether the signed-in person's menu stands around the screen: not in the midst of somebody else's sign-in, whose
 * password it would be taken to change.
 */
export function hasAccountMenu({ user, view: { username } }: Pick<ScreenContext, "user" | "view">): boolean {
  return user.isAuthenticated && (typeof username !== "string" || username === user.username);
}
