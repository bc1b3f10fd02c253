import { type RawBuilder, sql } from "kysely";
import { type CustomerFilter, customerFilter } from "../domain/customer-filter.ts";
import { type CustomerViewer, type SeenCustomer, seenCustomers } from "./customers.ts";
import { plannedEachTime } from "./kept-plans.ts";
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
  /** `id` and `search` of the customers that hold all trigrams, by the search index. */
  indexed(trigrams: readonly string[]): RawBuilder<unknown>;
  /** The index finds all before it gives the first, so that what is frequent had better be known before. */
  gathersHits: boolean;
}

/** Lists are counted up to here, and longer ones are searched by the index; pages end here too. */
const countedAtMost = 20_000;
/** What the index finds is sorted up to here; what is more frequent is found soon by reading in sort order. */
const sortedAtMost = 1_000;
/** What holds so many of the first customers is looked for among the first of them, and not by the index. */
const sample = { size: 2_000, frequent: 50, read: 60_000 };

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
  if (search.allCustomers && filter.trigrams.length === 0) return findBeginnings(plan);
  const matching = thatHold(plan, list, filter.words);
  if (filter.trigrams.length === 0) return walk(plan, matching, countedAtMost);
  const { isLong, beginning, sampled } = await survey(plan, list);
  if (!isLong) return walk(plan, matching, countedAtMost);
  if (beginning > sortedAtMost) return readBeginning(plan, list);
  const soon = sampled > sample.frequent ? await walkFirst(plan, list) : undefined;
  return soon ?? (await findByIndex(plan)) ?? walkFrequent(plan, matching);
}

interface Survey {
  /** More than is counted. */
  isLong: boolean;
  /** How many begin with the whole filter, as far as is sorted. */
  beginning: number;
  /** How many of the sample hold the words; 0 where the index finds frequent words soon. */
  sampled: number;
}

/** What says how to search a list, in one statement. */
async function survey(plan: Plan, list: Source): Promise<Survey> {
  const { db, dialect, filter } = plan;
  const beginning = counting(beginningWith(list, filter.text), sortedAtMost);
  const sampled = dialect.gathersHits
    ? counting(amongFirst(plan, list, sample.size), sample.size)
    : sql.lit(0);
  const { rows } = await sql<{
    beyond: number | null;
    beginning: number;
    sampled: number;
  }>`${plannedEachTime}select
    (select 1 from (${list}) as listed limit 1 offset ${sql.lit(countedAtMost)}) as beyond,
    (${beginning}) as beginning, (${sampled}) as sampled`.execute(db);
  const { beyond, ...counts } = rows[0] ?? { beyond: null, beginning: 0, sampled: 0 };
  return { isLong: beyond !== null, ...counts };
}

/** Reads in sort order until the page is full: for everything, and for short lists. */
async function walk(plan: Plan, source: Source, cap: number): Promise<Found> {
  return { ids: await walkedPage(plan, source, cap), total: await countOf(plan, source, cap), cap };
}

/** The same for what is too frequent to be sorted; who sees everybody sees as many. */
async function walkFrequent(plan: Plan, source: Source): Promise<Found> {
  const cap = sortedAtMost;
  const ids = await walkedPage(plan, source, cap);
  return { ids, total: plan.search.allCustomers ? cap + 1 : await countOf(plan, source, cap), cap };
}

async function countOf({ db }: Plan, source: Source, cap: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`${plannedEachTime}${counting(source, cap)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function counting(source: Source, cap: number): RawBuilder<unknown> {
  return sql`select count(*) as total from (${source} limit ${sql.lit(cap + 1)}) as counted`;
}

async function walkedPage(plan: Plan, source: Source, cap: number): Promise<string[]> {
  return (await readParts(plan, source, partsInOrder(plan.filter), reach(plan, cap))).ids;
}

/** Reads a page from parts of a source; `start` is how much of what comes after them has still to be skipped. */
async function readParts(
  plan: Plan,
  source: Source,
  parts: readonly RawBuilder<unknown>[],
  { start, size }: Reach,
): Promise<{ ids: string[]; start: number }> {
  const ids: string[] = [];
  let skipped = start;
  for (const part of parts) {
    const rows = where(source, part);
    const found = await rowsOf(plan, rows, { start: skipped, size: size - ids.length });
    ids.push(...found);
    if (ids.length === size) break;
    skipped = found.length > 0 || skipped === 0 ? 0 : skipped - (await countOf(plan, rows, skipped));
  }
  return { ids, start: skipped };
}

async function rowsOf({ db }: Plan, source: Source, { start, size }: Reach): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${plannedEachTime}${source}
    order by search, id limit ${size} offset ${start}`.execute(db);
  return rows.map((row) => row.id);
}

