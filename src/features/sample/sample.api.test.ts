import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { landlordsTables, ownRows } from '../../../test/fixtures/everything.ts';
import {
  addedProperty,
  addedTransaction,
  type Landlord,
  landlord,
  listedProperties,
  listedTenants,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Notices } from '../../app/notification/notification.ts';
import { Overview } from '../../app/overview/overview.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { CurrentUser } from '../account/account.ts';
import { PropertyRecord } from '../property/property.ts';
import { Arrears } from '../rent/rent.ts';
import { Tenancy, TenancyRecord } from '../tenancy/tenancy.ts';
import { BulkOutcome } from '../transaction/transaction.ts';
import { SampleRemoval } from './sample.ts';

const PATH = '/api/sample';

async function loaded(given: Partial<{ name: string }> = {}): Promise<Landlord> {
  const ada = await landlord(given);
  expect((await ada.post(PATH)).outcome).toBe('served');
  return ada;
}

const removal = async (owner: Landlord) => (await owner.get(PATH)).as(SampleRemoval);
const isLoaded = async (owner: Landlord) => (await owner.get('/api/auth/get-session')).as(CurrentUser).sample;
const overview = async (owner: Landlord) => (await owner.get('/api/overview')).as(Overview);
const filesOf = ({ id }: Landlord) => query(server.database, 'select url from files where user_id = $1', [id]);
const emailsOf = ({ email }: Landlord) =>
  query(server.database, `select 1 from pgboss.job where name like 'send-%' and data::text like '%' || $1 || '%'`, [
    email,
  ]);

describe('loading the sample portfolio', () => {
  it('fills only this landlord’s empty account, with one activity entry and no email', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    expect(await isLoaded(ada)).toBe(false);
    expect((await ada.post(PATH)).outcome).toBe('served');
    expect(await isLoaded(ada)).toBe(true);
    const { total, items } = await listedProperties(ada);
    expect(total).toBe(12);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['occupied', 'vacant', 'maintenance']));
    const { activities, months, lastMonth } = await overview(ada);
    expect(activities[0]?.words).toBe('Sample portfolio added');
    expect(activities.filter(({ at }) => at === activities[0]?.at)).toHaveLength(1);
    expect(months.every(({ income }) => income > 0)).toBe(true);
    expect(lastMonth).not.toBeNull();
    expect(await emailsOf(ada)).toEqual([]);
    expect(await isLoaded(bob)).toBe(false);
    expect((await listedProperties(bob)).total).toBe(0);
  });

  it('backdates its records over two years', async () => {
    const ada = await loaded();
    const fortnightAgo = addDays(londonDay(server.services.clock.now()), -14);
    const all = [...(await listedProperties(ada)).items, ...(await listedTenants(ada)).items];
    expect(all.map(({ dateAdded }) => dateAdded.slice(0, 10)).filter((day) => day > fortnightAgo)).toEqual([]);
    const [home] = (await listedProperties(ada, '?q=Chandos')).items;
    const history = await ada.get(`/api/properties/${home?.id ?? ''}/history`);
    expect(history.text).toContain(home?.dateAdded.slice(0, 10));
  });

  it('shows every kind of notification except bank consent and payment', async () => {
    const ada = await loaded();
    const today = londonDay(server.services.clock.now());
    const { items } = (await ada.get('/api/notifications?limit=100')).as(Notices);
    const seen = items.map(({ kind, day }) => `${kind} ${day < today ? 'past' : 'to come'}`);
    expect([...new Set(seen)].sort()).toEqual([
      'certificate past',
      'certificate to come',
      'lease past',
      'lease to come',
      'notRecorded past',
      'overdue past',
      'rent past',
    ]);
  });

  it('has ledgers in every state: behind, short, in dispute, in credit, increased, joint and by the room', async () => {
    const ada = await loaded();
    const { items } = (await ada.get('/api/rent/arrears?limit=100')).as(Arrears);
    const behind = new Map(items.map(({ names, ...line }) => [names, line]));
    // £50 short each month for a year, and one and two and a half months behind.
    for (const [names, months] of [
      ['Hugo Fernandes', 0.4],
      ['Daniel Whitaker, Aisha Whitaker', 1],
      ['Oliver Marsh', 2.5],
    ] as const) {
      const { owed = 0, rentAMonth = 1 } = behind.get(names) ?? {};
      expect([names, owed / rentAMonth >= months]).toEqual([names, true]);
    }
    expect(behind.get('Tomasz Nowak')?.disputed).toBe(84_500);
    const page = await ada.get('/api/tenancies?limit=100&sort=name');
    const all = new Map(page.as(z.object({ items: z.array(Tenancy) })).items.map(({ names, ...one }) => [names, one]));
    expect(all.get('Siân Pritchard, Gareth Pritchard')).toMatchObject({ balance: -20_000, depositScheme: 'DPS' });
    expect([...all.keys()].filter((names) => /Raman|Boateng|Carvalho|Zielinski/.test(names))).toHaveLength(4);
    const { rents } = (await ada.get(`/api/tenancies/${all.get('Rohan Mehta')?.id}`)).as(TenancyRecord);
    expect(rents.map(({ amount }) => amount)).toEqual([142_500, 135_375]);
  });

  it('serves photos for several properties', async () => {
    const ada = await loaded();
    const photos = (await listedProperties(ada)).items.flatMap(({ imageUrl }) => imageUrl ?? []);
    expect(photos.length).toBeGreaterThanOrEqual(6);
    const { status, headers, bytes } = await ada.get(`${photos[0] ?? ''}?size=card`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(bytes.length).toBeGreaterThan(4_000);
  });

  it('is refused if repeated, also concurrently, and with a property', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const answers = await Promise.all([ada.post(PATH), ada.post(PATH)]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['422 invalid_input', 'served']);
    expect((await ada.post(PATH)).outcome).toBe('422 invalid_input');
    expect((await listedProperties(ada)).total).toBe(12);
    await addedProperty(bob);
    expect((await bob.post(PATH)).outcome).toBe('422 invalid_input');
  });
});

