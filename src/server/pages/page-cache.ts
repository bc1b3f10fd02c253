import type { PageState } from "../../shared/page-state.ts";
import { randomToken } from "../crypto.ts";
import { compressedTemplate } from "./compressed-template.ts";
import { filled, type Template, templateOf } from "./page-template.ts";

/** What differs in each answer of the same page; `request` identifies the application's that waits, or is empty. */
export type Fresh = Record<"nonce" | "token" | "request", string>;

/** A page, perhaps compressed already. */
export interface PageBytes {
  bytes: Buffer;
  encoding?: "br";
}

/** What is asked for. */
export interface PageQuestion {
  fresh: Fresh;
  /** Hash of the configuration, which was read before anything else of the page. */
  config: string;
  /** It may be compressed. */
  brotli: boolean;
  /** What the page carries, but for what is fresh. */
  state(fresh: Fresh): Promise<PageState>;
  draw(state: PageState, fresh: Fresh): Promise<string>;
}

export interface PageCache {
  page(question: PageQuestion): Promise<PageBytes>;
}

interface Kept {
  page: Template;
  compressed?: Template;
  /** How often it is still compressed on the fly before it is worth more. */
  left: number;
}

/** About 50 kB each. */
const most = 200;

/**
 * Compressing a page for good takes as long as so many times on the fly. Done only then it costs never more than twice as
 * much as what would have been best, whatever anybody asks for.
 */
const worthCompressing = 16;

/**
 * Keeps pages that people get alike, because drawing one costs as much as ten answers.
 * Nothing of a person who is known by name is kept, nor what anybody typed or was mailed.
 */
export function createPageCache(onError: (error: unknown) => void): PageCache {
  const marksOf = createMarks();
  const pages = new Map<string, Kept>();
  let isFree = true;
  // One at a time, so that no crowd of addresses takes the threads; and once, also where it fails.
  const compress = async (kept: Kept, marks: Fresh): Promise<void> => {
    isFree = false;
    kept.left = Number.POSITIVE_INFINITY;
    try {
      kept.compressed = await compressedTemplate(kept.page.bytes, marks);
    } catch (error) {
      onError(error);
    }
    isFree = true;
  };
  return {
    async page({ fresh, config, brotli, state: stateWith, draw }) {
      const marks = marksOf(fresh);
      const state = await stateWith(marks);
      const key = isForMany(state) ? keyOf(state, config) : undefined;
      const kept = (key === undefined ? undefined : pages.get(key)) ?? {
        page: templateOf(Buffer.from(await draw(state, marks)), marks),
        left: worthCompressing,
      };
      if (key !== undefined) {
        // Moves to the end: what nobody asks for is the first to go.
        pages.delete(key);
        pages.set(key, kept);
        const [oldest = ""] = pages.keys();
        if (pages.size > most) pages.delete(oldest);
      }
      if (brotli && kept.compressed !== undefined)
        return { bytes: filled(kept.compressed, fresh), encoding: "br" };
      if (brotli) kept.left -= 1;
      if (kept.left <= 0 && isFree) void compress(kept, marks);
      return { bytes: filled(kept.page, fresh) };
    },
  };
}

/** What stands in a kept page where something fresh goes, as long as this; nobody can guess it, so no address brings it in. */
function createMarks(): (fresh: Fresh) => Fresh {
  const random = { nonce: randomToken(48), token: randomToken(48), request: randomToken(48) };
  return ({ nonce, token, request }) => ({
    nonce: random.nonce.slice(0, nonce.length),
    token: random.token.slice(0, token.length),
    request: random.request.slice(0, request.length),
  });
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
