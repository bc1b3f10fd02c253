import type { Page, PageStore } from "../page/page.ts";
import { errorsShown, tokenReceived, userFetched, usernameRemembered } from "../state/session.ts";
import type { Store } from "../state/store.ts";

/** Keeps the session state what stands on the page, and the forms' token what the session has. */
export function keepInStep(page: PageStore, store: Store): void {
  let known = page.get();
  store.dispatch(tokenReceived(known.token));
  remember(store, known);
  page.subscribe(() => {
    const before = known;
    known = page.get();
    const { user, view, problems } = known;
    // Who signed out is nobody's business any more; a time-out has shown the name by now.
    if (before.user.isAuthenticated && !user.isAuthenticated) store.dispatch(usernameRemembered(null));
    if (user !== before.user || view !== before.view || problems !== before.problems) remember(store, known);
  });
  store.subscribe(() => {
    const { token } = store.getState().session;
    if (token !== page.get().token) page.set({ token });
  });
}

function remember(store: Store, { user, view, problems }: Page): void {
  store.dispatch(userFetched(user));
  store.dispatch(errorsShown((problems[""] ?? []).map(({ code }) => code)));
  if (user.username !== null) store.dispatch(usernameRemembered(user.username));
  if (typeof view.username === "string") store.dispatch(usernameRemembered(view.username));
}
