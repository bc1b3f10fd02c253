import { postedMark } from "../../shared/page-state.ts";
import type { PageStore } from "../page/page.ts";
import type { Autofill } from "./autofill.ts";

/**
 * A page that the back button brings back as it was has nothing under way any more. What belongs to a signed-in person
 * is covered while the page is put away, and asked for anew, because the session may have ended (security, SE-5).
 */
export function watchReturns(page: PageStore, { follow }: Autofill): () => void {
  const left = ({ persisted }: PageTransitionEvent) => {
    if (persisted && page.get().user.isAuthenticated) document.body.hidden = true;
  };
  const returned = ({ persisted }: PageTransitionEvent) => {
    // On a page that comes up for the first time, what was pressed already is under way.
    if (!persisted) return;
    delete document.documentElement.dataset[postedMark];
    page.set({ busy: false, travelling: false });
    if (document.body.hidden) location.reload();
    else follow();
  };
  addEventListener("pagehide", left);
  addEventListener("pageshow", returned);
  return () => {
    removeEventListener("pagehide", left);
    removeEventListener("pageshow", returned);
  };
}
