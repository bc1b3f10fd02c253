import { randomBytes } from "node:crypto";
import type { PageState } from "../../shared/page-state.ts";

/** What differs in each answer of the same page. */
export interface Fresh {
  nonce: string;
  token: string;
}

export interface PageCache {
  /** Stands in a kept page where its nonce and token go; nobody can guess it, so no address brings it in. */
  marks: Fresh;
  /** The page that `make` makes with the marks in it, with what is fresh in their place. */
  page(state: PageState, config: string, fresh: Fresh, make: () => Promise<string>): Promise<string>;
}

/** About 40 kB each. */
const most = 200;

/**
 * Keeps pages that people get alike, because drawing one costs as much as everything else of its answer together.
 * Nothing of a person who is known by name is kept, nor what anybody typed or was mailed.
 */
export function createPageCache(): PageCache {
  const marks = { nonce: randomMark(), token: randomMark() };
  const kept = new Map<string, string>();
  return {
    marks,
    async page(state, config, fresh, make) {
      const key = isForMany(state) ? keyOf(state, config) : undefined;
      const page = (key && kept.get(key)) ?? (await make());
      if (key !== undefined) {
        // Moves to the end: what nobody asks for is the first to go.
        kept.delete(key);
        kept.set(key, page);
        const [oldest = ""] = kept.keys();
        if (kept.size > most) kept.delete(oldest);
      }
      return page.replaceAll(marks.nonce, fresh.nonce).replaceAll(marks.token, fresh.token);
    },
  };
}

// An address beyond its return address may have come by mail.
function isForMany({ user, view, values, query }: PageState): boolean {
  const isSomebodys = user.isAuthenticated || typeof view.username === "string";
  return !isSomebodys && Object.keys({ ...values, ...query }).length === 0;
}

// The texts follow from the rest and the configuration, and are most of it.
function keyOf(state: PageState, config: string): string {
  return JSON.stringify({ ...state, texts: config });
}

function randomMark(): string {
  return randomBytes(18).toString("base64url");
}
