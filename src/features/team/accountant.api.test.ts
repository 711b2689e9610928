/** A guest such as an accountant: tax years chosen by the owner, and no names of tenants. */
import { expect, it } from 'vitest';
import { addedProperty, importedTransaction, landlord, listedTransactions } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { boxes, cost, income } from '../../../test/fixtures/tax.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { server } from '../../../test/servers/server.ts';
import { createApi, describeApi } from '../../app/server/app.server.ts';
import { Team } from './team.ts';

const NAME = 'Xylander';

/** Every path that reads, with the ids of records and names of lists filled in. */
function paths(ids: { property: string; transaction: string }): string[] {
  const { paths = {} } = describeApi(createApi(server.services), server.services);
  const values: Record<string, string> = {
    year: '2026-27',
    name: 'income-and-expenses',
    id: ids.transaction,
    update: '1',
  };
  const read = Object.entries(paths).filter(([path, methods]) => 'get' in (methods ?? {}) && !/events|auth/.test(path));
  const filled = read.map(([path]) => {
    const known = { ...values, id: path.startsWith('/api/properties') ? ids.property : ids.transaction };
    return path.replace(/\{(\w+)\}/g, (_, key: string) => known[key as 'id'] ?? ids.transaction);
  });
  const query = `from=2026-04-06&to=2027-04-05`;
  return [
    ...filled,
    '/api/tax/2026-27/rows?line=rent',
    '/api/tax/2026-27/rows?line=ask',
    '/api/transactions/export?format=csv',
    `/api/search?q=${NAME}`,
    `/api/transactions?q=${NAME}`,
    `/api/reports/income-and-expenses/file?format=csv&${query}`,
    `/api/transactions/property?propertyId=${ids.property}`,
  ];
}

it('reads no tenant’s name in any list, search, export or tax row, unless the owner allows it', async () => {
  const ada = await landlord();
  const { id: propertyId, tenancyId } = await (async () => {
    const { id, propertyId: home } = await addedTenancy(ada, { names: [`Grace ${NAME}`] });
    return { id: home ?? (await addedProperty(ada)).id, tenancyId: id };
  })();
  const rent = await income(ada, 'rent', 120_000, {
    propertyId,
    tenancyId,
    description: `Rent ${NAME}`,
    reference: NAME,
  });
  await income(ada, 'deposit', 120_000, { propertyId, description: `Deposit ${NAME}` });
  await importedTransaction(ada, { amount: 5_000, category: 'other', description: `FPI ${NAME}`, date: '2026-05-01' });
  await cost(ada, 'maintenance', 4_000, { propertyId, description: 'Boiler repair' });
  const guest = await member(ada, { role: 'guest' });
  for (const path of paths({ property: propertyId, transaction: rent.id })) {
    const { text, bytes, headers } = await guest.get(path);
    const isZip = headers.get('content-type') === 'application/zip';
    const all = isZip
      ? [...(await unzipped(bytes))].map(([name, content]) => `${name} ${content.toString()}`).join('\n')
      : text;
    expect([path, all.includes(NAME)]).toEqual([path, false]);
  }
  const { items } = await listedTransactions(guest);
  expect(items.map(({ description }) => description).sort()).toEqual(['Boiler repair', 'Deposit', 'Other', 'Rent']);
  expect(await boxes(guest)).toEqual(await boxes(ada));
  const trusted = await member(ada, { role: 'guest', seesPayers: true });
  expect((await listedTransactions(trusted)).items.find(({ id }) => id === rent.id)?.description).toBe(`Rent ${NAME}`);
  expect((await member(ada, { role: 'manager' }).then(listedTransactions)).items).toHaveLength(4);
});

it('reads the figures and rows of the chosen tax years only', async () => {
  const ada = await landlord();
  await income(ada, 'rent', 120_000);
  await income(ada, 'rent', 90_000, { date: '2025-05-01' });
  const guest = await member(ada, { role: 'guest', years: ['2026-27'] });
  expect([await boxes(guest), await boxes(guest, '2025-26')]).toEqual([{ 20: 120_000 }, {}]);
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
    taxYears: 'Only a guest has chosen tax years',
  });
  expect((await change({ seesPayers: true })).text).toContain('"taxYears":null,"seesPayers":true');
});
