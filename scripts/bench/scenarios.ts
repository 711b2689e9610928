/** Scenarios measured over HTTP: each at one number of connections is a row of the table. A noun adds its own here. */

/** Rows of each landlord; transactions only of the one who reads. */
export type Sizes = Record<'landlords' | 'properties' | 'tenants' | 'suppliers' | 'transactions', number>;

/** `share` of the anchor's and absolute requests a second, at least; milliseconds, at most. */
export type Goal = { share?: number; p50?: number; p99?: number };

export type Scenario = {
  name: string;
  /** Goals by number of connections. */
  at: Record<number, Goal>;
  /** '{id}' stands for the newest property. */
  path: string;
  /** Posted by the landlord who writes; each answer must raise the list's `total` by one. Without it the path is read, always with the same answer. */
  body?: object;
  /** The fault in the body of an answer; null when it is right. */
  problem: (body: unknown, sizes: Sizes) => string | null;
  /** Measured in turn with the anchor. */
  anchored?: boolean;
};

type Item = Record<string, unknown>;
type Page = { items: Item[]; nextCursor: string | null; total: number | null };

const SOON = { 1: { p99: 50 } };

/** The first 50 of all records of a noun, each with `field`. */
function firstPage(noun: 'properties' | 'tenants' | 'suppliers', field: string): Scenario {
  return {
    name: `List 50 ${noun}`,
    at: SOON,
    path: `/api/${noun}?limit=50`,
    problem: (body, sizes) => {
      const { items, nextCursor, total } = body as Page;
      const wanted = sizes[noun];
      if (items.length !== Math.min(50, wanted) || total !== wanted) return `${items.length} of ${total} ${noun}`;
      if ((nextCursor !== null) !== wanted > 50) return `nextCursor is ${nextCursor}`;
      return items.every((item) => item[field]) ? null : `one has no ${field}`;
    },
  };
}

/** A search that finds only records whose `field` has `word` in it. */
function search(noun: 'properties' | 'tenants' | 'suppliers', field: string, word: string): Scenario {
  return {
    ...firstPage(noun, field),
    name: `Search ${noun}`,
    path: `/api/${noun}?limit=50&q=${word.toLowerCase()}`,
    problem: foundOnly((item) => String(item[field]).includes(word)),
  };
}

/** Finds some, and only right ones. */
function foundOnly(right: (item: Item) => boolean) {
  return (body: unknown) => {
    const { items } = body as Page;
    if (items.length === 0) return 'nothing was found';
    return items.every(right) ? null : 'something else was found';
  };
}

function transactions(name: string, asked: string, right: (item: Item) => boolean = () => true): Scenario {
  return {
    name: `Transactions: ${name}`,
    at: SOON,
    path: `/api/transactions?limit=50${asked}`,
    problem: foundOnly(right),
  };
}

const described = (word: string) => (item: Item) => String(item.description).includes(word);

const inYear = ({ date }: Item) => String(date) >= '2022-04-06' && String(date) <= '2023-04-05';

function sums(name: string, asked: string): Scenario {
  return {
    ...transactions('', ''),
    name: `Sums: ${name}`,
    at: { 1: { p50: 100 } },
    path: `/api/transactions/totals?${asked}`,
    problem: (body) => ((body as { count: number }).count > 0 ? null : 'nothing was counted'),
  };
}

// Cursors in the middle of the years, and of the amounts.
const MIDDLE = encodeURIComponent('["2021-11-15","7fffffff-0000-4000-8000-000000000000"]');
const HALFWAY = encodeURIComponent('[45000,"7fffffff-0000-4000-8000-000000000000"]');

