import { type RawBuilder, sql } from "kysely";
import { type CustomerFilter, customerFilter } from "../domain/customer-filter.ts";
import { type CustomerViewer, type SeenCustomer, seenCustomers } from "./customers.ts";
import { postgresSearch } from "./search-customers-postgres.ts";
import { sqliteSearch } from "./search-customers-sqlite.ts";
import type { Store } from "./store.ts";
import type { Db } from "./tables.ts";

/** What part of which list is wanted. */
export interface CustomerSearch extends CustomerViewer {
  /** As typed; empty: everything. */
  filter: string;
  /** From 1. */
  page: number;
  size: number;
}

/** A page of customers in the parts of `partsInOrder`, each by name, then number. */
export interface CustomerPage {
  items: SeenCustomer[];
  total: number;
  /** False where there are more than `total` (decisions 12). */
  totalIsExact: boolean;
}

/** What the two databases write differently. */
export interface SearchDialect {
  /** The column `search` holds a word. */
  contains(word: string): RawBuilder<boolean>;
  /** `id` and `search` of the customers that hold all words, by the search index. */
  indexed(words: readonly string[]): RawBuilder<unknown>;
}

/** Lists are counted up to here, and longer ones are searched by the index; pages end here too. */
const countedAtMost = 20_000;
/** What the index finds is sorted up to here; what is more frequent is found soon by reading in sort order. */
const sortedAtMost = 1_000;

/** Rows with `id` and `search` that can be read in the order of these two. */
type Source = RawBuilder<unknown>;

interface Found {
  ids: string[];
  total: number;
  /** Where counting stopped. */
  cap: number;
}

interface Plan {
  db: Db;
  dialect: SearchDialect;
  search: CustomerSearch;
  filter: CustomerFilter;
}

/**
 * One page of the customers that a person sees and a filter finds: those that hold every word of it in name or
 * number. Staff who see everybody find by fewer than three characters what begins with them, or has that number.
 * Counting stops at 20,000, and in a list that is longer, at 1,000 that a filter finds.
 */
export async function searchCustomers(store: Store, search: CustomerSearch): Promise<CustomerPage> {
  const { ids, total, cap } = await find({
    db: store.db,
    dialect: store.kind === "sqlite" ? sqliteSearch : postgresSearch,
    search,
    filter: customerFilter(search.filter),
  });
  return {
    items: await seenCustomers(store.db, search, ids),
    total: Math.min(total, cap),
    totalIsExact: total <= cap,
  };
}

async function find(plan: Plan): Promise<Found> {
  const { search, filter } = plan;
  const list = search.allCustomers
    ? sql`select id, search from customers`
    : sql`select customer_id as id, search from memberships where user_id = ${search.userId}`;
  if (filter.words.length === 0) return walk(plan, list, countedAtMost);
  if (search.allCustomers && filter.indexedWords.length === 0) return findBeginnings(plan);
  const matching = thatHold(plan, list, filter.words);
  const isShort = async () => (await countOf(plan, list, countedAtMost)) <= countedAtMost;
  if (filter.indexedWords.length === 0 || (await isShort())) return walk(plan, matching, countedAtMost);
  return (await findCommonBeginning(plan, list)) ?? (await findByIndex(plan)) ?? walkFrequent(plan, matching);
}

/** Reads in sort order until the page is full: for everything, and for short lists. */
async function walk(plan: Plan, source: Source, cap: number): Promise<Found> {
  return { ids: await walkedPage(plan, source, cap), total: await countOf(plan, source, cap), cap };
}

/** The same for words of which the index found too many; who sees everybody sees as many. */
async function walkFrequent(plan: Plan, source: Source): Promise<Found> {
  const cap = sortedAtMost;
  const ids = await walkedPage(plan, source, cap);
  return { ids, total: plan.search.allCustomers ? cap + 1 : await countOf(plan, source, cap), cap };
}

