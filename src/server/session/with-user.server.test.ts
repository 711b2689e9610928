import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Property } from '../../features/property/property.ts';
import { AppError } from '../../shared/app-error.ts';
import { onCommit } from '../db/transaction.server.ts';
import { asAppError } from '../http/errors.server.ts';
import { runAsUser, type UserDb } from './with-user.server.ts';

const { clock } = server.services;

async function tokenOf({ personId }: Landlord): Promise<string> {
  const [row] = await query<{ token: string }>(server.database, 'select token from auth.sessions where user_id = $1', [
    personId,
  ]);
  return row?.token ?? '';
}

async function as<T>(ada: Landlord, work: (db: UserDb) => Promise<T>): Promise<T> {
  return runAsUser(server.services, { token: await tokenOf(ada), now: clock.now(), access: 'guarded' }, work);
}

/** Number of this server's idle connections with an open transaction. */
async function leftOpen(): Promise<number> {
  const rows = await query(
    server.database,
    `select from pg_stat_activity where usename = 'tenure_app' and datname = current_database() and state like 'idle in transaction%'`,
  );
  return rows.length;
}

const rename = (db: UserDb) => db.updateTable('properties').set({ city: 'Elsewhere' }).execute();

describe('work for a landlord', () => {
  it('sees and changes only that landlord’s rows without a filter', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const one of [ada, bob]) await addedProperty(one, { city: 'Bristol' });
    const seen = await as(ada, (db) => db.selectFrom('properties').select('user_id').execute());
    expect(seen).toEqual([{ user_id: ada.id }]);
    await as(ada, rename);
    expect((await listedProperties(ada)).items.map(({ city }) => city)).toEqual(['Elsewhere']);
    expect((await listedProperties(bob)).items.map(({ city }) => city)).toEqual(['Bristol']);
    await as(ada, (db) => db.deleteFrom('properties').execute());
    expect((await listedProperties(bob)).total).toBe(1);
  });

  it('cannot move a row to another landlord', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada);
    const move = as(ada, (db) => db.updateTable('properties').set({ user_id: bob.id }).execute());
    await expect(move).rejects.toThrow('permission denied');
  });

  const failing = async (): Promise<never> => {
    throw new AppError('bad_request');
  };
  const divide = (db: UserDb) => sql`select 1 / 0`.execute(db);
  const FAILURES: Record<string, (db: UserDb) => Promise<unknown>> = {
    'at once': () => {
      throw new AppError('bad_request');
    },
    'after a change': async (db) => [await rename(db), await failing()],
    'in SQL': async (db) => [await rename(db), await divide(db)],
    'and swallows the error': async (db) => [await rename(db), await divide(db).catch(() => undefined)],
  };

  it.each(Object.entries(FAILURES))(
    'changes nothing and leaves no transaction open when it fails %s',
    async (_, work) => {
      const ada = await landlord();
      const house = await addedProperty(ada);
      const follows = vi.fn<() => void>();
      const failed = (db: UserDb) => {
        onCommit(db, follows);
        return work(db);
      };
      for (let time = 0; time < 8; time++)
        await expect(as(ada, failed)).rejects.toThrow(/bad_request|division|rolled back/);
      expect(follows).not.toHaveBeenCalled();
      await vi.waitFor(async () => expect(await leftOpen()).toBe(0));
      expect((await listedProperties(ada)).items).toEqual([Property.parse(house)]);
    },
  );

  const collide = (db: UserDb, code: string) =>
    sql`do $$ begin raise 'collided' using errcode = '${sql.raw(code)}'; end $$`.execute(db);

  it.each(['40001', '40P01'])('is retried from the start after %s and applied once', async (code) => {
    const ada = await landlord();
    await addedProperty(ada, { city: 'Bath' });
    let runs = 0;
    await as(ada, async (db) => {
      runs += 1;
      await sql`update properties set city = city || '!'`.execute(db);
      if (runs < 3) await collide(db, code);
    });
    expect(runs).toBe(3);
    expect((await listedProperties(ada)).items.map(({ city }) => city)).toEqual(['Bath!']);
    expect(await leftOpen()).toBe(0);
  });

  it('is unavailable after four collisions, and not retried after other failures', async () => {
    const ada = await landlord();
    const work = vi.fn<(db: UserDb) => Promise<unknown>>((db) => collide(db, '40P01'));
    const failed = await as(ada, work).catch((error: unknown) => asAppError(error).code);
    expect([failed, work.mock.calls.length]).toEqual(['unavailable', 4]);
    const divides = vi.fn<(db: UserDb) => Promise<unknown>>(divide);
    await expect(as(ada, divides)).rejects.toThrow('division');
    expect(divides).toHaveBeenCalledTimes(1);
  });

  it('runs the callbacks that wait for its commit', async () => {
    const ada = await landlord();
    await addedProperty(ada);
    const seen = await new Promise((resolve) => {
      void as(ada, async (db) => {
        await rename(db);
        onCommit(db, () => resolve(listedProperties(ada)));
      });
    });
    expect(seen).toMatchObject({ items: [{ city: 'Elsewhere' }] });
  });

  it('is rejected without changes for an ended session', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const token = await tokenOf(ada);
    await query(server.database, 'delete from auth.sessions where user_id = $1', [ada.personId]);
    const entry = { token, now: clock.now(), access: 'open' } as const;
    await expect(runAsUser(server.services, entry, rename)).rejects.toMatchObject({ code: 'unauthenticated' });
    const [kept] = await query<{ city: string }>(server.database, 'select city from properties where id = $1', [
      house.id,
    ]);
    expect(kept?.city).toBe(house.city);
    expect(await leftOpen()).toBe(0);
  });

  it('stays separate for many concurrent landlords', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => landlord()));
    const tokens = await Promise.all(all.map(tokenOf));
    const seen = await Promise.all(
      Array.from({ length: 80 }, async (_, call) => {
        const at = call % all.length;
        const entry = { token: tokens[at] ?? '', now: clock.now(), access: 'guarded' } as const;
        const work = (db: UserDb) => db.selectFrom('profiles').select('id').execute();
        // Every third call is rejected, so that failures and successes share connections.
        const answer = await runAsUser(server.services, call % 3 ? entry : { ...entry, token: 'none' }, work).catch(
          () => [],
        );
        return { call, id: answer[0]?.id ?? null };
      }),
    );
    expect(seen).toEqual(seen.map(({ call }) => ({ call, id: call % 3 ? all[call % all.length]?.id : null })));
  });
});

