/** Crashes at each step of sending, and two concurrent servers. HMRC always receives exactly one update. */
import { describe, expect, it } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { UNKNOWN_SENDER } from '../../../test/fixtures/sender.ts';
import { income } from '../../../test/fixtures/tax.ts';
import {
  connect,
  failNext,
  inNovember,
  received,
  reportQuarterly,
  send,
  update,
} from '../../../test/fixtures/tax-updates.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { type TaxAuthority, TaxError } from '../../outside/tax/tax.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { accessOf, type Plan, type Run } from './connection.server.ts';
import { deliverUpdate, LEASE_MS } from './deliver.server.ts';
import { finishUpdate } from './jobs.server.ts';

const { clock, secret, appUrl, jobsPool } = server.services;

function sandbox(): TaxAuthority {
  const { tax } = server.services;
  if (!tax) throw new Error('The server has no sandbox.');
  return tax;
}

/** Returns a worker, with some calls to HMRC replaced, for example to simulate a crash. */
function worker(ada: Landlord, change: Partial<TaxAuthority> = {}) {
  const plan: Plan = { tax: { ...sandbox(), ...change }, clock, secret, appUrl };
  const run: Run = (work) => runOnBehalfOf(jobsPool, { userId: ada.id, now: clock.now() }, work);
  return { plan, run, deliver: (id: string) => deliverUpdate(plan, run, { id, sender: UNKNOWN_SENDER }) };
}

class Stopped extends Error {}
const stop = async () => {
  throw new Stopped('The server stopped.');
};

/** Stores an update that HMRC has not received. */
async function kept() {
  const ada = await landlord();
  await income(ada, 'rent', 120_000);
  await reportQuarterly(ada);
  const business = await connect(ada);
  // The request's own attempt does not reach HMRC.
  await failNext(business, 'outage');
  await send(ada);
  await query(server.database, `update tax_updates set attempts = 0, failure = null where user_id = $1`, [ada.id]);
  const { attempt } = await update(ada);
  return { ada, business, id: attempt?.id ?? '' };
}

const afterLease = <T>(work: () => Promise<T>) => server.later(LEASE_MS + 1_000, work);
const rows = (ada: Landlord) =>
  query<{ state: string; attempts: number }>(
    server.database,
    'select state, attempts from tax_updates where user_id = $1',
    [ada.id],
  );
const expire = (ada: Landlord) =>
  query(server.database, `update tax_connections set access_until = '2026-01-01' where user_id = $1`, [ada.id]);

describe('a server that stops', () => {
  const stops: [string, (ada: Landlord) => Partial<TaxAuthority>][] = [
    ['before the call', () => ({ send: stop })],
    [
      'after HMRC has accepted it, before the answer is stored',
      () => ({
        send: async (...call) => {
          await sandbox().send(...call);
          return stop();
        },
      }),
    ],
    ['before a token is refreshed', () => ({ refresh: stop })],
  ];
  it.each(stops)('%s leaves one update at HMRC', async (_, stopping) => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      await expire(ada);
      await expect(worker(ada, stopping(ada)).deliver(id)).rejects.toThrow(Stopped);
      // While the lease lasts, other workers do not send the update.
      expect(await worker(ada).deliver(id)).toBe('again');
      expect((await rows(ada))[0]).toMatchObject({ state: 'sending', attempts: 1 });
      await afterLease(async () => expect(await worker(ada).deliver(id)).toBe('done'));
      expect((await received(business))?.count).toBe(1);
      expect((await rows(ada))[0]?.state).toBe('fulfilled');
    });
  });

  it('after a refresh and before the new tokens are stored needs permission again, and has sent no update', async () => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      await expire(ada);
      const refresh: TaxAuthority['refresh'] = async (token) => {
        await sandbox().refresh(token);
        return stop();
      };
      await expect(worker(ada, { refresh }).deliver(id)).rejects.toThrow(Stopped);
      await afterLease(async () => expect(await worker(ada).deliver(id)).toBe('done'));
      expect((await update(ada)).attempt).toMatchObject({ state: 'unknown' });
      expect((await update(ada)).connection.state).toBe('ended');
      expect(await received(business)).toBeUndefined();
      const connected = await connect(ada);
      expect(await worker(ada).deliver(id)).toBe('done');
      expect((await rows(ada))[0]?.state).toBe('fulfilled');
      expect((await received(connected))?.count).toBe(1);
    });
  });
});

