import { stayedAfter } from "../page/leaving.ts";
import { addressOf, type PageStore } from "../page/page.ts";

/** Moves the browser to an address of this site; `say` is a message that the target shows once. */
export type Navigate = (path: string, options?: { replace?: boolean; say?: string }) => void;

/** The router as the rest of the app knows it: it arrives after the app begins, until then pages are loaded anew. */
export interface Router {
  navigate: Navigate;
  /** Leaves for an address by a new page. Where this one stays, what was pressed holds it no longer, and it is looked at anew. */
  leave(url: string, options?: { replace?: boolean }): Promise<void>;
}

export function createRouter(page: PageStore): Router {
  const router: Router = {
    navigate: (path) => location.assign(path),
    leave: async (url, { replace = false } = {}) => {
      const { visit, busy } = page.get();
      await stayedAfter(() => (replace ? location.replace(url) : location.assign(url)));
      const now = page.get();
      // A look that leads away again, as from a step that is done, was no press: it is the last one, and nothing turns in a circle.
      if (!busy || now.visit !== visit || now.travelling) return;
      page.set({ busy: false });
      // Of the screen that stands: the address may be one that only leads on.
      router.navigate(addressOf(now), { replace: true });
    },
  };
  return router;
}

/** Where the router stands. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}
