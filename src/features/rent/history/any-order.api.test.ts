/** Bank rows, past months, manual payments and an agent's statement count each rent once, in any order, with undo. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedBankAccount } from '../../../../test/fixtures/bank-accounts.ts';
import { acceptanceOf, decided, takenBack, waitingRows } from '../../../../test/fixtures/bank-rows.ts';
import { landlord, listedTransactions } from '../../../../test/fixtures/landlords.ts';
import { importedStatement, STATEMENTS, sentStatement } from '../../../../test/fixtures/statement-files.ts';
import { addedTenancy, ledgerOf } from '../../../../test/fixtures/tenancies.ts';
import { server } from '../../../../test/servers/server.ts';
import { addDays, addMonths, londonDay } from '../../../shared/dates.ts';
import { Agent } from '../../agent/agent.ts';
import { AgentStatementForm } from '../../agent/statement/agent-statement.ts';
import type { Reversal } from '../../reconcile/bank-rows.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { Split } from '../../transaction/split/split.ts';
import { TransactionTotals } from '../../transaction/transaction.ts';
import { firstPaidOn } from '../ledger/ledger.ts';
import { PastRows, pastRents } from '../payments/payments.ts';
import { LedgerGaps } from './history.ts';

const RENT = 75_000;
const MONTHS = [4, 3, 2, 1];
const GROSS = { rent: 95_000, fee: 9_500 };
const NET = GROSS.rent - GROSS.fee;
const STEPS = [
  'import',
  'undo import',
  'past months',
  'by hand',
  'accept',
  'undo accept',
  'move back',
  'agent statement',
  'undo agent statement',
] as const;
type Step = (typeof STEPS)[number];

/** Four months paid by bank some days late; the agent of another tenancy paid out last month's rent. */
async function scene(late: number) {
  const ada = await landlord();
  const first = `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
  const terms = { start: addMonths(first, -4), chargesFrom: addMonths(first, -1), rent: RENT, depositAmount: 0 };
  const { id } = await addedTenancy(ada, { ...terms, names: ['Petr Novak'] });
  const { id: accountId } = await addedBankAccount(ada);
  const start = addMonths(first, -1);
  const home = await addedTenancy(ada, { start, rent: GROSS.rent, depositAmount: 0, names: ['Ada Byron'] });
  const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
  await ada.send('PUT', `/api/tenancies/${home.id}/collection`, {
    body: { agentId: agent.id, autoMatch: false },
  });
  const days = MONTHS.map((back) => addDays(addMonths(first, -back), late));
  const paidOut = addDays(start, late + 5);
  const lines = days.map(
    (day) => `\t ,${day.split('-').reverse().join('/')},20-45-12 12341185,${RENT / 100}.00,Credit,P NOVAK RENT`,
  );
  const net = `\t ,${paidOut.split('-').reverse().join('/')},20-45-12 12341185,${NET / 100}.00,Credit,MARLOW AND REED`;
  const file = ['Number,Date,Account,Amount,Subcategory,Memo', ...lines, net, ''].join('\n');
  return { ada, id, accountId, days, first, file, agent, byron: home.id, start, paidOut };
}
type Scene = Awaited<ReturnType<typeof scene>>;

async function acceptAll({ ada }: Scene): Promise<Reversal[]> {
  const undo: Reversal[] = [];
  // Each accepted row changes the balance. Possible manual duplicates come first, then the oldest rows.
  const waiting = (await waitingRows(ada)).toReversed();
  for (const { id } of waiting.toSorted((a, b) => Number(b.section === 'same') - Number(a.section === 'same'))) {
    const row = (await waitingRows(ada)).find((other) => other.id === id);
    if (row) undo.push(...(await decided(ada, acceptanceOf(row))).undo);
  }
  return undo;
}

function player(at: Scene) {
  const { ada, id, accountId, file } = at;
  let imported: string | null = null;
  let accepted: Reversal[] = [];
  const tenancy = async () => (await ada.get(`/api/tenancies/${id}`)).as(TenancyRecord);
  const moves: Record<Step, () => Promise<void>> = {
    async import() {
      if (imported) return;
      imported = await sentStatement(ada, `${randomUUID()}.csv`, file);
      await importedStatement(ada, imported, { accountId });
    },
    async 'undo import'() {
      if (!imported) return;
      await ada.post(`${STATEMENTS}/${imported.split('/').at(-1)}/undo`);
      imported = null;
      accepted = [];
    },
    async 'past months'() {
      const before = await tenancy();
      const firstPaid = firstPaidOn(await ledgerOf(ada, { id }));
      const months = pastRents(before, { today: addDays(at.first, 1), firstPaid });
      const [oldest, last] = [months[0], months.at(-1)];
      if (!oldest || !last) return;
      const { items } = (await ada.get(`/api/tenancies/${id}/past-rows`)).as(PastRows);
      const byBank = new Set(items.map(({ due }) => due));
      const payments = months.filter(({ due }) => !byBank.has(due)).map(({ due: date, amount }) => ({ date, amount }));
      const rows = items.map(({ id: rowId, version }) => ({ id: rowId, version }));
      await ada.post(`/api/tenancies/${id}/past-rent`, { from: oldest.due, to: last.due, payments, rows });
    },
    async 'by hand'() {
      // Pays the oldest unpaid charge, unless bank rows are waiting.
      const [oldest] = (await ledgerOf(ada, { id })).unpaid;
      if (!oldest || oldest.date >= at.first || (await waitingRows(ada)).length > 0) return;
      await ada.post('/api/rent/payments', { tenancyId: id, date: addDays(oldest.date, 1), amount: oldest.left });
    },
    async accept() {
      accepted.push(...(await acceptAll(at)));
    },
    async 'undo accept'() {
      if (accepted.length > 0) await takenBack(ada, accepted.splice(0));
    },
    async 'agent statement'() {
      // Skips a rent that has already been paid.
      const { unpaid } = await ledgerOf(ada, { id: at.byron });
      if (!unpaid.some(({ date }) => date === at.start)) return;
      const form = (await ada.get(`/api/agents/${at.agent.id}/statement`)).as(AgentStatementForm);
      const row = form.rows.find(({ amount }) => amount === NET);
      await ada.post(`/api/agents/${at.agent.id}/statement`, {
        row: row ? { id: row.id, version: row.version } : null,
        paidOn: at.paidOut,
        lines: [{ tenancyId: at.byron, receivedOn: addDays(at.start, 1), ...GROSS }],
        deductions: [],
        stated: { rents: GROSS.rent, fees: GROSS.fee, paid: NET },
      });
    },
    async 'undo agent statement'() {
      const { items } = await listedTransactions(ada);
      const part = items.find(({ tenancyId, splitId }) => tenancyId === at.byron && splitId !== null);
      if (!part) return;
      const { amount, parts } = (await ada.get(`/api/transactions/${part.id}/split`)).as(Split);
      const whole = { amount, category: 'other', description: 'MARLOW AND REED', date: at.paidOut };
      const rows = parts.map(({ id: partId, version }) => ({ id: partId, version }));
      const joinedPart = { ...whole, propertyId: null, tenancyId: null };
      const joined = (await ada.post('/api/transactions/split', { rows, parts: [joinedPart] })).as(Split);
      const [first] = joined.parts;
      // Manual payments are deleted; bank rows stay.
      if (first?.source === 'hand') await ada.delete(`/api/transactions/${first.id}`, first.version);
    },
    async 'move back'() {
      const { items } = (await ada.get('/api/rent/ledger-gaps')).as(LedgerGaps);
      const tenancies = items.map(({ tenancyId, from }) => ({ tenancyId, from }));
      if (tenancies.length > 0) await ada.post('/api/rent/ledger-gaps', { tenancies });
    },
  };
  return moves;
}

it('counts rent once and uses each bank row once, in any order of actions and undo', async () => {
  const runs = process.env.TEST_FULL ? 40 : 3;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 0, max: 9 }),
      async (steps, late) => {
        const at = await scene(late);
        const moves = player(at);
        for (const step of steps) await moves[step]();
        // Every action runs at least once.
        for (const step of ['import', 'move back', 'agent statement', 'accept'] as const) await moves[step]();
        const { ada, id, days } = at;
        const { items } = await listedTransactions(ada);
        const { income, expenses } = (await ada.get('/api/transactions/totals')).as(TransactionTotals);
        expect([income, expenses]).toEqual([MONTHS.length * RENT + GROSS.rent, GROSS.fee]);
        const byAgent = items.filter(({ splitId }) => splitId !== null);
        expect(byAgent.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-GROSS.fee, GROSS.rent]);
        const direct = items.filter((item) => !byAgent.includes(item));
        expect(direct.map(({ date, amount }) => `${date} ${amount}`).toReversed()).toEqual(
          days.map((day) => `${day} ${RENT}`),
        );
        expect((await ledgerOf(ada, { id: at.byron })).unpaid.map(({ date }) => date)).toEqual([at.first]);
        const ledger = await ledgerOf(ada, { id });
        expect([ledger.balance, ledger.unpaid.map(({ date }) => date)]).toEqual([RENT, [at.first]]);
        expect(await waitingRows(ada)).toEqual([]);
      },
    ),
    {
      numRuns: runs,
      endOnFailure: true,
      examples: [[['agent statement', 'past months', 'import', 'accept', 'undo import'], 3]],
    },
  );
}, 900_000);