/** Whether it needs the million transactions. */
export const isFinance = ({ path }: Scenario) => path.startsWith('/api/transactions');

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'GET /healthz',
    at: { 16: {} },
    path: '/healthz',
    problem: (body) => (JSON.stringify(body) === '{"status":"ok"}' ? null : 'it is not alive'),
  },
  {
    ...firstPage('properties', 'address'),
    at: { 1: { share: 0.9, p99: 50 }, 16: { share: 0.6 }, 64: { p99: 250 } },
    anchored: true,
  },
  { ...search('properties', 'address', 'Laburnum'), at: { ...SOON, 64: { p99: 250 } } },
  {
    name: 'Open a property',
    at: { 1: {}, 16: {} },
    path: '/api/properties/{id}',
    problem: (body) => {
      const { certificates, invoices } = body as { certificates?: unknown[]; invoices?: unknown[] };
      return certificates?.length === 2 && invoices?.length === 1 ? null : 'a part of it is missing';
    },
  },
  firstPage('tenants', 'name'),
  search('tenants', 'name', 'Okafor'),
  firstPage('suppliers', 'name'),
  search('suppliers', 'serviceType', 'Roofing'),
  transactions('first page', ''),
  transactions('a page in the middle', `&cursor=${MIDDLE}`),
  transactions('highest', '&sort=highest'),
  transactions('highest, in the middle', `&sort=highest&cursor=${HALFWAY}`),
  transactions('one category', '&category=tax', ({ category }) => category === 'tax'),
  transactions('three categories', '&category=tax,rent,utilities'),
  transactions('completed', '&status=completed', ({ status }) => status === 'completed'),
  transactions('pending', '&status=pending', ({ status }) => status === 'pending'),
  transactions('overdue', '&status=overdue', ({ status }) => status === 'overdue'),
  transactions('one property', '&propertyId={id}', ({ propertyId }) => propertyId !== null),
  transactions('no property', '&propertyId=none', ({ propertyId }) => propertyId === null),
  transactions('a tax year', '&from=2022-04-06&to=2023-04-05', inYear),
  transactions('a tax year, highest', '&from=2022-04-06&to=2023-04-05&sort=highest', inYear),
  transactions('a month, highest', '&from=2022-05-01&to=2022-05-31&sort=highest', inYear),
  transactions('a tax year of one category', '&from=2022-04-06&to=2023-04-05&category=tax', inYear),
  transactions('search for an amount', '&q=450.00', ({ amount }) => Math.abs(Number(amount)) === 45_000),
  transactions('search for a day of any year', '&q=12+Nov', ({ date }) => String(date).endsWith('-11-12')),
  transactions('search, in half of all', '&q=rent'),
  transactions('search, in 5,000', '&q=in+the+storm', described('in the storm')),
  transactions('search, in ten', '&q=chimney', described('chimney')),
  transactions('search of two letters', '&q=qz', described('qz')),
  {
    ...transactions('', ''),
    name: 'Finance: the four cards',
    path: '/api/transactions/summary',
    problem: (body, sizes) => {
      const { count, pending, overdue } = body as Record<'pending' | 'overdue', { count: number }> & { count: number };
      return count === sizes.transactions && pending.count > 0 && overdue.count > 0 ? null : 'a card is wrong';
    },
  },
  {
    ...transactions('', ''),
    name: 'Finance: the four cards of a tax year',
    path: '/api/transactions/summary?from=2022-04-06&to=2023-04-05',
    problem: (body) => ((body as { count: number }).count > 0 ? null : 'a card is wrong'),
  },
  sums('all', ''),
  { ...sums('a tax year', 'from=2022-04-06&to=2023-04-05'), at: SOON },
  { ...sums('a tax year of one category', 'from=2022-04-06&to=2023-04-05&category=tax'), at: SOON },
  sums('one category', 'category=tax'),
  sums('overdue of one category', 'status=overdue&category=tax'),
  sums('search, in half of all', 'q=rent'),
  sums('search, in 5,000', 'q=in+the+storm'),
  {
    name: 'Add a property',
    at: { 1: {}, 16: {} },
    path: '/api/properties',
    body: {
      address: '14 Laburnum Grove',
      city: 'Harrogate',
      postalCode: 'HG1 4QT',
      propertyType: 'terraced',
      bedrooms: 3,
      bathrooms: 1,
      rent: 112500,
      description: 'A terrace with a south-facing yard, ten minutes from the station.',
      status: 'vacant',
    },
    problem: (body) => {
      const { id, rent, version } = body as { id?: string; rent?: number; version?: number };
      return id && rent === 112500 && version === 1 ? null : 'it is not the property that was sent';
    },
  },
];
