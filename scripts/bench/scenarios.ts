/** Scenarios measured over HTTP. Each number of connections is a row of the table. */
import type { Overview } from '../../src/app/overview/overview.ts';
import { daysOf } from '../../src/features/transaction/period.ts';
import { londonDay } from '../../src/shared/dates.ts';
import { found, has, INSPECTION, type Item, OWNER, type Page, REACH, REPAIR, type Scenario, SOON } from './scenario.ts';

function firstPage(
  noun: 'properties' | 'tenants' | 'suppliers',
  field: string,
  inReach = Number.POSITIVE_INFINITY,
): Scenario {
  return {
    name: `List 50 ${noun}`,
    at: SOON,
    path: `/api/${noun}?limit=50`,
    problem: (body, sizes) => {
      const { items, nextCursor, total } = body as Page;
      const expected = Math.min(sizes[noun], inReach);
      if (items.length !== Math.min(50, expected) || total !== expected) return `${items.length} of ${total} ${noun}`;
      if ((nextCursor !== null) !== expected > 50) return `nextCursor is ${nextCursor}`;
      return items.every((item) => item[field]) ? null : `a record has no ${field}`;
    },
  };
}

function transactions(name: string, query: string, isCorrect?: (item: Item) => boolean): Scenario {
  return found(`Transactions: ${name}`, `/api/transactions?${query}&`, isCorrect);
}

function everything(name: string, q: string): Scenario {
  const problem = (body: unknown) => {
    const { transactions, ...records } = body as { transactions: { items: Item[] } } & Record<string, Item[]>;
    return [transactions.items, ...Object.values(records)].some(({ length }) => length > 0) ? null : 'no results';
  };
  return { name: `Search everything: ${name}`, at: SOON, path: `/api/search?q=${encodeURIComponent(q)}`, problem };
}

function figures(name: string, path: string): Scenario {
  const problem = (body: unknown) => ((body as { count: number }).count > 0 ? null : 'the count is 0');
  return { name, at: SOON, path: `/api/transactions/${path}`, problem };
}

function sums(name: string, query: string): Scenario {
  return { ...figures(`Sums: ${name}`, `totals?${query}`), at: { 1: { p50: 100 } } };
}

/** Sums below the list, calculated from every row of the days. The list does not wait for them. */
function byProperty(name: string, query: string): Scenario {
  const problem = (body: unknown) => ((body as { properties: unknown[] }).properties.length > 0 ? null : 'no totals');
  const path = `/api/transactions/sums?${query}`;
  return { name: `Finance: by property and category, ${name}`, at: { 1: {} }, path, problem };
}

/** All requests of Finance for a range of days. */
function financeOf(name: string, { from, to }: { from: string; to: string }): Scenario[] {
  const days = `from=${from}&to=${to}`;
  const within = ({ date }: Item) => String(date) >= from && String(date) <= to;
  return [
    transactions(name, days, within),
    transactions(`${name}, highest`, `${days}&sort=highest`, within),
    transactions(`${name}, one category`, `${days}&category=tax`, within),
    figures(`Sums: ${name}`, `totals?${days}`),
    figures(`Sums: ${name}, one category`, `totals?${days}&category=tax`),
    figures(`Finance: the four cards, ${name}`, `summary?${days}`),
    byProperty(name, days),
  ];
}

/** Cursors in the middle of all dates and of all amounts. */
const MIDDLE = encodeURIComponent('["2021-11-15","7fffffff-0000-4000-8000-000000000000"]');
const HALFWAY = encodeURIComponent('[45000,"7fffffff-0000-4000-8000-000000000000"]');

export const ADD: Scenario = {
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
    return id && rent === 112500 && version === 1 ? null : 'the property differs';
  },
};

const ADD_TRANSACTION: Scenario = {
  name: 'Add a transaction',
  at: { 1: {}, 16: {} },
  path: '/api/transactions',
  body: { amount: 4_250, description: 'Locksmith, spare keys', date: '2026-11-02', category: 'maintenance' },
  problem: (body) => {
    const { id, amount, version } = body as { id?: string; amount?: number; version?: number };
    return id && amount === -4_250 && version === 1 ? null : 'the transaction differs';
  },
};

