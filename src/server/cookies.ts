/** Names of our cookies. `__Host-` binds them to this host, also on http://localhost (decisions 29). */
export const cookieNames = {
  browser: "__Host-vestibule-browser",
  session: "__Host-vestibule-session",
  username: "__Host-vestibule-username",
  language: "__Host-vestibule-language",
  flash: "__Host-vestibule-flash",
} as const;

/** Cookies of one request, and those that its answer sets. */
export interface Cookies {
  get(name: string): string | undefined;
  /** `maxAge` in seconds; none: until the browser closes. */
  set(name: string, value: string, options?: { maxAge?: number; readable?: boolean }): void;
  clear(name: string): void;
}
