import { beforeAll, describe, expect, it } from 'vitest';
import { addedJourney } from '../../../test/fixtures/journeys.ts';
import {
  addedSupplier,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { addedLoan } from '../../../test/fixtures/loans.ts';
import { member } from '../../../test/fixtures/members.ts';
import { agentDayReview, boxes, cost, income, MAY } from '../../../test/fixtures/tax.ts';
import { reportQuarterly, send, update } from '../../../test/fixtures/tax-updates.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { at, read } from '../../../test/fixtures/transactions.ts';
import { PDF, uploaded } from '../../../test/fixtures/uploads.ts';
import type { Answer, Browser } from '../../../test/reading/browser.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { createApi, describeApi } from '../../app/server/app.server.ts';
import { CurrentUser } from '../account/account.ts';
import { LoanRecord } from '../loan/loan.ts';
import { REPORT_NAMES } from '../report/catalogue.ts';
import { Report } from '../report/report.ts';
import { SplitOutcome } from '../transaction/split/split.ts';
import { Team } from './team.ts';

/** A tenant's name, and a word in rows of another tax year. */
const NAME = 'Xylander';
const OTHER = 'Quillfeather';

/** Tables of ids in paths such as /api/receipts/{id}, if their names differ. */
const TABLES: Record<string, string> = {
  receipts: 'transaction_files',
  'saved-reports': 'saved_reports',
  statements: 'statement_imports',
};
const DAYS = 'from=2024-04-06&to=2027-04-05';
const YEARS = ['2025-26', '2026-27'];
const BATCH_SIZE = 6;

/** Returns the paths of all GET routes and of some screens, with the owner's ids and with wide queries. */
async function reads(owner: Landlord): Promise<string[]> {
  const tables = await query<{ name: string }>(
    server.database,
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('id', 'user_id') group by 1 having count(*) = 2`,
  );
  const ids = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await query<{ id: string }>(server.database, `select id from public.${name} where user_id = $1`, [
      owner.id,
    ]);
    ids.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  const idsOf = (path: string) => {
    const noun = path.split('/')[2] ?? '';
    return ids.get(TABLES[noun] ?? noun.replace('-', '_')) ?? ids.get('transactions') ?? [];
  };
  const values: Record<string, readonly string[]> = { year: YEARS, update: ['1', '4'], name: REPORT_NAMES };
  const filled = (path: string): string[] => {
    const [, key] = /\{(\w+)\}/.exec(path) ?? [];
    return key ? (values[key] ?? idsOf(path)).flatMap((value) => filled(path.replace(`{${key}}`, value))) : [path];
  };
  const { paths = {} } = describeApi(createApi(server.services), server.services);
  const known = Object.entries(paths).filter(
    ([path, methods]) => 'get' in (methods ?? {}) && !/events|auth|files/.test(path),
  );
  const files = await query<{ url: string }>(server.database, 'select url from files where user_id = $1', [owner.id]);
  // Tax lines that have rows in `accountWithNames`.
  const rows = (base: string) => ['ask', 'rent', 'repairs', 'professional'].map((line) => `${base}/rows?line=${line}`);
  return [
    ...known.flatMap(([path]) => filled(path)).map((path) => `${path}?${DAYS}&year=2026-27`),
    '/api/receipts/missing?year=2025-26',
    '/api/journeys/mileage?year=2025-26',
    ...files.map(({ url }) => url),
    ...YEARS.flatMap((year) =>
      [`/api/tax/${year}`, `/api/tax-updates/${year}/1`, `/api/tax-updates/${year}/4`].flatMap(rows),
    ),
    ...REPORT_NAMES.map((name) => `/api/reports/${name}/file?format=csv&${DAYS}`),
    ...[NAME, OTHER].flatMap((word) => [
      `/api/search?q=${word}`,
      `/api/transactions?q=${word}`,
      `/api/transactions/totals?q=${word}`,
    ]),
    ...(ids.get('transactions') ?? []).map((id) => `/api/receipts?transactionId=${id}`),
    ...(ids.get('suppliers') ?? []).map((id) => `/api/reports/supplier-statement?supplier=${id}&${DAYS}`),
    ...['csv', 'xlsx'].map((format) => `/api/transactions/export?format=${format}`),
    '/dashboard',
    '/dashboard/finance',
    '/dashboard/receipts',
    '/dashboard/certificates',
    '/dashboard/activity',
  ];
}

/** Returns a response as text; for a zip or a spreadsheet, the names and contents of its files. */
async function textOf({ text, bytes }: Answer): Promise<string> {
  if (!text.startsWith('PK')) return text;
  return [...(await unzipped(bytes))].map(([name, content]) => `${name} ${content.toString()}`).join('\n');
}

/** Returns the paths whose response contains a word in any case, apart from the repeated query. */
async function pathsWith(person: Browser, paths: readonly string[]) {
  const found: Record<string, string[]> = { [NAME]: [], [OTHER]: [] };
  const look = async (path: string) => {
    const text = (await textOf(await person.get(path))).toLowerCase();
    for (const word of [NAME, OTHER])
      if (text.replaceAll(`q=${word.toLowerCase()}`, '').includes(word.toLowerCase())) found[word]?.push(path);
  };
  for (let first = 0; first < paths.length; first += BATCH_SIZE)
    await Promise.all(paths.slice(first, first + BATCH_SIZE).map(look));
  return found;
}

const receipt = async (owner: Landlord, name: string, transactionId: string | null) => {
  const file = await uploaded(owner, {
    bucket: 'transaction-files',
    name: `${name}.pdf`,
    bytes: Buffer.concat([PDF, Buffer.from(name)]),
  });
  expect((await owner.post('/api/receipts', { file, transactionId })).status).toBe(201);
};

/** Adds a tenant's name wherever a landlord or a bank can write it, and another word in rows of 2025-26. */
async function accountWithNames(): Promise<Landlord> {
  const ada = await landlord();
  const { id: tenancyId, propertyId } = await addedTenancy(ada, { names: [`Grace ${NAME}`] });
  const { id: supplierId } = await addedSupplier(ada);
  const rent = await income(ada, 'rent', 120_000, {
    propertyId,
    tenancyId,
    description: `Rent ${NAME}`,
    reference: NAME,
  });
  await income(ada, 'deposit', 120_000, { propertyId, description: `Deposit ${NAME}` });
  const payout = await income(ada, 'rent', 108_000, { propertyId, description: `Payout ${NAME}` });
  const part = { category: 'rent', description: `Payout ${NAME}`, propertyId, tenancyId };
  const parts = [
    { ...part, id: payout.id, amount: 120_000 },
    { ...part, amount: -12_000, category: 'agent fees', tenancyId: null },
  ];
  const { id, version } = payout;
  const split = (await ada.post('/api/transactions/split', { rows: [{ id, version }], parts })).as(SplitOutcome);
  await agentDayReview(ada, split.parts[1]?.id ?? '', '2026-04-30');
  await cost(ada, 'other', 83_375, { description: `Back to ${NAME}`, supplierId });
  await cost(ada, 'other', 4_100, { status: 'pending', description: `Owed to ${NAME}` });
  await importedTransaction(ada, { amount: 5_000, category: 'other', description: `FPI ${NAME}`, date: MAY });
  const repair = await cost(ada, 'maintenance', 4_000, {
    propertyId,
    description: 'Boiler repair',
    date: '2026-05-02',
  });
  await addedLoan(ada, { ...(propertyId && { propertyId }) });
  const before = await cost(ada, 'maintenance', 7_000, {
    propertyId,
    description: OTHER,
    date: '2025-05-01',
    supplierId,
  });
  await cost(ada, 'maintenance', 7_001, { description: OTHER, date: '2025-05-02', status: 'pending' });
  await cost(ada, 'other', 83_375, { description: `${OTHER} DD`, date: '2025-06-28' });
  await addedJourney(ada, { day: '2025-05-03', purpose: OTHER });
  for (const [name, transactionId] of [
    [`Rent ${NAME}`, rent.id],
    [`From ${NAME}`, null],
    [OTHER, before.id],
    ['Boiler', repair.id],
  ] as const)
    await receipt(ada, name, transactionId);
  await reportQuarterly(ada);
  const { waiting: leftOut } = await update(ada, 1);
  expect((await send(ada, { number: 1, way: 'elsewhere', leftOut })).outcome).toBe('served');
  await ada.patch(at(rent), { amount: 110_000 }, (await read(ada, rent)).version);
  return ada;
}

describe('an account with a tenant’s name in every text', () => {
  let ada: Landlord;
  let paths: string[];
  beforeAll(async () => {
    ada = await accountWithNames();
    paths = await reads(ada);
  });

  it('shows neither the name nor a row of another year to a guest, in any response', async () => {
    const guest = await member(ada, { role: 'guest', years: ['2026-27'] });
    expect(await pathsWith(guest, paths)).toEqual({ [NAME]: [], [OTHER]: [] });
  });

  it('shows both to its owner in many of these responses', async () => {
    const many = paths.filter((path) => /transactions|missing|journeys|rows|agent-days|bundle/.test(path));
    const shown = await pathsWith(ada, many);
    expect(Math.min(...Object.values(shown).map((found) => found.length))).toBeGreaterThan(10);
  });

  it('shows a guest the categories, files and figures that the owner allows', async () => {
    const guest = await member(ada, { role: 'guest', years: ['2026-27'] });
    const descriptions = (await listedTransactions(guest)).items.map(({ description }) => description);
    expect([...new Set(descriptions)].sort()).toEqual(['Agent fees', 'Boiler repair', 'Deposit', 'Other', 'Rent']);
    const { items } = await listedTransactions(guest, '?q=Boiler');
    expect(items[0]?.file?.name).toBe('Boiler.pdf');
    const everything = await member(ada, { role: 'guest', seesPayers: true });
    expect(await pathsWith(everything, ['/api/transactions', '/api/receipts'])).toEqual({
      [NAME]: ['/api/transactions', '/api/receipts'],
      [OTHER]: ['/api/transactions'],
    });
    expect(await boxes(await member(ada, { role: 'guest' }))).toEqual(await boxes(ada));
  });
});

it('reads the figures and rows of the chosen tax years only', async () => {
  const ada = await landlord();
  await income(ada, 'rent', 120_000);
  await income(ada, 'rent', 90_000, { date: '2025-05-01' });
  const { id: loan } = await addedLoan(ada);
  await query(
    server.database,
    `insert into loan_statements (user_id, loan_id, from_day, to_day, interest)
    values ($1, $2, '2025-04-06', '2026-03-31', 1), ($1, $2, '2026-04-06', '2026-09-30', 2)`,
    [ada.id, loan],
  );
  const guest = await member(ada, { role: 'guest', years: ['2026-27'] });
  expect((await guest.get(`/api/loans/${loan}`)).as(LoanRecord).statements.map(({ interest }) => interest)).toEqual([
    2_00,
  ]);
  expect(await boxes(guest)).toEqual({ 20: 120_000 });
  // A download of zeros could be filed as the return of that year.
  for (const path of ['', '/rows?line=rent', '/export', '/bundle', '/year-end'])
    expect([path, (await guest.get(`/api/tax/2025-26${path}`)).status]).toEqual([path, 403]);
  const { account } = (await guest.get('/api/auth/get-session')).as(CurrentUser);
  expect(account.taxYears).toEqual(['2026-27']);
  const report = async (days: string) => (await guest.get(`/api/reports/income-and-expenses?${days}`)).as(Report);
  const before = await report('from=2025-04-06&to=2026-03-31');
  expect(before.empty.title).toBe('No transactions that you can see between 6 April 2025 and 31 March 2026.');
  const hidden = 'You cannot see all of these days. Transactions of other tax years are left out.';
  expect(before.notes.at(-1)?.text).toBe(hidden);
  const both = await report('from=2025-04-06&to=2026-05-31');
  expect([both.totals?.[2], both.notes.at(-1)?.text]).toEqual([120_000, hidden]);
  expect((await report('from=2026-04-06&to=2026-05-31')).notes.map(({ text }) => text)).not.toContain(hidden);
  const summary = (years: string[]) =>
    member(ada, { role: 'guest', years }).then((one) => one.get('/api/reports/tax-year'));
  expect((await summary(['2025-26'])).as(Report)).toMatchObject({ from: '2025-04-06', to: '2026-04-05' });
  expect((await listedTransactions(guest)).items.map(({ date }) => date)).toEqual(['2026-05-01']);
  expect((await guest.get('/api/transactions/totals')).text).toContain('"income":120000');
});

it('has tax years and descriptions as the owner chose them', async () => {
  const ada = await landlord();
  const access = { role: 'guest', endsOn: '2100-01-01', whole: true, propertyIds: [] };
  const sent = await ada.post('/api/team/invitations', {
    ...access,
    emails: ['tax@accountant.example'],
    taxYears: ['2026-27'],
  });
  expect(sent.status).toBe(200);
  const { people } = (await ada.get('/api/team')).as(Team);
  const invited = people.find(({ email }) => email === 'tax@accountant.example');
  expect(invited).toMatchObject({ taxYears: ['2026-27'], seesPayers: false });
  const change = (more: object) =>
    ada.send('PATCH', `/api/team/${invited?.id}`, {
      body: { ...access, ...more },
      headers: { 'if-match': `"${invited?.version}"` },
    });
  expect((await change({ taxYears: ['2026-28'] })).fields).toEqual({
    'taxYears.0': 'Enter a tax year, such as 2026-27',
  });
  expect((await change({ taxYears: [] })).fields).toEqual({ taxYears: 'Choose at least one tax year, or all of them' });
  expect((await change({ role: 'manager', taxYears: ['2026-27'] })).fields).toEqual({
    taxYears: 'Only a guest can be limited to tax years',
  });
  expect((await change({ seesPayers: true })).text).toContain('"taxYears":null,"seesPayers":true');
});
