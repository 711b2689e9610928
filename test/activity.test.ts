/** What the database remembers of every change, by itself and in the same transaction. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asRole, query } from './database.ts';
import { addedProperty, type Landlord, landlord } from './landlords.ts';
import { newProperty } from './make.ts';
import { server } from './server.ts';

type Row = Record<'actor_id' | 'noun' | 'action' | 'record_id' | 'label', string | null> & {
  at: Date;
  record_count: string;
  columns: string[] | null;
  changes: Record<string, [unknown, unknown]> | null;
};

/** The landlord's activity, newest first. */
function activityOf({ id }: { id: string }): Promise<Row[]> {
  return query<Row>(server.database, 'select * from activity where user_id = $1 order by id desc', [id]);
}

/** Runs statements in one transaction as the app role for a landlord, as the server would; answers with the last one's rows. */
async function asApp({ id }: Landlord, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(asRole(server.database, 'app'));
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.user_id', $1, true)`, [id]);
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

const path = ({ id }: { id: string }) => `/api/properties/${id}`;

describe('activity', () => {
  it('says who added what, and when', async () => {
    const ada = await landlord();
    const before = new Date();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace' });
    const [row, ...more] = await activityOf(ada);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actor_id: ada.id,
      noun: 'property',
      action: 'added',
      record_id: house.id,
      record_count: '1',
      label: '14 Chandos Terrace',
      columns: null,
    });
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(row?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('follows the server’s clock', async () => {
    const ada = await landlord();
    await server.later(60 * 60 * 1000, () => addedProperty(ada));
    const [row] = await activityOf(ada);
    expect(row?.at.getTime()).toBeGreaterThan(Date.now() + 59 * 60 * 1000);
  });

  it('names the columns that changed, with what stood there and what stands there now', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { rent: 145_000, city: 'Bristol' });
    await ada.put(path(house), newProperty({ rent: 150_000, city: 'Bath' }), house.version);
    const [row] = await activityOf(ada);
    expect(row).toMatchObject({ actor_id: ada.id, action: 'changed', record_id: house.id, record_count: '1' });
    expect(row?.columns).toEqual(['city', 'monthly_rent', 'state']);
    expect(row?.changes).toEqual({ city: ['Bristol', 'Bath'], state: ['Bristol', 'Bath'], monthly_rent: [1450, 1500] });
  });

  it('does not keep a long text twice', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { description: 'short' });
    await ada.put(path(house), newProperty({ description: 'long '.repeat(100) }), house.version);
    const [row] = await activityOf(ada);
    expect(row?.changes).toEqual({ description: ['short', '…'] });
  });

  it('says nothing of a change that changes nothing', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    expect((await ada.put(path(house), newProperty(), house.version)).status).toBe(200);
    expect((await activityOf(ada)).map(({ action }) => action)).toEqual(['added']);
  });

  it('remembers a property that is there no more', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '2 Mill Lane' });
    expect((await ada.delete(path(house), house.version)).status).toBe(204);
    const [row] = await activityOf(ada);
    expect(row).toMatchObject({ action: 'removed', record_id: house.id, label: '2 Mill Lane', actor_id: ada.id });
  });

  it('keeps one row with a count for a change of many at once', async () => {
    const ada = await landlord();
    for (let count = 0; count < 3; count++) await addedProperty(ada, { status: 'vacant' });
    const added = (await activityOf(ada)).length;
    await asApp(ada, `update properties set status = 'maintenance'`, 'delete from properties');
    const rows = (await activityOf(ada)).slice(0, -added);
    expect(rows).toMatchObject([
      { action: 'removed', record_count: '3', record_id: null, label: null },
      { action: 'changed', record_count: '3', record_id: null, label: null, columns: ['status'], changes: null },
    ]);
  });

  it('counts only what did change of many', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { city: 'Bath' });
    await addedProperty(ada, { city: 'Bristol' });
    await asApp(ada, `update properties set city = 'Bristol'`);
    expect(await activityOf(ada)).toMatchObject([
      { action: 'changed', record_count: '1', record_id: house.id },
      { action: 'added' },
      { action: 'added' },
    ]);
  });

  it('is taken back with the work it belongs to', async () => {
    const ada = await landlord();
    await addedProperty(ada);
    await expect(
      asApp(ada, `update properties set status = 'occupied'`, `update properties set status = 'haunted'`),
    ).rejects.toThrow('properties_status_check');
    expect((await activityOf(ada)).map(({ action }) => action)).toEqual(['added']);
  });

  it('cannot be written, changed or removed by the server itself', async () => {
    const ada = await landlord();
    await addedProperty(ada);
    const attempts = [
      `insert into activity (user_id, at, noun, action, record_count) values ('${ada.id}', now(), 'property', 'added', 1)`,
      `update activity set label = 'nothing'`,
      'delete from activity',
    ];
    for (const attempt of attempts) await expect(asApp(ada, attempt)).rejects.toThrow('permission denied');
    expect(await activityOf(ada)).toHaveLength(1);
  });

  it('is one landlord’s own', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada);
    expect(await asApp(ada, 'select user_id from activity')).toEqual([{ user_id: ada.id }]);
    expect(await asApp(bob, 'select user_id from activity')).toEqual([]);
  });

  it('goes with the account, and does not stand in the way of its end', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const one of [ada, bob]) await addedProperty(one);
    await query(asRole(server.database, 'owner'), 'delete from auth.users where id = $1', [ada.id]);
    const left = await query<{ table: string }>(
      server.database,
      `select 'profiles' as table from profiles where id = $1
       union all select 'properties' from properties where user_id = $1
       union all select 'activity' from activity where user_id = $1
       union all select 'sessions' from auth.sessions where user_id = $1
       union all select 'accounts' from auth.accounts where user_id = $1`,
      [ada.id],
    );
    expect(left).toEqual([]);
    expect(await activityOf(bob)).toHaveLength(1);
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
  });
});
