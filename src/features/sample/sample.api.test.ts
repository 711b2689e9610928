import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { filesOf, landlordsTables, ownRows } from '../../../test/fixtures/everything.ts';
import { type Landlord, landlord, listed, listedProperties, listedTenants } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Notices } from '../../app/notification/notification.ts';
import { Overview } from '../../app/overview/overview.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { CurrentUser } from '../account/account.ts';
import { Inspection } from '../inspection/inspection.ts';
import { Ownerships } from '../owner/ownership.ts';
import { Arrears } from '../rent/rent.ts';
import { MissingPapers } from '../served/served.ts';
import { OwnAccounts, Team } from '../team/team.ts';
import { Tenancy, TenancyRecord } from '../tenancy/tenancy.ts';

const PATH = '/api/sample';

/** Returns a landlord who works in their sample account. `id` is that of the sample account. */
async function loaded(): Promise<Landlord> {
  const ada = await landlord();
  expect((await ada.post(PATH)).outcome).toBe('served');
  return { ...ada, id: (await sessionOf(ada)).account.id };
}

const sessionOf = async (owner: Landlord) => (await owner.get('/api/auth/get-session')).as(CurrentUser);
const overview = async (owner: Landlord) => (await owner.get('/api/overview')).as(Overview);
const samplesOf = ({ personId }: Landlord) =>
  query(server.database, 'select 1 from profiles where owner_id = $1 and sample', [personId]);

