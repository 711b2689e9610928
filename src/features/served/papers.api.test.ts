/** Papers of homes that are let again. */
import { expect, it } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedPaper, byHand, served } from '../../../test/fixtures/papers.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { MissingPapers, Papers } from './served.ts';

const papersOf = async (owner: Landlord, place: Record<string, string>) =>
  (await owner.get(`/api/served/papers?${new URLSearchParams(place)}`)).as(Papers).items;
const titles = (papers: Papers['items']) => papers.map(({ title }) => title).sort();
const lacking = (papers: Papers['items']) =>
  papers
    .filter(({ missing }) => missing.length > 0)
    .map(({ title, missing }) => [title, missing.map(({ name }) => name)]);

it('omits papers and entries of an earlier tenancy, and does not require them for the next tenants', async () => {
  const ada = await landlord();
  const before = await addedTenancy(ada, { names: ['Grace Hopper'], start: '2023-09-01' });
  const propertyId = before.propertyId ?? '';
  const gas = await addedPaper(ada, { propertyId, day: '2026-10-01' });
  const sheet = await addedPaper(ada, { propertyId, type: 'written-statement', title: 'Sheet', day: '2026-05-01' });
  await addedPaper(ada, { propertyId, type: 'deposit', title: 'Deposit', day: '2023-09-01' });
  await addedPaper(ada, { propertyId, type: 'reference', title: 'Reference', day: '2023-08-20' });
  await served(ada, { ...byHand(before, gas), day: '2026-10-02' });
  await served(ada, { ...byHand(before, sheet), day: '2026-05-20' });
  await query(server.database, `update tenancies set ended_on = '2026-11-01' where id = $1`, [before.id]);
  await query(server.database, `update tenants set moved_out = '2026-11-01' where tenancy_id = $1`, [before.id]);
  const next = await addedTenancy(ada, { names: ['Alan Turing'], propertyId, start: '2026-11-10' });
  await addedPaper(ada, { propertyId, type: 'deposit', title: 'New deposit', day: '2026-11-09' });

  const papers = await papersOf(ada, { tenancyId: next.id });
  expect(titles(papers)).toEqual(['Gas safety record', 'New deposit']);
  expect(papers.flatMap((paper) => paper.served)).toEqual([]);
  const due = [
    ['New deposit', ['Alan Turing']],
    ['Gas safety record', ['Alan Turing']],
  ];
  expect(lacking(papers)).toEqual(due);
  const home = await papersOf(ada, { propertyId });
  expect(titles(home)).toEqual(['Deposit', 'Gas safety record', 'New deposit', 'Reference', 'Sheet']);
  expect(home.flatMap((paper) => paper.served)).toHaveLength(2);
  expect(lacking(home)).toEqual(due);
  expect((await ada.get('/api/served/missing')).as(MissingPapers).papers).toBe(2);
  const earlier = await papersOf(ada, { tenancyId: before.id });
  expect(titles(earlier)).toEqual(['Deposit', 'Gas safety record', 'Reference', 'Sheet']);
  expect(earlier.flatMap((paper) => paper.served)).toHaveLength(2);
});
