/** Moves the browser to an address of this site; `say` is a message that the target shows once. */
export type Navigate = (path: string, options?: { replace?: boolean; say?: string }) => void;

/** The router as the rest of the app knows it: it arrives after the app begins, until then pages are loaded anew. */
export interface Router {
  navigate: Navigate;
}

export function createRouter(): Router {
  return { navigate: (path) => location.assign(path) };
}

/** Where the router stands. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}