describe('opening the sample account', () => {
  it('makes a separate account with two more members, and leaves the landlord’s empty', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    expect((await ada.post(PATH)).outcome).toBe('served');
    const { account, sample } = await sessionOf(ada);
    expect({ ...account, sample }).toMatchObject({ name: 'Sample portfolio', role: 'owner', sample: true });
    const { total, items } = await listedProperties(ada);
    expect(total).toBe(12);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['occupied', 'vacant', 'maintenance']));
    const { months, lastMonth } = await overview(ada);
    expect(months.every(({ income }) => income > 0)).toBe(true);
    expect(lastMonth).not.toBeNull();
    const { people } = (await ada.get('/api/team')).as(Team);
    expect(people.map(({ role }) => role)).toEqual(['owner', 'manager', 'bookkeeper']);
    expect((await ada.post('/api/accounts/switch', { id: ada.id })).outcome).toBe('served');
    expect([(await sessionOf(ada)).sample, (await listedProperties(ada)).total]).toEqual([false, 0]);
    expect([(await sessionOf(bob)).sample, (await listedProperties(bob)).total]).toEqual([false, 0]);
  });

  it('has two owners of a property, its loan, and journeys', async () => {
    const ada = await loaded();
    const list = async (path: string) =>
      (await ada.get(path)).as(z.object({ items: z.array(z.record(z.string(), z.unknown())) })).items;
    expect((await list('/api/owners')).map(({ name }) => name)).toEqual(['Hannah Whitlock', 'Tom Whitlock']);
    const [share] = (await ada.get('/api/owners/shares')).as(Ownerships).items;
    expect(share?.shares.map(({ numerator, denominator }) => numerator / denominator)).toEqual([0.6, 0.4]);
    expect(await list('/api/loans')).toMatchObject([{ lender: 'Pennine Building Society', property: share?.address }]);
    expect(await list('/api/journeys')).toHaveLength(3);
  });

  it('has licences, people who live there with their checks, requests, and papers given by hand', async () => {
    const ada = await loaded();
    const list = async (path: string) =>
      (await ada.get(path)).as(z.object({ items: z.array(z.record(z.string(), z.unknown())) })).items;
    const licences = (await list('/api/licences')).map(({ kind }) => String(kind));
    expect(licences.sort()).toEqual(['mandatory', 'selective']);
    const [occupier] = await list('/api/occupiers');
    expect(occupier).toMatchObject({ name: 'Asha Mehta' });
    expect(await list(`/api/right-to-rent?tenancyId=${String(occupier?.tenancyId)}`)).toHaveLength(2);
    const requests = (await list('/api/requests')).map(({ kind, answer }) => `${String(kind)} ${String(answer)}`);
    expect(requests.sort()).toEqual(['alteration yes', 'pet null']);
    const given = (await list('/api/served')).map(({ recipient, method }) => `${String(recipient)} ${String(method)}`);
    expect(given.sort()).toEqual(['Hugo Fernandes by-hand', 'Rohan Mehta by-hand']);
    const missing = (await ada.get('/api/served/missing')).as(MissingPapers);
    expect([missing.papers, missing.homes.map(({ name }) => name)]).toEqual([1, ['31 Cotham Vale, Bristol']]);
  });

  it('has a locked move-in with findings and a planned routine inspection', async () => {
    const ada = await loaded();
    const inspections = async () => (await listed(ada, '/api/inspections?sort=oldest', Inspection)).items;
    await expect.poll(inspections).toMatchObject([
      { kind: 'move-in', state: 'locked', findings: 2, tenants: 'Hugo Fernandes' },
      { kind: 'routine', state: 'planned', done: 0 },
    ]);
    const [moveIn] = await inspections();
    expect(moveIn?.done).toBe(moveIn?.rooms);
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
      'deadline past',
      'deadline to come',
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
    // Hugo Fernandes has paid £50 too little each month for a year.
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

  it('opens the same account again, also concurrently', async () => {
    const ada = await landlord();
    const answers = await Promise.all([ada.post(PATH), ada.post(PATH)]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['served', 'served']);
    const [first] = (await listedProperties(ada)).items;
    await ada.post('/api/accounts/switch', { id: ada.id });
    await ada.post(PATH);
    const { total, items } = await listedProperties(ada);
    expect([total, items[0]?.id]).toEqual([12, first?.id]);
    expect(await samplesOf(ada)).toHaveLength(1);
  });

  it.each([
    ['invite people', 'post', '/api/team/invitations', { emails: ['bea@tenure.example'], role: 'manager' }],
    ['email tenants', 'put', '/api/rent/reminders', { active: true, steps: [3] }],
  ] as const)('cannot %s in it', async (_, method, path, input) => {
    const ada = await loaded();
    await ada.post('/api/rent/reminders/preview', {});
    expect((await ada[method](path, input)).outcome).toBe('403 sample_account');
  });
});

describe('removing the sample account', () => {
  it('deletes all its rows and files, leaves another landlord’s, and can be repeated', async () => {
    const [ada, bob] = [await loaded(), await loaded()];
    expect((await ada.delete(PATH)).outcome).toBe('served');
    expect((await sessionOf(ada)).sample).toBe(false);
    expect((await ada.delete(PATH)).outcome).toBe('served');
    const left: string[] = [];
    for (const table of await landlordsTables(server.database)) {
      if (table.startsWith('auth.') || table === 'public.people') continue;
      const rows = await query(server.database, `select 1 from ${table} where ${ownRows(table, ada)}`);
      if (rows.length > 0) left.push(table);
    }
    expect(left).toEqual([]);
    await vi.waitFor(() => expect(filesOf(server, ada.id)).toEqual([]));
    expect((await listedProperties(bob)).total).toBe(12);
  });

  it('happens with the landlord’s account', async () => {
    const ada = await loaded();
    const [own] = (await ada.get('/api/accounts')).as(OwnAccounts).accounts.filter(({ id }) => id !== ada.id);
    await ada.post('/api/accounts/switch', { id: own?.id });
    expect((await ada.post('/api/account/remove', { password: ada.password })).outcome).toBe('served');
    expect(await samplesOf(ada)).toEqual([]);
    expect(await query(server.database, 'select 1 from auth.users where id = $1', [ada.personId])).toEqual([]);
  });
});
