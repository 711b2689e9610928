/** What is measured over HTTP: one row a line of the table. A noun of its own adds its rows here. */
import type { Row } from './row.ts';
import { FINANCE_ROWS } from './rows-finance.ts';

const alive: Row = {
  name: 'GET /healthz',
  connections: 16,
  as: 'visitor',
  method: 'GET',
  path: '/healthz',
  status: 200,
  problem: (body) => (JSON.stringify(body) === '{"status":"ok"}' ? null : 'it is not alive'),
};

const list: Omit<Row, 'connections'> = {
  name: 'List 50 properties',
  as: 'reader',
  method: 'GET',
  path: '/api/properties?limit=50',
  status: 200,
  problem: (body, { properties }) => {
    const { items, nextCursor, total } = body as { items: { address: string }[]; nextCursor: string; total: number };
    const wanted = Math.min(50, properties);
    if (items.length !== wanted || total !== properties) return `${items.length} of ${total} properties`;
    if ((nextCursor !== null) !== properties >= 50) return `nextCursor is ${nextCursor}`;
    return items.every(({ address }) => address) ? null : 'a property has no address';
  },
};

const search: Omit<Row, 'connections'> = {
  name: 'Search for “laburnum”',
  as: 'reader',
  method: 'GET',
  path: '/api/properties?limit=50&q=laburnum',
  status: 200,
  problem: (body) => {
    const { items, total } = body as { items: { address: string }[]; total: number };
    if (total === 0) return 'nothing was found';
    return items.every(({ address }) => /laburnum/i.test(address)) ? null : 'something else was found';
  },
};

const one: Omit<Row, 'connections'> = {
  name: 'Open a property',
  as: 'reader',
  method: 'GET',
  path: '/api/properties/{id}',
  status: 200,
  problem: (body) => {
    const { certificates, invoices } = body as { certificates?: unknown[]; invoices?: unknown[] };
    return certificates?.length === 2 && invoices?.length === 1 ? null : 'a part of it is missing';
  },
};

const create: Omit<Row, 'connections'> = {
  name: 'Create a property',
  as: 'writer',
  method: 'POST',
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
  status: 201,
  problem: (body) => {
    const { id, rent, version } = body as { id?: string; rent?: number; version?: number };
    return id && rent === 112500 && version === 1 ? null : 'it is not the property that was sent';
  },
  counted: '/api/properties?limit=1',
};

type Page = { items: Record<string, unknown>[]; nextCursor: string | null; total: number };

/** What is wrong with the first 50 of all `wanted` records, which all have `field`. */
function firstPageProblem(body: unknown, { wanted, field }: { wanted: number; field: string }): string | null {
  const { items, nextCursor, total } = body as Page;
  if (items.length !== Math.min(50, wanted) || total !== wanted) return `${items.length} of ${total}`;
  if ((nextCursor !== null) !== wanted > 50) return `nextCursor is ${nextCursor}`;
  return items.every((item) => item[field]) ? null : `one has no ${field}`;
}

/** What is wrong with a search for records whose `field` has `word` in it. */
function searchProblem(body: unknown, { field, word }: { field: string; word: string }): string | null {
  const { items, total } = body as Page;
  if (total === 0) return 'nothing was found';
  return items.every((item) => String(item[field]).includes(word)) ? null : 'something else was found';
}

const tenants: Omit<Row, 'connections'> = {
  name: 'Tenants: first page',
  as: 'reader',
  method: 'GET',
  path: '/api/tenants?limit=50',
  status: 200,
  problem: (body, sizes) => firstPageProblem(body, { wanted: sizes.tenants, field: 'name' }),
};

const tenantSearch: Omit<Row, 'connections'> = {
  ...tenants,
  name: 'Tenants: search',
  path: '/api/tenants?limit=50&q=okafor',
  problem: (body) => searchProblem(body, { field: 'name', word: 'Okafor' }),
};

const suppliers: Omit<Row, 'connections'> = {
  name: 'Suppliers: first page',
  as: 'reader',
  method: 'GET',
  path: '/api/suppliers?limit=50',
  status: 200,
  problem: (body, sizes) => firstPageProblem(body, { wanted: sizes.suppliers, field: 'name' }),
};

const supplierSearch: Omit<Row, 'connections'> = {
  ...suppliers,
  name: 'Suppliers: search',
  path: '/api/suppliers?limit=50&q=roofing',
  problem: (body) => searchProblem(body, { field: 'serviceType', word: 'Roofing' }),
};

export const ROWS: readonly Row[] = [
  alive,
  { ...list, connections: 1, goal: { p50: 1.2, p99: 50 } },
  { ...list, connections: 16, goal: { perSecond: 3000 } },
  { ...list, connections: 64, goal: { p99: 250 } },
  { ...search, connections: 1, goal: { p99: 50 } },
  { ...search, connections: 64, goal: { p99: 250 } },
  { ...one, connections: 1 },
  { ...one, connections: 16 },
  { ...tenants, connections: 1, goal: { p99: 50 } },
  { ...tenantSearch, connections: 1, goal: { p99: 50 } },
  { ...suppliers, connections: 1, goal: { p99: 50 } },
  { ...supplierSearch, connections: 1, goal: { p99: 50 } },
  ...FINANCE_ROWS,
  { ...create, connections: 1 },
  { ...create, connections: 16 },
];