/**
 * Requests of a member with some properties in reach, whose sums are calculated from rows. The goals are for
 * `--transactions 100000`.
 */
const OF_A_MEMBER = [
  { ...firstPage('properties', 'ends', REACH), at: { 1: { p99: 15 } } },
  { ...found('Search properties', '/api/properties?q=e&'), at: { 1: { p99: 60 } } },
  { ...everything('one letter', 'a'), at: { 1: { p99: 60 } } },
  { ...everything('a word in half of all', 'rent'), at: { 1: { p99: 60 } } },
  { ...transactions('search, in half of all', 'q=rent'), at: { 1: { p99: 60 } } },
  {
    name: 'Overview',
    at: { 1: { p99: 150 } },
    path: '/api/overview',
    problem: (body: unknown) => {
      const { properties, months } = body as Overview;
      const all = Object.values(properties).reduce((sum, { count }) => sum + count, 0);
      return all === REACH && months.some(({ income }) => income > 0) ? null : `${all} properties`;
    },
  },
  { ...figures('Finance: the four cards', 'summary'), at: { 1: { p99: 150 } } },
].map(
  (scenario: Scenario): Scenario => ({
    ...scenario,
    name: `Member of ${REACH} properties: ${scenario.name}`,
    as: 'limited',
  }),
);

const hasMark = ({ ends }: Item) => Object.keys(ends as object).length > 0;

/** Whether a scenario reads transactions, which then have to be seeded. */
export const isFinance = ({ path }: Scenario) =>
  /^\/api\/(?:transactions|overview|search|tax|reports|receipts)/.test(path);