describe('work that only reads', () => {
  const reading = async (ada: Landlord) =>
    ({ token: await tokenOf(ada), now: clock.now(), access: 'guarded', reading: true }) as const;

  it('sees only that landlord’s rows, in order, in every query', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const city of ['York', 'Bath', 'Leeds']) await addedProperty(ada, { city });
    await addedProperty(bob);
    const seen = await runAsUser(server.services, await reading(ada), async (db) => {
      const cities = await db.selectFrom('properties').select('city').orderBy('city').execute();
      const [counted] = await db.selectFrom('properties').select(db.fn.countAll<number>().as('total')).execute();
      return { cities: cities.map(({ city }) => city), total: counted?.total };
    });
    expect(seen).toEqual({ cities: ['Bath', 'Leeds', 'York'], total: 3 });
  });

  it('cannot change anything', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await expect(runAsUser(server.services, await reading(ada), rename)).rejects.toThrow(/syntax error/);
    expect((await listedProperties(ada)).items).toEqual([Property.parse(house)]);
  });

  const ids = (db: UserDb) => db.selectFrom('properties').select('id').execute();

  it.each<[string, (db: UserDb) => Promise<unknown>]>([
    ['sends no query', async () => 'done'],
    ['sends a query', ids],
    ['swallows the error', (db) => ids(db).catch(() => [])],
  ])('is rejected for an ended session when it %s', async (_, work) => {
    const ada = await landlord();
    const entry = await reading(ada);
    await query(server.database, 'delete from auth.sessions where user_id = $1', [ada.personId]);
    await expect(runAsUser(server.services, entry, work)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
