/** SQL injected into a landlord's transaction cannot reach another landlord's data. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INJECTED } from '../../../test/fixtures/injected.ts';
import { addedProperty, addedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const { database } = server;
let eve: Landlord;
let bob: Landlord;

beforeAll(async () => {
  [eve, bob] = [await landlord(), await landlord()];
  for (const one of [eve, bob]) await addedProperty(one, { city: 'Bristol' });
});

async function tokenOf({ personId }: Landlord): Promise<string> {
  const [row] = await query<{ token: string }>(database, 'select token from auth.sessions where user_id = $1', [
    personId,
  ]);
  return row?.token ?? '';
}

/** Shared by all statements, as a new connection reads the whole catalogue again. */
const client = new pg.Client(asRole(database, 'app'));
beforeAll(async () => void (await client.connect()));
afterAll(() => client.end());

/** Runs statements as Eve on an app-role connection that Bob used before. Returns the rows of each statement. */
async function asEve(...statements: string[]): Promise<unknown[][]> {
  const enter = async (one: Landlord) => {
    await client.query('begin');
    await client.query('select app.authenticate($1, $2, true, null, null)', [
      await tokenOf(one),
      server.services.clock.now(),
    ]);
  };
  try {
    await enter(bob);
    // Simulates the worst case: all settings of Bob's authentication stay on the connection.
    await client.query(
      `select set_config('kept.' || name, current_setting('app.' || name), false) from unnest('{user_id,user_mark,actor,actor_mark}'::text[]) name`,
    );
    await client.query('commit');
    await enter(eve);
    const answers: unknown[][] = [];
    for (const text of statements)
      answers.push((await client.query({ text: text.replaceAll('BOB', bob.id), rowMode: 'array' })).rows);
    return answers;
  } finally {
    await client.query('rollback');
  }
}

const owners = `select distinct user_id from properties`;
const setting = (name: string, value: string) => `set_config('app.${name}', ${value}, true)`;

describe('an injected statement that claims to be another landlord', () => {
  it.each([
    ['by the setting', `select ${setting('user_id', "'BOB'")}`],
    [
      'with another transaction’s signature',
      `select ${setting('user_id', "'BOB'")}, ${setting('user_mark', "current_setting('kept.user_mark')")}`,
    ],
    [
      'with everything left on the connection',
      `select ${setting('user_id', "current_setting('kept.user_id')")}, ${setting('user_mark', "current_setting('kept.user_mark')")}`,
    ],
    [
      'with a forged signature',
      `select ${setting('user_id', "'BOB'")}, ${setting('user_mark', "encode(sha256('BOB'), 'hex')")}`,
    ],
    ['without a signature', `select ${setting('user_id', "'BOB'")}, ${setting('user_mark', "''")}`],
    ['with an invalid id', `select ${setting('user_id', "'x'")}`],
  ])('sees nothing %s', async (_how, text) => {
    expect((await asEve(owners, text, owners)).map((rows) => rows.flat()).filter((_, at) => at !== 1)).toEqual([
      [eve.id],
      [],
    ]);
  });

  it('sees and changes nothing within the same statement', async () => {
    const who = `with who as materialized (select ${setting('user_id', "'BOB'")})`;
    // PostgreSQL may evaluate the policy before or after the setting changes, so both outcomes are valid.
    const refused = (error: Error): unknown[][] => {
      expect(error.message).toContain('new row violates row-level security policy');
      return [];
    };
    for (const text of [
      `${who} select p.user_id from who cross join lateral (select * from properties where user_id = 'BOB' offset 0) p`,
      `${who} delete from properties using who where true returning user_id`,
      `${who} update properties set city = 'Elsewhere' from who returning user_id`,
      `${who} select id from who cross join lateral app.find_properties('Bristol') id`,
    ])
      expect((await asEve(text).catch(refused)).flat(2).filter((id) => id !== eve.id)).toEqual([]);
    const stored = await query(database, `select city from properties where user_id = $1`, [bob.id]);
    expect(stored).toEqual([{ city: 'Bristol' }]);
  });
});

describe('an injected statement', () => {
  it.each(INJECTED)('is rejected: %s', async (text) => {
    await expect(asEve(text)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot delete any account without the session’s token', async () => {
    for (const token of ['x', await tokenOf(bob)])
      for (const call of [`app.remove_account('${token}')`, `app.remove_account_batch('${token}', 100)`])
        await expect(asEve(`select ${call}`)).rejects.toMatchObject({ code: 'TN401' });
  });

  it('cannot suppress the activity log by claiming that the account is being deleted', async () => {
    const [, , logged] = await asEve(
      `select ${setting('leaving', "'yes'")}`,
      `insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
       values ('2 Mill Lane', 'Bath', 'Bath', 'BA1 1AA', 'house', 1, 1, 1, 1)`,
      `select label from activity where action = 'added' and label like '2 Mill Lane%'`,
    );
    expect(logged).toHaveLength(1);
  });

  it('receives no live changes on a guessed channel', async () => {
    const listener = new pg.Client(asRole(database, 'app'));
    await listener.connect();
    const payloads: string[] = [];
    listener.on('notification', ({ payload = '' }) => payloads.push(payload));
    await listener.query('listen tenure_live');
    const events = await openEvents({ browser: bob });
    await addedTransaction(bob);
    await events.waitFor(({ changes }) => changes.length > 0);
    await listener.query('select 1');
    await listener.end();
    expect(payloads).toEqual([]);
  });
});