/** What begins with the whole filter, where that alone is more than is sorted. */
async function readBeginning(plan: Plan, list: Source): Promise<Found> {
  const cap = sortedAtMost;
  const ids = await rowsOf(plan, beginningWith(list, plan.filter.text), reach(plan, cap));
  return { ids, total: cap + 1, cap };
}

function beginningWith(list: Source, text: string): Source {
  return where(list, beginsWith(text));
}

/** Reads the first of the list in sort order; undefined: they are not enough to know that more is found than is sorted. */
async function walkFirst(plan: Plan, list: Source): Promise<Found | undefined> {
  const cap = sortedAtMost;
  const { words } = plan.filter;
  const wanted = reach(plan, cap);
  const parts = partsInOrder(plan.filter);
  const before = await readParts(plan, thatHold(plan, list, words), parts.slice(0, -1), wanted);
  const left = { start: before.start, size: wanted.size - before.ids.length };
  const first = thatHold(plan, sql`${list} order by search, id limit ${sql.lit(sample.read)}`, words);
  const enough = Math.max(cap + 1, left.start + left.size);
  const rest = sql`${where(first, parts.at(-1))} order by search, id limit ${sql.lit(enough)}`;
  const page = await sortHits(plan, rest, sql`select id, search from hits`, left);
  return page.hits > cap ? { ids: [...before.ids, ...page.ids], total: page.hits, cap } : undefined;
}

function amongFirst(plan: Plan, list: Source, most: number): Source {
  return thatHold(
    plan,
    sql`select id, search from (${list}) as listed limit ${sql.lit(most)}`,
    plan.filter.words,
  );
}

/** Sorts what the index finds and the person sees; undefined: it finds too many. */
async function findByIndex(plan: Plan): Promise<Found | undefined> {
  const { dialect, search, filter } = plan;
  const cap = sortedAtMost;
  const hits = sql`${thatHold(plan, dialect.indexed(filter.trigrams), filter.words)} limit ${sql.lit(cap + 1)}`;
  // SQLite reads a cross join in the order in which it is written: not all that a person sees for a few hits.
  const visible = search.allCustomers
    ? sql`select id, search from hits`
    : sql`select hits.id, hits.search from hits cross join memberships
        where memberships.customer_id = hits.id and memberships.user_id = ${search.userId}`;
  const page = await sortHits(plan, hits, visible, reach(plan, cap));
  return page.hits > cap ? undefined : { ...page, cap };
}

/** Counts hits and those that are found among them, and gives a page of these. */
async function sortHits({ db, filter }: Plan, hits: Source, found: Source, { start, size }: Reach) {
  const { rows } = await sql<{ hits: number; total: number; id: string | null }>`${plannedEachTime}
    with hits as materialized (${hits}),
      found as (${found}),
      page as (
        select id, search, ${partOf(filter)} as part from found
        order by part, search, id limit ${size} offset ${start})
    select counted.hits, counted.total, page.id
    from (select (select count(*) from hits) as hits, (select count(*) from found) as total) as counted
    left join page on true
    order by page.part, page.search, page.id`.execute(db);
  const { hits: held, total } = rows[0] ?? { hits: 0, total: 0 };
  return { hits: held, total, ids: rows.flatMap(({ id }) => id ?? []) };
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

function where(source: Source, condition: RawBuilder<unknown> = sql`1 = 1`): Source {
  return sql`select id, search from (${source}) as listed where ${condition}`;
}

function thatHold({ dialect }: Plan, source: Source, words: readonly string[]): Source {
  if (words.length === 0) return source;
  const held = words.map((word) => dialect.contains(word));
  return where(source, sql.join(held, sql` and `));
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
