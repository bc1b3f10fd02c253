import type { User } from "../../generated/calls.ts";
import type { RecordedState } from "../../generated/config.ts";
import { isObject } from "../../shared/is-object.ts";
import { nobody } from "../../shared/nobody.ts";
import type { PageState } from "../../shared/page-state.ts";

/** Everything that one cell of the gallery shows, written out. */
export interface ShownState
  extends Pick<PageState, "query" | "returnUrl" | "view" | "list" | "user" | "values" | "problems">,
    Pick<RecordedState, "about" | "say" | "toast" | "offer" | "dialog" | "asks" | "asksOnPage"> {
  busy: boolean;
  failed: boolean;
}

const person: User = {
  ...nobody,
  isAuthenticated: true,
  userId: "u1",
  username: "robin.example",
  displayName: "Robin Ferreira",
  email: "robin@payroll.example",
};

/** The made-up person who looks at a screen, or a visitor. */
export function userOf(isAuthenticated: boolean): User {
  return isAuthenticated ? person : nobody;
}

/** A state with what a recorded one changes. Objects are merged, lists and everything else replaced. */
export function withChange(state: ShownState, { user, ...change }: RecordedState): ShownState {
  const isAuthenticated = user?.isAuthenticated;
  const who = typeof isAuthenticated === "boolean" ? userOf(isAuthenticated) : state.user;
  return merged({ ...state, user: who }, { ...change, ...(user && { user }) }) as ShownState;
}

/** An object with another's values, which are merged where both are objects. */
export function merged(base: object, change: object): object {
  const entries = Object.entries(change).map(([name, value]: [string, unknown]) => {
    const own = (base as Record<string, unknown>)[name];
    return [name, isObject(own) && isObject(value) ? merged(own, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}