describe('an update without an answer', () => {
  it('is read back before it is sent again', async () => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      const { TaxError } = await import('../../outside/tax/tax.ts');
      const lost: Partial<TaxAuthority> = {
        send: async (...call) => {
          await sandbox().send(...call);
          throw new TaxError('no_answer', 'lost');
        },
      };
      expect(await worker(ada, lost).deliver(id)).toBe('again');
      expect((await update(ada)).attempt).toMatchObject({
        state: 'unknown',
        sentence: 'We do not know whether HMRC has received it. We are checking.',
      });
      const silent: Partial<TaxAuthority> = {
        read: async () => {
          throw new TaxError('no_answer', 'silent');
        },
        send: stop,
      };
      expect(await worker(ada, silent).deliver(id)).toBe('again');
      expect(await worker(ada, { send: stop }).deliver(id)).toBe('done');
      expect((await received(business))?.count).toBe(1);
    });
  });

  it('is sent again if HMRC has not received it', async () => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      const { TaxError } = await import('../../outside/tax/tax.ts');
      const never: Partial<TaxAuthority> = {
        send: async () => {
          throw new TaxError('no_answer', 'never arrived');
        },
      };
      expect(await worker(ada, never).deliver(id)).toBe('again');
      expect(await worker(ada).deliver(id)).toBe('done');
      expect((await received(business))?.count).toBe(1);
    });
  });
});

describe('two workers', () => {
  it('refresh a token once, and both use the new one', async () => {
    await inNovember(async () => {
      const { ada } = await kept();
      await expire(ada);
      const { owner } = await update(ada);
      const refreshed: string[] = [];
      const counting: Partial<TaxAuthority> = {
        refresh: async (token) => {
          refreshed.push(token);
          return sandbox().refresh(token);
        },
      };
      const asks = [1, 2, 3].map(() => {
        const { plan, run } = worker(ada, counting);
        return accessOf(plan, run, owner?.id ?? '');
      });
      const tokens = new Set((await Promise.all(asks)).map(({ access }) => access));
      expect([tokens.size, refreshed.length]).toEqual([1, 1]);
    });
  });

  it.each([
    ['succeeds', (token: string) => sandbox().refresh(token)],
    [
      'is refused',
      () => {
        throw new TaxError('consent_ended', 'the permission has ended');
      },
    ],
  ])('keep the tokens of a new connection when an earlier refresh %s', async (_, refresh) => {
    await inNovember(async () => {
      const { ada } = await kept();
      await expire(ada);
      const { owner } = await update(ada);
      const stored = () =>
        query(server.database, 'select state, tokens, refreshing_until from tax_connections where user_id = $1', [
          ada.id,
        ]);
      let connected: object[] = [];
      const { plan, run } = worker(ada, {
        refresh: async (token) => {
          await connect(ada);
          connected = await stored();
          return refresh(token);
        },
      });
      await accessOf(plan, run, owner?.id ?? '').catch(() => undefined);
      expect(connected).toMatchObject([{ state: 'active' }]);
      expect(await stored()).toEqual(connected);
    });
  });

  it('send an update once', async () => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      await Promise.all([1, 2, 3, 4].map(() => worker(ada).deliver(id)));
      expect((await received(business))?.count).toBe(1);
    });
  });
});

describe('the job', () => {
  const finish = (ada: Landlord, updateId: string, sent: object[]) =>
    finishUpdate(
      {
        ...worker(ada).plan,
        pool: jobsPool,
        jobs: () => ({
          ...server.services.jobs,
          send: async (_, payload, options) => void sent.push({ payload, options }),
        }),
      },
      { userId: ada.id, updateId, tries: 0, sender: JSON.stringify(UNKNOWN_SENDER) },
    );

  it('repeats until a late fulfilment', async () => {
    await inNovember(async () => {
      const { ada, business, id } = await kept();
      const sent: object[] = [];
      await failNext(business, 'late');
      await finish(ada, id, sent);
      expect(sent).toMatchObject([{ payload: { tries: 1 }, options: { after: 60 } }]);
      expect((await rows(ada))[0]?.state).toBe('sent');
      await server.later(3_700_000, () => finish(ada, id, sent));
      expect([sent.length, (await rows(ada))[0]?.state]).toEqual([1, 'fulfilled']);
    });
  });
});
