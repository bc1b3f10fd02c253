import { languageParameter } from "../../shared/constants.ts";
import { withLanguage } from "../../shared/return-url.ts";
import { stayedAfter } from "../page/leaving.ts";
import { addressOf, type PageStore, readAddress } from "../page/page.ts";

/** Moves the browser to an address of this site; `say` is a message that the target shows once. */
export type Navigate = (path: string, options?: { replace?: boolean; say?: string }) => void;

/** The router as the rest of the app knows it: it arrives after the app begins, until then pages are loaded anew. */
export interface Router {
  navigate: Navigate;
  /** Leaves for an address by a new page. Where this one stays, what was pressed holds it no longer, and it is looked at anew. */
  leave(url: string, options?: { replace?: boolean }): Promise<void>;
}

export function createRouter(page: PageStore): Router {
  /** Where the page was left for before the screen that stands was looked at anew. */
  let tried: string | undefined;
  const router: Router = {
    navigate: (path) => location.assign(inSameLanguage(path)),
    leave: async (url, { replace = false } = {}) => {
      const { visit, busy } = page.get();
      const { href } = new URL(url, location.href);
      // A look that leads there again, as from a step that is done, was no press. The way there may be a long one, which began
      // anew by it: an application that has its answer already would get another one to the same request.
      const isLook = !busy && href === tried;
      tried = undefined;
      if (isLook) return;
      await stayedAfter(() => (replace ? location.replace(url) : location.assign(url)));
      const now = page.get();
      if (!busy || now.visit !== visit || now.travelling) return;
      page.set({ busy: false });
      tried = href;
      // Of the screen that stands: the address may be one that only leads on.
      router.navigate(addressOf(now), { replace: true });
    },
  };
  return router;
}

/** An address of this site, asked for in the language that the address of this page asks for. */
export function inSameLanguage(path: string): string {
  return withLanguage(path, readAddress(location.search).query[languageParameter]);
}

/** Where the router stands. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}
