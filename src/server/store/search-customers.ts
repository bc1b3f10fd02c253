import { type RawBuilder, sql } from "kysely";
import { type CustomerFilter, customerFilter } from "../domain/customer-filter.ts";
import { type CustomerViewer, countCustomers, type SeenCustomer, seenCustomers } from "./customers.ts";
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

/** A page of customers by name, then number. */
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

/** Counting stops here, and so do pages. */
const countedAtMost = 20_000;

/** Rows with `id` and `search` that can be read in the order of these two. */
type Source = RawBuilder<unknown>;

interface Found {
  ids: string[];
  total: number;
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
 */
export async function searchCustomers(store: Store, search: CustomerSearch): Promise<CustomerPage> {
  const plan: Plan = {
    db: store.db,
    dialect: store.kind === "sqlite" ? sqliteSearch : postgresSearch,
    search,
    filter: customerFilter(search.filter),
  };
  const { ids, total } = await (search.allCustomers ? findAmongAll(plan) : findAmongOwn(plan));
  return {
    items: await seenCustomers(store.db, search, ids),
    total: Math.min(total, countedAtMost),
    totalIsExact: total <= countedAtMost,
  };
}

async function findAmongAll(plan: Plan): Promise<Found> {
  const { filter, dialect } = plan;
  const all = sql`select id, search from customers`;
  if (filter.words.length === 0) return walk(plan, all);
  if (filter.indexedWords.length === 0) return findBeginnings(plan);
  const { hits, ...found } = await sortHits(plan, sql`select id, search from hits`);
  if (hits <= countedAtMost) return found;
  return { ids: await pageOf(plan, sql`${all} where ${containsAll(dialect, filter)}`), total: hits };
}

async function findAmongOwn(plan: Plan): Promise<Found> {
  const { db, search, filter, dialect } = plan;
  const own = sql`select customer_id as id, search from memberships where user_id = ${search.userId}`;
  if (filter.words.length === 0) return walk(plan, own);
  if (
    filter.indexedWords.length > 0 &&
    (await countCustomers(db, search, countedAtMost + 1)) > countedAtMost
  ) {
    const visible = sql`
      select memberships.customer_id as id, memberships.search from hits
      join memberships on memberships.customer_id = hits.id and memberships.user_id = ${search.userId}`;
    const { hits, ...found } = await sortHits(plan, visible);
    if (hits <= countedAtMost) return found;
  }
  return walk(plan, sql`${own} and ${containsAll(dialect, filter)}`);
}

/** Reads on in sort order until the page is full: for everything, for small lists, and for frequent words. */
async function walk(plan: Plan, source: Source): Promise<Found> {
  return { ids: await pageOf(plan, source), total: await countOf(plan, source) };
}

async function countOf({ db }: Plan, source: Source): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${source} limit ${sql.lit(countedAtMost + 1)}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

async function pageOf({ db, search }: Plan, source: Source): Promise<string[]> {
  const page = await sql<{ id: string }>`${source} order by search, id ${limits(search)}`.execute(db);
  return page.rows.map((row) => row.id);
}

/** Sorts what the search index finds and the person sees; `hits` is how many the index found, up to the cap. */
async function sortHits(plan: Plan, visible: Source): Promise<Found & { hits: number }> {
  const { db, dialect, search, filter } = plan;
  const short = filter.words.filter((word) => !filter.indexedWords.includes(word));
  const indexed = sql`select id, search from (${dialect.indexed(filter.indexedWords)}) as indexed`;
  const source =
    short.length === 0 ? indexed : sql`${indexed} where ${containsAll(dialect, { words: short })}`;
  const { rows } = await sql<{ hits: number; total: number; id: string | null }>`
    with hits as materialized (${source} limit ${sql.lit(countedAtMost + 1)}),
      visible as (${visible}),
      page as (select id, search from visible order by search, id ${limits(search)})
    select counted.hits, counted.total, page.id
    from (select (select count(*) from hits) as hits, (select count(*) from visible) as total) as counted
    left join page on true
    order by page.search, page.id`.execute(db);
  return {
    ids: rows.flatMap((row) => row.id ?? []),
    hits: rows[0]?.hits ?? 0,
    total: rows[0]?.total ?? 0,
  };
}

/** Names that begin with the filter, and the customer of that number: two ranges of indexes. */
async function findBeginnings(plan: Plan): Promise<Found> {
  const { search, filter } = plan;
  // U+10FFFF is no character, so no text goes on with it.
  const begins = sql`(search >= ${filter.text} and search < ${`${filter.text}\u{10FFFF}`})`;
  const upTo = (reach: number) => sql`
    select id, search from (
      select * from (select id, search from customers where ${begins} order by search, id limit ${reach}) as named
      union all select id, search from customers where number_fold = ${filter.text} and not ${begins}
    ) as beginnings`;
  return {
    ids: await pageOf(plan, upTo(search.page * search.size)),
    total: await countOf(plan, upTo(countedAtMost + 1)),
  };
}

function containsAll(dialect: SearchDialect, { words }: Pick<CustomerFilter, "words">): RawBuilder<unknown> {
  return sql.join(
    words.map((word) => dialect.contains(word)),
    sql` and `,
  );
}

function limits({ page, size }: CustomerSearch): RawBuilder<unknown> {
  const start = (page - 1) * size;
  return sql`limit ${start < countedAtMost ? size : 0} offset ${start}`;
}
