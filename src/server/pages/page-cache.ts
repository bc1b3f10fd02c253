import { randomBytes } from "node:crypto";
import type { PageState } from "../../shared/page-state.ts";
import { brotliWithMarks } from "./brotli-with-marks.ts";
import { filled, type Template, templateOf } from "./page-template.ts";

/** What differs in each answer of the same page. */
export type Fresh = Record<"nonce" | "token", string>;

/** A page, perhaps compressed already. */
export interface PageBytes {
  bytes: Buffer;
  encoding?: "br";
}

export interface PageCache {
  /** Stands in a kept page where its nonce and token go; nobody can guess it, so no address brings it in. */
  marks: Fresh;
  /** The page that `make` makes with the marks in it, with what is fresh in their place. */
  page(question: PageQuestion, fresh: Fresh, make: () => Promise<string>): Promise<PageBytes>;
}

/** What is asked for; the page follows from state and configuration. */
export interface PageQuestion {
  state: PageState;
  config: string;
  /** It may be compressed. */
  brotli: boolean;
}

interface Kept {
  page: Template<keyof Fresh>;
  compressed?: Template<keyof Fresh>;
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
 * Keeps pages that people get alike, because drawing one costs as much as everything else of its answer together.
 * Nothing of a person who is known by name is kept, nor what anybody typed or was mailed.
 */
export function createPageCache(onError: (error: unknown) => void): PageCache {
  const marks = { nonce: randomMark(16), token: randomMark(45) };
  const pages = new Map<string, Kept>();
  let isFree = true;
  // One at a time, so that no crowd of addresses takes the threads; and once, also where it fails.
  const compress = async (kept: Kept): Promise<void> => {
    isFree = false;
    kept.left = Number.POSITIVE_INFINITY;
    try {
      kept.compressed = templateOf(await brotliWithMarks(kept.page.bytes, marks), marks);
    } catch (error) {
      onError(error);
    }
    isFree = true;
  };
  return {
    marks,
    async page({ state, config, brotli }, fresh, make) {
      const key = isForMany(state) ? keyOf(state, config) : undefined;
      const kept = (key === undefined ? undefined : pages.get(key)) ?? {
        page: templateOf(Buffer.from(await make()), marks),
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
      if (kept.left <= 0 && isFree) void compress(kept);
      return { bytes: filled(kept.page, fresh) };
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

function randomMark(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