async function countOf({ db }: Plan, source: Source, cap: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${source} limit ${sql.lit(cap + 1)}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

async function walkedPage(plan: Plan, source: Source, cap: number): Promise<string[]> {
  const { start, size } = reach(plan, cap);
  const ids: string[] = [];
  let skipped = start;
  for (const part of partsInOrder(plan.filter)) {
    const rows = sql`select id, search from (${source}) as listed where ${part}`;
    const found = await rowsOf(plan, rows, { start: skipped, size: size - ids.length });
    ids.push(...found);
    if (ids.length === size) break;
    skipped = found.length > 0 || skipped === 0 ? 0 : skipped - (await countOf(plan, rows, skipped));
  }
  return ids;
}

async function rowsOf({ db }: Plan, source: Source, { start, size }: Reach): Promise<string[]> {
  const page = await sql<{ id: string }>`${source} order by search, id limit ${size} offset ${start}`.execute(
    db,
  );
  return page.rows.map((row) => row.id);
}

/** What begins with the whole filter, where that alone is more than is counted; undefined: it is not. */
async function findCommonBeginning(plan: Plan, list: Source): Promise<Found | undefined> {
  const cap = sortedAtMost;
  const beginning = sql`select id, search from (${list}) as listed where ${beginsWith(plan.filter.text)}`;
  const total = await countOf(plan, beginning, cap);
  return total > cap ? { ids: await rowsOf(plan, beginning, reach(plan, cap)), total, cap } : undefined;
}

/** By the longest word that is not frequent, else by all of them; undefined: the index finds too many to sort. */
async function findByIndex(plan: Plan): Promise<Found | undefined> {
  const { indexedWords } = plan.filter;
  const single = indexedWords.toSorted((a, b) => b.length - a.length).map((word) => [word]);
  for (const words of single.length > 1 ? [...single, indexedWords] : single) {
    const found = await sortHits(plan, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sorts what the index finds by some words, and the person sees, and holds the other words; undefined: too many. */
async function sortHits(plan: Plan, words: readonly string[]): Promise<Found | undefined> {
  const { db, dialect, search, filter } = plan;
  const { start, size } = reach(plan, sortedAtMost);
  const visible = search.allCustomers
    ? sql`select id, search from hits`
    : sql`select hits.id, hits.search from hits
        join memberships on memberships.customer_id = hits.id and memberships.user_id = ${search.userId}`;
  const others = filter.words.filter((word) => !words.includes(word));
  const { rows } = await sql<{ hits: number; total: number; id: string | null }>`
    with hits as materialized (${dialect.indexed(words)} limit ${sql.lit(sortedAtMost + 1)}),
      found as (${thatHold(plan, visible, others)}),
      page as (
        select id, search, ${partOf(filter)} as part from found
        order by part, search, id limit ${size} offset ${start})
    select counted.hits, counted.total, page.id
    from (select (select count(*) from hits) as hits, (select count(*) from found) as total) as counted
    left join page on true
    order by page.part, page.search, page.id`.execute(db);
  const { hits, total } = rows[0] ?? { hits: 0, total: 0 };
  return hits > sortedAtMost
    ? undefined
    : { ids: rows.flatMap(({ id }) => id ?? []), total, cap: sortedAtMost };
}

/** Names that begin with the filter, and the customer of that number: two ranges of indexes. */
async function findBeginnings(plan: Plan): Promise<Found> {
  const { text } = plan.filter;
  const begins = beginsWith(text);
  const upTo = (most: number) => sql`
    select id, search from (
      select * from (select id, search from customers where ${begins} order by search, id limit ${most}) as named
      union all select id, search from customers where number_fold = ${text} and not ${begins}
    ) as beginnings`;
  const { start, size } = reach(plan, countedAtMost);
  return {
    ids: await rowsOf(plan, upTo(start + size), { start, size }),
    total: await countOf(plan, upTo(countedAtMost + 1), countedAtMost),
    cap: countedAtMost,
  };
}

function thatHold({ dialect }: Plan, source: Source, words: readonly string[]): Source {
  if (words.length === 0) return source;
  const held = words.map((word) => dialect.contains(word));
  return sql`select id, search from (${source}) as listed where ${sql.join(held, sql` and `)}`;
}

/**
 * The parts of a list one after the other: what begins with the whole filter, what begins with a word of it, the
 * rest. What people look for comes first, and each part is read in the order of the index.
 */
function partsInOrder({ words, text }: CustomerFilter): RawBuilder<unknown>[] {
  if (words.length === 0) return [sql`1 = 1`];
  const whole = beginsWith(text);
  const starts = words.filter((word) => !words.some((other) => other !== word && word.startsWith(other)));
  const inOrder = starts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map(beginsWith);
  const rest = sql`not (${sql.join(inOrder, sql` or `)})`;
  return words.length === 1
    ? [whole, rest]
    : [whole, ...inOrder.map((part) => sql`${part} and not ${whole}`), rest];
}

/** The number of the part that a row belongs to, as `partsInOrder` has them. */
function partOf(filter: CustomerFilter): RawBuilder<unknown> {
  const parts = partsInOrder(filter).map((part, index) => sql`when ${part} then ${sql.lit(index)}`);
  return sql`case ${sql.join(parts, sql` `)} end`;
}

function beginsWith(text: string): RawBuilder<unknown> {
  // U+10FFFF is no character, so no text goes on with it.
  return sql`(search >= ${text} and search < ${`${text}\u{10FFFF}`})`;
}

interface Reach {
  start: number;
  size: number;
}

function reach({ search: { page, size } }: Plan, cap: number): Reach {
  const start = (page - 1) * size;
  return { start, size: start < cap ? size : 0 };
}
