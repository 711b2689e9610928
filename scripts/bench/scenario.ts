/** The types of scenarios, and the ids that they share with the seed. */

/** Rows of each landlord; only the reader has transactions. */
export type Sizes = Record<'landlords' | 'properties' | 'tenants' | 'suppliers' | 'transactions', number>;

/** Properties of the limited manager. */
export const REACH = 50;

/** An owner for tax of the reader's properties. */
export const OWNER = '0190a000-0000-7000-8000-000000000001';

/** A repair of the reader. */
export const REPAIR = '0190a000-0000-7000-8000-000000000002';

/** An inspection of the reader, with a photo in each room. */
export const INSPECTION = '0190a000-0000-7000-8000-000000000003';

/** Minimum share of the requests per second of `against`; maximum milliseconds. */
export type Goal = { share?: number; p50?: number; p99?: number };

export type Scenario = {
  name: string;
  at: Record<number, Goal>;
  /** Default: the writer with a body, otherwise the reader, who owns the same account. */
  as?: 'manager' | 'limited' | 'key';
  /** '{id}' is replaced by the newest property's id. */
  path: string;
  /** Posted by the writer; each raises the list's `total` by one. Without a body, the path is read. */
  body?: object;
  keyed?: boolean;
  /** The error in a response body; null if correct. */
  problem: (body: unknown, sizes: Sizes) => string | null;
  /** Alternates with the baseline, or with the same request of the reader. */
  against?: 'anchor' | 'reader';
};

export type Item = Record<string, unknown>;
export type Page = { items: Item[]; nextCursor: string | null; total: number | null };

export const SOON = { 1: { p99: 50 } };

/** The first 50 matches of a query: not empty, and all correct. */
export function found(name: string, path: string, right: (item: Item) => boolean = () => true): Scenario {
  const problem = (body: unknown) => {
    const { items } = body as Page;
    if (items.length === 0) return 'no results';
    return items.every(right) ? null : 'wrong results';
  };
  return { name, at: SOON, path: `${path}limit=50`, problem };
}

export const has = (field: string, word: string) => (item: Item) => String(item[field]).includes(word);
