/** The types of scenarios, and the ids that they share with the seed. */

/** Rows of each landlord; only the reader has transactions. */
export type Sizes = Record<'landlords' | 'properties' | 'tenants' | 'suppliers' | 'transactions', number>;

export const REACH = 50;

/** Id of a tax owner of the reader's properties. */
export const OWNER = '0190a000-0000-7000-8000-000000000001';

export const REPAIR = '0190a000-0000-7000-8000-000000000002';

/** Id of an inspection in the reader's account, with a photo in each room. */
export const INSPECTION = '0190a000-0000-7000-8000-000000000003';

/** `share` is the minimum share of the baseline's requests per second, `p50` and `p99` are maximum milliseconds. */
export type Goal = { share?: number; p50?: number; p99?: number };

export type Scenario = {
  name: string;
  at: Record<number, Goal>;
  /** By default the writer for a scenario with a body, otherwise the reader. All three act in the reader's account. */
  as?: 'manager' | 'limited' | 'key';
  /** The newest property's id replaces '{id}'. */
  path: string;
  /** Posted by the writer. Each request raises the list's `total` by one. Without a body, the path is read. */
  body?: object;
  keyed?: boolean;
  /** Returns the error in a response body, or null. */
  problem: (body: unknown, sizes: Sizes) => string | null;
  /** The baseline with which rounds alternate: the anchor, or the same request of the reader. */
  against?: 'anchor' | 'reader';
};

export type Item = Record<string, unknown>;
export type Page = { items: Item[]; nextCursor: string | null; total: number | null };

export const SOON = { 1: { p99: 50 } };

/** Reads the first 50 matches of a query, which must not be empty, and must all be correct. */
export function found(name: string, path: string, isCorrect: (item: Item) => boolean = () => true): Scenario {
  const problem = (body: unknown) => {
    const { items } = body as Page;
    if (items.length === 0) return 'no results';
    return items.every(isCorrect) ? null : 'wrong results';
  };
  return { name, at: SOON, path: `${path}limit=50`, problem };
}

export const has = (field: string, word: string) => (item: Item) => String(item[field]).includes(word);