/** The goal is for 20,000 transactions: `npm run bench -- --transactions 20000 report`. */
const report = (name: string, query = ''): Scenario => ({
  name: `Report: ${name}`,
  at: { 1: { p99: 300 } },
  path: `/api/reports/${name}${query}`,
  problem: (body) => (Array.isArray((body as { rows: unknown }).rows) ? null : 'no rows'),
});
const REPORT_DAYS = '?from=2016-04-06&to=2026-04-05';

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'GET /healthz',
    at: { 16: {} },
    path: '/healthz',
    problem: (body) => (JSON.stringify(body) === '{"status":"ok"}' ? null : 'it is not alive'),
  },
  {
    ...firstPage('properties', 'ends'),
    at: { 1: { share: 0.9, p99: 50 }, 16: { share: 0.6 }, 64: { p99: 250 } },
    against: 'anchor',
  },
  {
    ...firstPage('properties', 'ends'),
    name: 'List 50 properties, as a manager',
    at: { 1: { share: 0.85 }, 16: { share: 0.85 } },
    as: 'manager',
    against: 'reader',
  },
  {
    ...firstPage('properties', 'ends'),
    name: 'List 50 properties, by API key',
    at: { 1: { share: 0.85 }, 16: { share: 0.85 } },
    as: 'key',
    against: 'reader',
  },
  ...OF_A_MEMBER,
  {
    ...found('Search properties', '/api/properties?q=laburnum&', has('address', 'Laburnum')),
    at: { ...SOON, 64: { p99: 250 } },
  },
  found('Properties with something expired', '/api/properties?compliance=expired&', hasMark),
  {
    name: 'Open a property',
    at: { 1: {}, 16: {} },
    path: '/api/properties/{id}',
    problem: (body) => {
      const { certificates, invoices } = body as { certificates?: unknown[]; invoices?: unknown[] };
      return certificates?.length === 2 && invoices?.length === 1 ? null : 'a part of it is missing';
    },
  },
  found('Certificates: first page', '/api/certificates?', ({ group }) => group === 'expired'),
  found("Certificates: search 'gas'", '/api/certificates?q=gas&', has('name', 'Gas')),
  {
    name: 'Certificates: the figures',
    at: SOON,
    path: '/api/certificates/summary',
    problem: (body, { properties }) => {
      const { expired, expiring, in_order, not_recorded } = body as Record<string, number>;
      return (expired ?? 0) + (expiring ?? 0) + (in_order ?? 0) === properties * 3 && not_recorded === properties * 6
        ? null
        : 'a figure is wrong';
    },
  },
  {
    ...found('Deadlines: first page', '/api/deadlines?', ({ group }) => group === 'overdue'),
    at: { 1: { p99: 60 }, 16: {} },
  },
  found("Deadlines: search 'mill lane'", '/api/deadlines?q=mill+lane&', has('address', 'Mill Lane')),
  {
    name: 'Deadlines: the counts',
    at: { 1: { p99: 60 } },
    path: '/api/deadlines/counts',
    problem: (body, { properties }) => {
      const { homes, groups } = body as { homes: number; groups: Record<string, number> };
      // The rules apply to England, where most homes are.
      return homes > properties / 2 && homes <= properties && (groups.overdue ?? 0) > 0 ? null : `${homes} homes`;
    },
  },
  {
    name: 'Overview',
    at: { 1: { p99: 30 }, 16: {} },
    path: '/api/overview',
    problem: (body, sizes) => {
      const { properties, months, tenants, suppliers } = body as Overview;
      const all = Object.values(properties).reduce((sum, { count }) => sum + count, 0);
      const people = tenants.count + tenants.movedOut;
      if (all !== sizes.properties || people !== sizes.tenants || suppliers.count !== sizes.suppliers)
        return `${all} properties, ${people} tenants, ${suppliers.count} suppliers`;
      return months.length === 12 && months.some(({ income }) => income > 0) ? null : 'a month is missing';
    },
  },
  firstPage('tenants', 'name'),
  found('Search tenants', '/api/tenants?q=okafor&', has('name', 'Okafor')),
  firstPage('suppliers', 'name'),
  found('Search suppliers', '/api/suppliers?q=roofing&', has('serviceType', 'Roofing')),
  transactions('first page', ''),
  transactions('a page in the middle', `cursor=${MIDDLE}`),
  transactions('highest', 'sort=highest'),
  transactions('highest, in the middle', `sort=highest&cursor=${HALFWAY}`),
  transactions('one category', 'category=tax', has('category', 'tax')),
  transactions('three categories', 'category=tax,rent,utilities'),
  ...['completed', 'pending', 'overdue'].map((status) =>
    transactions(status, `status=${status}`, has('status', status)),
  ),
  transactions('one property', 'propertyId={id}', ({ propertyId }) => propertyId !== null),
  transactions('no property', 'propertyId=none', ({ propertyId }) => propertyId === null),
  ...financeOf('this month', daysOf('month', londonDay(new Date()))),
  ...financeOf('a tax year', { from: '2022-04-06', to: '2023-04-05' }),
  ...financeOf('days of their own', { from: '2019-02-11', to: '2024-10-03' }),
  transactions('search for an amount', 'q=450.00', ({ amount }) => Math.abs(Number(amount)) === 45_000),
  transactions('search for a day', 'q=12+Nov+2022', has('date', '2022-11-12')),
  transactions('search for a day of any year', 'q=12+Nov', has('date', '-11-12')),
  transactions('search, in half of all', 'q=rent'),
  transactions('search, in 5,000', 'q=in+the+storm', has('description', 'in the storm')),
  transactions('search, in ten', 'q=chimney', has('description', 'chimney')),
  transactions('search of two letters', 'q=qz', has('description', 'qz')),
  {
    ...figures('Finance: the four cards', 'summary'),
    problem: (body, sizes) => {
      const { count, pending, overdue } = body as Record<'pending' | 'overdue', { count: number }> & { count: number };
      return count === sizes.transactions && pending.count > 0 && overdue.count > 0 ? null : 'a card is wrong';
    },
  },
  {
    name: 'Tax: the boxes of a year',
    at: { 1: { p99: 100 } },
    path: '/api/tax/2025-26',
    problem: (body) => ((body as { lines: unknown[] }).lines.length > 0 ? null : 'no line has an amount'),
  },
  {
    name: 'Tax: the boxes of an owner at 60/40',
    at: { 1: { p99: 100 } },
    path: `/api/tax/2025-26?owner=${OWNER}`,
    problem: (body) => ((body as { lines: unknown[] }).lines.length > 0 ? null : 'no line has an amount'),
  },
  {
    name: 'Tax: the rows of a line',
    at: { 1: {} },
    path: '/api/tax/2025-26/rows?line=repairs&limit=50',
    problem: (body) => ((body as { items: unknown[] }).items.length > 0 ? null : 'no rows'),
  },
  {
    ...found('Receipts: the tray of 2,000', '/api/receipts?', ({ transactionId }) => transactionId === null),
    at: { 1: { p99: 100 } },
  },
  {
    ...found('Receipts: rows without one', '/api/receipts/missing?year=2025-26&', ({ file }) => file === null),
    at: { 1: { p99: 100 } },
  },
  {
    name: 'Receipts: totals of rows without one',
    at: { 1: { p99: 300 } },
    path: '/api/receipts/missing/totals?year=2025-26',
    problem: (body) => ((body as { rows: number }).rows > 0 ? null : 'no row is missing one'),
  },
  report('income-and-expenses', `${REPORT_DAYS}&compare=previous`),
  report('profit-and-loss', `${REPORT_DAYS}&compare=previous`),
  report('profit-and-loss', `${REPORT_DAYS}&by=month`),
  report('profit-and-loss', `${REPORT_DAYS}&by=owner`),
  report('cash-flow', REPORT_DAYS),
  report('tax-year', '?year=2025-26'),
  report('rent-roll'),
  report('arrears'),
  report('empty-days', REPORT_DAYS),
  report('tenant-statement', REPORT_DAYS),
  report('yield'),
  report('certificates'),
  report('deposits'),
  report('supplier-statement', REPORT_DAYS),
  sums('all', ''),
  byProperty('all dates', ''),
  sums('one category', 'category=tax'),
  sums('overdue of one category', 'status=overdue&category=tax'),
  sums('search, in half of all', 'q=rent'),
  sums('search, in 5,000', 'q=in+the+storm'),
  sums('search for an amount', 'q=450.00'),
  sums('search for a day', 'q=12+Nov+2022'),
  everything('in all kinds of things', 'okafor'),
  everything('in half of all', 'rent'),
  everything('in 5,000', 'in the storm'),
  everything('in ten', 'chimney'),
  everything('one letter', 'a'),
  everything('two letters', 'ch'),
  everything('two words', 'mill lane'),
  everything('digits', '0770'),
  ...[
    found('Documents: first page', '/api/documents?'),
    found('Documents: of one property', '/api/documents?propertyId={id}&'),
    found('Documents: search, in all texts', '/api/documents?q=boiler&', ({ kind }) => kind === 'document'),
    found('Documents: search for a number', '/api/documents?q=AV4000042&', has('title', ',')),
    everything('in all texts of documents', 'gutters'),
  ].map((scenario, place) => ({ ...scenario, at: { 1: { p99: place < 2 ? 60 : 80 } } })),
  {
    name: 'Repairs: board of 20,000',
    at: { 1: { p99: 60 } },
    path: '/api/repairs/board',
    problem: (body) => ((body as { counts: { open: number } }).counts.open > 300 ? null : 'too few open'),
  },
  {
    name: 'Repairs: one repair',
    at: { 1: { p99: 25 } },
    path: `/api/repairs/${REPAIR}`,
    problem: (body) => ((body as { events: unknown[] }).events.length === 10 ? null : 'not ten events'),
  },
  found('Repairs: closed ones', '/api/repairs?group=closed&'),
  { ...found('Inspections: first page of 3,000', '/api/inspections?'), at: { 1: { p99: 60 } } },
  { ...found('Inspections: planned', '/api/inspections?state=planned&'), at: { 1: { p99: 60 } } },
  {
    name: 'Inspections: one inspection',
    at: { 1: { p99: 25 } },
    path: `/api/inspections/${INSPECTION}`,
    problem: (body) => ((body as { rooms: unknown[] }).rooms.length === 8 ? null : 'not eight rooms'),
  },
  ADD,
  ADD_TRANSACTION,
  { ...ADD, name: 'Add a property, with a key', at: { 1: {} }, keyed: true },
];