describe('every export', () => {
  const SAID = 'Sample data: the sample portfolio is loaded, so some of these rows are made up.';
  const files = async (ada: Landlord) => {
    const name = async (path: string) => (await ada.get(path)).headers.get('content-disposition') ?? '';
    const excel = await readSheet((await ada.get('/api/transactions/export?format=xlsx')).bytes, 'About');
    const zip = await unzipped((await ada.get('/api/my-data')).bytes);
    return {
      csv: await name('/api/transactions/export?format=csv'),
      filtered: await name('/api/transactions/export?format=csv&category=tax'),
      rent: await name('/api/rent/export'),
      certificates: await name('/api/certificates/export'),
      excel: String(excel.at(-1)),
      download: zip.get('README.txt')?.toString() ?? '',
    };
  };

  it('mentions sample data while it is loaded', async () => {
    const ada = await loaded();
    const { csv, filtered, rent, excel, certificates, download } = await files(ada);
    expect(csv).toContain('"tenure-transactions-with-sample-data-2');
    expect(filtered).toContain('"tenure-transactions-with-sample-data-taxes-2');
    expect(rent).toContain('"tenure-with-sample-data-rent-2');
    expect(certificates).toContain('"tenure-with-sample-data-certificates-2');
    expect(excel).toBe(`Note,${SAID}`);
    expect(download.split('\r\n')[2]).toContain(SAID);
    await ada.delete(PATH);
    for (const file of Object.values(await files(ada))) expect(file).not.toMatch(/sample.data/i);
  });
});

