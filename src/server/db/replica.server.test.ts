import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { type Member, makePrimary, makeStandby } from '../../../scripts/torture/pair.ts';
import { addedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { openBrowser } from '../../../test/reading/browser.ts';
import { query } from '../../../test/servers/database.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';

let [primary, standby]: Member[] = [];
const folder = (name: string) => join(inject('database').folder, `replica ${name}`);
beforeAll(async () => {
  primary = await makePrimary(folder('one'));
  standby = await makeStandby(primary, folder('two'));
  // The primary must accept commits after the standby is killed.
  await query(primary.address, 'alter system reset synchronous_standby_names');
  await query(primary.address, 'select pg_reload_conf()');
}, 60_000);
afterAll(async () => {
  for (const member of [primary, standby]) await member?.kill();
});

it('serves exports from a replica to signed-in users while it is fresh enough, and from the primary otherwise', async () => {
  if (!primary || !standby) throw new Error('The pair did not start.');
  const [first, replica] = [primary.address, standby.address];
  const serverWith = (lag: string) =>
    startServer({
      database: first,
      env: {
        DATABASE_URL: urlOf(first),
        DATABASE_URL_REPLICA: urlOf(replica),
        DATABASE_REPLICA_LAG: lag,
        DATABASE_CONNECTIONS: '2',
      },
    });
  const patient = await serverWith('3600');
  const strict = await serverWith('0');
  try {
    const ada = await landlord({}, patient);
    const exported = async (from: TestServer, who: Landlord = ada) => {
      const browser = openBrowser(from);
      // The cookie's name includes the port.
      for (const value of who.cookies.values()) browser.cookies.set(from.services.cookies.session, value);
      const { status, text } = await browser.get('/api/transactions/export?format=csv');
      return status === 200 ? ['Before', 'Paused'].filter((one) => text.includes(one)) : status;
    };
    await addedTransaction(ada, { description: 'Before' });
    await expect.poll(() => exported(strict)).toEqual(['Before']);
    const [log] = await query<{ lsn: string }>(first, 'select pg_current_wal_flush_lsn()::text as lsn');
    const replayed = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done';
    await expect.poll(() => query(replica, replayed, [log?.lsn])).toEqual([{ done: true }]);
    await query(replica, 'select pg_wal_replay_pause()');
    await addedTransaction(ada, { description: 'Paused' });
    // `patient` accepts an hour's lag, but not an account that the replica lacks.
    expect(await exported(patient)).toEqual(['Before']);
    expect(await exported(strict)).toEqual(['Before', 'Paused']);
    const bob = await landlord({}, patient);
    expect(await exported(patient, bob)).toEqual([]);
    await query(first, 'delete from auth.sessions where user_id = $1', [ada.personId]);
    expect(await exported(patient)).toBe(401);
    const again = await landlord({}, patient);
    await addedTransaction(again, { description: 'Before' });
    await standby.kill();
    expect(await exported(patient, again)).toEqual(['Before']);
  } finally {
    await strict.stop();
    await patient.stop();
  }
}, 120_000);
