import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { addedJourney } from '../../../test/fixtures/journeys.ts';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { OWNER_LIST, TEXTS } from './listed.ts';
import { listOwners, readNino, saveNino } from './owner.server.ts';
import { MAX_OWNERS, nino, OWNER, Owner } from './owner.ts';

const ADA = { name: 'Ada Lovelace', kind: 'person', nation: 'England' };

describe('owners pass the record contract', () => {
  recordContract({
    path: '/api/owners',
    notFound: TEXTS.notFound,
    record: Owner,
    item: Owner,
    fields: OWNER,
    input: async () => ADA,
    changed: { closed: true },
    wrong: [
      [{ kind: 'partnership' }, { kind: 'Choose a person or a company' }],
      [{ nation: 'Jersey' }, { nation: 'Choose where the owner pays tax' }],
      [{ closed: 'yes' }, { closed: 'Invalid input: expected boolean, received string' }],
    ],
    sorts: Object.keys(OWNER_LIST.sorts),
    searched: 'name',
    wrongQueries: [],
    guarded: 'saves',
  });
});

const asOwner = <T>(userId: string, work: (db: UserDb) => Promise<T>) =>
  runOnBehalfOf(server.services.jobsPool, { userId, now: server.services.clock.now() }, work);

describe('owners', () => {
  it('are listed in the order in which they were added, in their own account only', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const name of ['Zoe', 'Ada', 'Mo']) await ada.post('/api/owners', { ...ADA, name });
    const owners = await asOwner(ada.id, listOwners);
    expect(owners.map(({ name }) => name)).toEqual(['Zoe', 'Ada', 'Mo']);
    expect(await asOwner(bob.id, listOwners)).toEqual([]);
  });

  it('are closed and reopened', async () => {
    const ada = await landlord();
    const { id } = (await ada.post('/api/owners', ADA)).as(Owner);
    const set = async (closed: boolean, version: number) =>
      (await ada.put(`/api/owners/${id}`, { ...ADA, closed }, version)).as(Owner).closed;
    expect([await set(true, 1), await set(true, 2), await set(false, 3)]).toEqual([true, true, false]);
  });

  it('are kept while records name them, and removed otherwise', async () => {
    const ada = await landlord();
    const [driver, other] = [
      (await ada.post('/api/owners', ADA)).as(Owner),
      (await ada.post('/api/owners', ADA)).as(Owner),
    ];
    await addedJourney(ada, { driverId: driver.id });
    const refused = await ada.delete(`/api/owners/${driver.id}`, 1);
    expect([refused.outcome, refused.text]).toEqual([
      '422 invalid_input',
      expect.stringContaining('Other records need this owner. Close the owner instead.'),
    ]);
    expect((await ada.delete(`/api/owners/${other.id}`, 1)).status).toBe(204);
  });

  it('are limited in number', async () => {
    const ada = await landlord();
    await query(
      server.database,
      `insert into owners (user_id, name, kind, nation) select $1, 'Owner ' || n, 'person', 'Wales' from generate_series(1, $2) n`,
      [ada.id, MAX_OWNERS],
    );
    const { outcome, fields } = await ada.post('/api/owners', ADA);
    expect([outcome, fields]).toEqual([
      '422 invalid_input',
      { name: 'You can have up to 100 owners. Remove one first' },
    ]);
  });
});

describe('a National Insurance number', () => {
  it('is encrypted in the database, masked by the API and readable by the server', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { id } = (await ada.post('/api/owners', ADA)).as(Owner);
    const number = nino.parse('ab 12 34 56 c');
    expect(await asOwner(ada.id, (db) => readNino(server.services, db, id))).toBeUndefined();
    await asOwner(ada.id, (db) => saveNino(server.services, db, { id, number }));
    expect((await ada.get(`/api/owners/${id}`)).as(Owner)).toMatchObject({ nino: '******56C', version: 2 });
    expect(await asOwner(ada.id, (db) => readNino(server.services, db, id))).toBe('AB123456C');
    const [stored] = await query<{ nino: string }>(server.database, 'select nino from owners where id = $1', [id]);
    expect(stored?.nino).not.toContain('123456');
    const log = await query(server.database, `select changes::text from activity where user_id = $1`, [ada.id]);
    expect(JSON.stringify(log)).not.toContain('56C');
    const refused = asOwner(bob.id, (db) => saveNino(server.services, db, { id, number }));
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['', 'AB123456', 'AB123456E', 'QQ123456C', 'AO123456C', 'GB123456A', 'AB12345C', 'AB 12 34 56 7 C'])(
    'rejects %j',
    (typed) => {
      expect(nino.safeParse(typed).success).toBe(false);
    },
  );
});
