/** Compares the incremental allocation after a change of ledgers with a full allocation. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { landlord } from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf } from '../../../../test/fixtures/tenancies.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { openPool } from '../../../server/db/pools.server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { recordRent } from '../rent.server.ts';
import { PaymentInput } from '../rent.ts';

const CHARGES = ['rent', 'charge', 'refund', 'opening'];
const CREDITS = ['payment', 'reduction', 'written-off'];
const index = fc.nat(1_000);
const day = fc.nat(40);
const amount = fc.integer({ min: 1, max: 12 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      kind: fc.constantFrom(...CHARGES, ...CREDITS),
      day,
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      which: index,
      day,
      amount: fc.integer({ min: -9, max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), which: index, other: index, amount }) },
  fc.record({ do: fc.constant('choose nothing' as const), which: index }),
  fc.record({ do: fc.constant('move' as const), which: index, day, amount }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), which: index, count: fc.integer({ min: 1, max: 3 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** $1 contains the tenancy ids of a step. */
const own = 'tenancy_id = any ($1::uuid[])';
const ALLOCATIONS = `select owed_id, paid_id, amount from rent_allocations where ${own} order by owed_id, paid_id`;
const ENTRIES = `select id, settled, abs(amount) > settled as open from ledger_entries where ${own} order by id`;

const SQL: Record<Step['do'], string> = {
  add: `insert into ledger_entries (user_id, tenancy_id, kind, date, amount, period_from)
    select user_id, id, $2, date '2025-01-01' + $3::int, $4::numeric, case $2 when 'rent' then date '1990-01-01' + $5::int end
    from tenancies where id = any ($1::uuid[])`,
  correct: `insert into ledger_entries (user_id, tenancy_id, kind, date, amount, corrects)
    select user_id, tenancy_id, 'correction', case when $3::int % 2 = 0 then date else date '2025-01-01' + $3::int end, $4::numeric, id
    from ledger_entries where ${own} and kind = 'rent' order by id offset $2::int % greatest(1,
      (select count(*) from ledger_entries where ${own} and kind = 'rent')) limit 1`,
  choose: `insert into chosen_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
    select owed.user_id, owed.tenancy_id, owed.id, paid.id, $4::numeric
    from (select * from ledger_entries where ${own} and amount > 0 order by md5(id::text || $2) limit 1) owed,
      (select * from ledger_entries where ${own} and amount < 0 order by md5(id::text || $3) limit 1) paid
    where paid.tenancy_id = owed.tenancy_id
    on conflict (owed_id, paid_id) do update set amount = excluded.amount`,
  'choose nothing': `delete from chosen_allocations where (owed_id, paid_id) in (
    select owed_id, paid_id from chosen_allocations where ${own} order by md5(owed_id::text || $2) limit 1)`,
  move: `update ledger_entries set date = date '2025-01-01' + $3::int, amount = sign(amount) * $4::numeric where id in (
    select id from ledger_entries where ${own} order by md5(id::text || $2) limit cardinality($1::uuid[]))`,
  remove: `delete from ledger_entries where id in (
    select id from ledger_entries where ${own} order by md5(id::text || $2) limit $3::int)`,
};

let periods = 0;
function valuesOf(one: Step): unknown[] {
  switch (one.do) {
    case 'add':
      return [one.kind, one.day, CREDITS.includes(one.kind) ? -one.amount : one.amount, periods++];
    case 'correct':
      return [one.which, one.day, one.amount || -1];
    case 'choose':
      return [String(one.which), String(one.other), one.amount];
    case 'move':
      return [String(one.which), one.day, one.amount];
    case 'remove':
      return [String(one.which), one.count];
    case 'choose nothing':
      return [String(one.which)];
  }
}

it('allocates the same after each change of one or two ledgers as a full settlement of both', async () => {
  const ada = await landlord();
  const [one, other] = [
    await addedTenancy(ada, { ended: '2025-01-02' }),
    await addedTenancy(ada, { ended: '2025-01-02' }),
  ];
  const both = [one.id, other.id];
  const run = (text: string, ids = both, values: unknown[] = []) => query(server.database, text, [ids, ...values]);
  const ledgers = fc.constantFrom([one.id], [other.id], both);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, ledgers), { minLength: 5, maxLength: 30 }), async (steps) => {
      await run(`delete from chosen_allocations where ${own}`);
      await run(`delete from ledger_entries where ${own}`);
      for (const [change, ids] of steps) {
        await run(SQL[change.do], ids, valuesOf(change));
        const actual = { allocations: await run(ALLOCATIONS), entries: await run(ENTRIES) };
        await run(`delete from rent_allocations where ${own}`);
        await run(`select app.settle_rent_from($1, array_fill(date '-infinity', array[2]))`);
        expect({ change, ...actual }).toEqual({
          change,
          allocations: await run(ALLOCATIONS),
          entries: await run(ENTRIES),
        });
      }
    }),
    { numRuns: process.env.TEST_FULL ? 500 : 30, endOnFailure: true },
  );
}, 120_000);

it('settles the ledger once when rent is recorded with chosen charges', async () => {
  const ada = await landlord();
  const { id } = await addedTenancy(ada, { ended: '2025-04-01' });
  const { unpaid } = await ledgerOf(ada, { id });
  const march = unpaid.find(({ date }) => date === '2025-03-01');
  const input = PaymentInput.parse({
    tenancyId: id,
    amount: 50_000,
    date: '2025-03-02',
    goesTo: [{ entryId: march?.id, amount: 50_000 }],
  });
  const log = pino({ enabled: false });
  // Only a superuser may count calls.
  const pool = openPool({ address: server.database, name: 'settlement', max: 1, log });
  onTestFinished(() => pool.end());
  const calls = await runOnBehalfOf(pool, { userId: ada.id, now: new Date() }, async (db) => {
    await sql`set local track_functions = 'pl'`.execute(db);
    await recordRent(db, { input, today: '2025-04-01' });
    const { rows } = await sql<{ calls: number }>`
      select calls::int from pg_stat_xact_user_functions where funcname = 'settle_rent_from'`.execute(db);
    return rows.map((row) => row.calls);
  });
  expect(calls).toEqual([1]);
  const now = (await ledgerOf(ada, { id })).unpaid.find(({ date }) => date === '2025-03-01');
  expect((march?.left ?? 0) - (now?.left ?? 0)).toBe(50_000);
});