describe('removing the sample portfolio', () => {
  it('previews removed and kept records, and keeps the landlord’s own with addresses of removed properties', async () => {
    const ada = await loaded();
    const own = await addedProperty(ada, { address: '7 Own Street' });
    const homes = (await listedProperties(ada)).items;
    const [used, left] = ['Chandos', 'Cotham'].map((name) => homes.find(({ address }) => address.includes(name)));
    const payment = await addedTransaction(ada, { propertyId: used?.id ?? null, description: 'Own payment' });
    const tenant = (await listedTenants(ada, '?q=Rohan')).items[0];
    expect(tenant?.propertyId).toBe(left?.id);
    await ada.patch(`/api/tenants/${tenant?.id ?? ''}`, { movedOut: '2026-01-01' }, tenant?.version);
    const { goes, stays } = await removal(ada);
    expect(goes.find(({ noun }) => noun === 'property')?.count).toBe(11);
    expect(stays).toEqual([
      { noun: 'property', count: 2, names: ['7 Own Street, Bristol', '14 Chandos Terrace, Leeds'] },
      { noun: 'tenant', count: 1, names: ['Rohan Mehta'] },
      { noun: 'transaction', count: 1, names: ['Own payment'] },
    ]);
    expect((await ada.delete(PATH)).outcome).toBe('served');
    expect(await isLoaded(ada)).toBe(false);
    expect(await removal(ada)).toEqual({ goes: [], stays });
    expect((await listedTenants(ada)).items[0]).toMatchObject({
      propertyId: null,
      propertyName: '31 Cotham Vale, Bristol',
    });
    const kept = (await ada.get(`/api/properties/${used?.id ?? ''}`)).as(PropertyRecord);
    expect(kept.certificates.length).toBeGreaterThan(0);
    expect((await ada.get(kept.imageUrl ?? '')).status).toBe(200);
    expect(await filesOf(ada)).toEqual([{ url: kept.imageUrl }]);
    expect((await overview(ada)).activities.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['Sample portfolio removed', 'Transaction “Own payment” added']),
    );
    expect((await ada.get(`/api/properties/${own.id}`)).status).toBe(200);
    expect((await ada.get(`/api/transactions/${payment.id}`)).status).toBe(200);
  });

  it('removes all other sample rows, leaves another landlord’s, and can be repeated', async () => {
    const word = 'Mapperley';
    const [ada, bob] = [await loaded(), await loaded()];
    await ada.delete(PATH);
    expect((await ada.delete(PATH)).outcome).toBe('served');
    const left: string[] = [];
    for (const table of await landlordsTables(server.database)) {
      const rows = await query(server.database, `select 1 from ${table} where ${ownRows(table, ada)}`);
      if (rows.length > 0) left.push(table);
    }
    expect(left).toEqual([
      'app.row_counts',
      'app.transaction_days',
      'app.transaction_totals',
      'auth.accounts',
      'auth.sessions',
      'auth.users',
      'public.activity',
      'public.members',
      'public.people',
      'public.profiles',
    ]);
    const told = await query(server.database, 'select noun, action from activity where user_id = $1 order by id', [
      ada.id,
    ]);
    expect(told).toEqual([
      { noun: 'sample portfolio', action: 'added' },
      { noun: 'sample portfolio', action: 'removed' },
    ]);
    expect((await overview(ada)).steps, 'the first steps').toEqual({ property: false, tenant: false, money: false });
    expect((await listedProperties(bob, `?q=${word}`)).items).toHaveLength(1);
    expect((await ada.post(PATH)).outcome).toBe('served');
  });

  it('prevents Undo from restoring a deleted sample row', async () => {
    const ada = await loaded();
    const [row] = (await listedTransactions(ada, '?type=expense')).items;
    const change = { rows: [{ id: row?.id, version: row?.version }], change: { remove: true } };
    const { done, batch } = (await ada.post('/api/transactions/bulk', change)).as(BulkOutcome);
    expect(done).toBe(1);
    await ada.delete(PATH);
    const undone = await ada.post('/api/transactions/undo', { batch });
    expect(undone.outcome).toBe('404 not_found');
    expect(await removal(ada)).toEqual({ goes: [], stays: [] });
  });
});
