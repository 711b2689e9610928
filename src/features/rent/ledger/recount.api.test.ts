/** Compares balances of random histories, with concurrent changes, with an independent calculation. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { landlord } from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../../test/fixtures/tenancies.ts';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { FREQUENCIES } from '../../tenancy/rules/frequency.ts';
import { type RentTerms, rentSchedule } from '../../tenancy/schedule/rent-schedule.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { Transaction } from '../../transaction/transaction.ts';
import { Allocation } from '../payments/allocation.ts';
import { Arrears, RentMonth } from '../rent.ts';

const START = '2025-01-10';
const day = fc.integer({ min: 0, max: 240 }).map((days) => addDays(START, days));
const amount = fc.integer({ min: 1, max: 250_000 });
const TERMS = ['rent', 'rent day', 'timing', 'frequency', 'ended', 'start', 'counted from'];
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), day, amount }),
  fc.record({ do: fc.constant('give back' as const), day, amount }),
  fc.record({ do: fc.constant('charge' as const), day, amount }),
  fc.record({ do: fc.constant('write off' as const), day, amount }),
  fc.record({ do: fc.constant('reduce' as const), day, amount }),
  fc.record({ do: fc.constant('aim a payment' as const), day, amount }),
  fc.record({ do: fc.constant('change a payment' as const), day, amount }),
  fc.record({ do: fc.constant('remove a payment' as const), day, amount }),
  fc.record({ do: fc.constantFrom(...TERMS), day, amount }),
);

type Terms = RentTerms & { chargesFrom: string };

function withRent(rents: Terms['rents'], rent: { from: string; amount: number }): Terms['rents'] {
  return [...rents.filter(({ from }) => from !== rent.from), rent].sort((a, b) => (a.from < b.from ? -1 : 1));
}

function changed({ do: what, day: on, amount: by }: { do: string; day: string; amount: number }, terms: Terms): Terms {
  const [first, ...later] = terms.rents;
  switch (what) {
    case 'timing':
      return { ...terms, inArrears: !terms.inArrears };
    case 'frequency':
      return { ...terms, frequency: FREQUENCIES[by % FREQUENCIES.length] ?? 'monthly', rentDay: (by % 7) + 1 };
    case 'ended':
      return { ...terms, ended: on };
    case 'counted from':
      return { ...terms, chargesFrom: on };
    case 'start': {
      // Moves the first rent to the new start, unless another rent has started by then.
      const moves = first?.from === terms.start && !later.some(({ from }) => from <= on);
      return { ...terms, start: on, rents: first && moves ? [{ ...first, from: on }, ...later] : terms.rents };
    }
    default:
      return { ...terms, rentDay: (by % 7) + 1 };
  }
}

function expectStatus({ status }: { status: number }, expected: number): void {
  if (status !== expected) throw new Error(`Answered ${status}, not ${expected}`);
}

it('calculates exact balances and unpaid charges on any day after any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 6 }),
      fc.array(day, { minLength: 3, maxLength: 3 }),
      async (pairs, days) => {
        const ada = await landlord();
        const { id } = await addedTenancy(ada, { start: START, rentDay: 10, ended: '2025-10-01' });
        const at = `/api/tenancies/${id}`;
        const lines = new Map<string, { day: string; amount: number }>();
        let terms: Terms = {
          start: START,
          ended: '2025-10-01',
          frequency: 'monthly',
          rentDay: 10,
          inArrears: false,
          rents: [{ from: START, amount: 120_000 }],
          chargesFrom: START,
        };
        const change = async (one: { do: string; day: string; amount: number }, taken: Set<string>): Promise<void> => {
          const note = { date: one.day, amount: one.amount, note: 'By hand' };
          const known = [...lines.keys()].find(
            (key) => !key.startsWith('hand') && !taken.has(key) && (lines.get(key)?.amount ?? 0) < 0,
          );
          if (known) taken.add(known);
          switch (one.do) {
            case 'pay':
            case 'give back': {
              const type = one.do === 'pay' ? 'income' : 'expense';
              const sent = {
                type,
                category: 'rent',
                description: 'Rent',
                tenancyId: id,
                date: one.day,
                amount: one.amount,
              };
              const expectStatus = (await ada.post('/api/transactions', sent)).as(Transaction);
              lines.set(expectStatus.id, { day: one.day, amount: -expectStatus.amount });
              return;
            }
            case 'charge':
              expectStatus(await ada.post(`${at}/entries`, { ...note, kind: 'charge' }), 204);
              lines.set(`hand ${randomUUID()}`, { day: one.day, amount: one.amount });
              return;
            case 'write off':
            case 'reduce': {
              const kind = one.do === 'reduce' ? 'reduction' : 'written-off';
              expectStatus(await ada.post(`${at}/entries`, { ...note, kind }), 204);
              lines.set(`hand ${randomUUID()}`, { day: one.day, amount: -one.amount });
              return;
            }
            case 'aim a payment': {
              if (!known) return;
              const allocation = `/api/rent/payments/${known}/allocation`;
              const aim = async () => {
                const { amount: paid, charges } = (await ada.get(allocation)).as(Allocation);
                const aimed = charges[one.amount % (charges.length || 1)];
                const part = aimed ? Math.min(one.amount, paid, aimed.free) : 0;
                const goesTo = aimed && part > 0 ? [{ entryId: aimed.entryId, amount: part }] : [];
                return ada.put(allocation, { goesTo });
              };
              const answer = await aim();
              // A conflict with the concurrent change is refused; the retry succeeds.
              expectStatus(answer.status === 422 ? await aim() : answer, 200);
              return;
            }
            case 'rent': {
              const early = one.day < terms.start;
              expectStatus(await ada.post(`${at}/rents`, { from: one.day, amount: one.amount }), early ? 422 : 200);
              if (!early) terms = { ...terms, rents: withRent(terms.rents, { from: one.day, amount: one.amount }) };
              return;
            }
            case 'rent day':
            case 'timing':
            case 'frequency':
            case 'ended':
            case 'start':
            case 'counted from': {
              const tenancy = (await ada.get(at)).as(TenancyRecord);
              const { inArrears, rents, ...after } = changed(one, terms);
              const timing = inArrears ? 'arrears' : 'advance';
              expectStatus(await ada.put(at, { ...tenancy, ...after, timing }, tenancy.version), 200);
              terms = { ...after, inArrears, rents };
              return;
            }
            case 'change a payment':
            case 'remove a payment': {
              if (!known) return;
              const { version } = (await ada.get(`/api/transactions/${known}`)).as(Transaction);
              if (one.do === 'remove a payment') {
                const headers = { 'if-match': `"${version}"` };
                expectStatus(await ada.send('DELETE', `/api/transactions/${known}`, { headers }), 204);
                lines.delete(known);
              } else {
                const { status } = await ada.patch(
                  `/api/transactions/${known}`,
                  { date: one.day, amount: one.amount },
                  version,
                );
                expectStatus({ status }, 200);
                lines.set(known, { day: one.day, amount: -one.amount });
              }
            }
          }
        };
        for (const pair of pairs) {
          const taken = new Set<string>();
          const [first, second] = pair;
          // Changes of terms run in sequence, since either of two concurrent changes could be the last and apply.
          if (TERMS.includes(first.do) && TERMS.includes(second.do)) for (const one of pair) await change(one, taken);
          else await Promise.all(pair.map((one) => change(one, taken)));
        }
        const charges = rentSchedule(terms, { from: terms.chargesFrom, to: '2026-01-01' }).map(
          ({ due, amount: owed }) => ({ day: due, amount: owed }),
        );
        for (let month = '2024-12'; month <= '2025-10'; month = addMonths(`${month}-01`, 1).slice(0, 7)) {
          const { due, received, outstanding, items } = (await ada.get(`/api/rent?month=${month}`)).as(RentMonth);
          expect({ month, due: due.amount }).toEqual({ month, due: received + outstanding.amount });
          for (const { charged, received: paid, left } of items)
            expect({ month, charged, negative: paid < 0 || left < 0 }).toEqual({
              month,
              charged: paid + left,
              negative: false,
            });
          const charged = charges.filter(({ day: dueOn }) => dueOn.startsWith(month));
          const scheduled = charged.reduce((sum, line) => sum + line.amount, 0);
          const byHand = [...lines.keys()].some((key) => key.startsWith('hand'));
          expect([month, due.amount]).toEqual([month, byHand ? due.amount : scheduled]);
        }
        for (const on of [...days, '2025-12-31']) {
          const balance = [...charges, ...lines.values()]
            .filter((line) => line.day <= on)
            .reduce((sum, line) => sum + line.amount, 0);
          const ledger = await ledgerOf(ada, { id }, on);
          const { owed } = (await ada.get(`/api/rent/arrears?on=${on}`)).as(Arrears);
          expect({
            on,
            balance: ledger.balance,
            last: ledger.entries[0]?.balance ?? 0,
            unpaid: ledger.unpaid.reduce((sum, { left }) => sum + left, 0),
            arrears: owed.amount,
          }).toEqual({ on, balance, last: balance, unpaid: Math.max(0, balance), arrears: Math.max(0, balance) });
        }
      },
    ),
    { numRuns: process.env.TEST_FULL ? 100 : 12, endOnFailure: true },
  );
}, 120_000);

it('counts a payment for the oldest charge until the date of the charge chosen for it', async () => {
  const ada = await landlord();
  const { id } = await addedTenancy(ada, { start: START, rentDay: 10, ended: '2025-02-10', rent: 120_000 });
  await paid(ada, { id }, ['2025-01-12', 120_000]);
  const charge = (await ledgerOf(ada, { id })).entries.find(({ kind }) => kind === 'rent');
  const goesTo = [{ entryId: charge?.id, amount: 120_000 }];
  await ada.post('/api/rent/payments', { tenancyId: id, date: '2025-03-01', amount: 120_000, goesTo });
  const { balance, unpaid } = await ledgerOf(ada, { id }, '2025-01-31');
  const { owed } = (await ada.get('/api/rent/arrears?on=2025-01-31')).as(Arrears);
  expect([balance, unpaid, owed.amount]).toEqual([0, [], 0]);
});
