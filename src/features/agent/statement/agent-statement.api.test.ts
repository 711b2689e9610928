import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf } from '../../../../test/fixtures/tenancies.ts';
import { londonDay } from '../../../shared/dates.ts';
import { TransactionTotals } from '../../transaction/transaction.ts';
import { Agent } from '../agent.ts';
import { AgentStatementForm, ReadStatement } from './agent-statement.ts';

async function letBy(owner: Landlord) {
  const agent = (await owner.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'added' })).as(Agent);
  const tenancies = [await addedTenancy(owner), await addedTenancy(owner, { names: ['Ada Byron'], rent: 95_000 })];
  for (const { id } of tenancies)
    await owner.send('PUT', `/api/tenancies/${id}/collection`, { body: { agentId: agent.id, autoMatch: false } });
  return { agent, tenancies };
}

const statementOf = (tenancies: { id: string; propertyId: string | null }[]) => ({
  row: null as { id: string; version: number } | null,
  paidOn: '2025-02-12',
  lines: tenancies.map(({ id }, place) => ({
    tenancyId: id,
    receivedOn: place === 0 ? '2025-02-03' : '2025-02-05',
    rent: place === 0 ? 120_000 : 95_000,
    fee: place === 0 ? 14_400 : 11_400,
  })),
  deductions: [
    { amount: 8_500, description: 'Lock changed', category: 'maintenance', propertyId: tenancies[0]?.propertyId },
  ],
  stated: { rents: 215_000, fees: 34_300, paid: 180_700 },
});

it('splits the bank row into rents on the dates the agent received them, fees and costs, once per key', async () => {
  const ada = await landlord();
  const { agent, tenancies } = await letBy(ada);
  const at = `/api/agents/${agent.id}/statement`;
  const row = await importedTransaction(ada, {
    date: '2025-02-12',
    amount: 180_700,
    description: 'MARLOW AND REED',
    category: 'other',
  });
  const sent = { ...statementOf(tenancies), row: { id: row.id, version: row.version } };
  const headers = { 'idempotency-key': randomUUID() };
  for (const time of ['first', 'again'])
    expect([time, (await ada.send('POST', at, { body: sent, headers })).status]).toEqual([time, 201]);
  const [hopper, byron] = tenancies;
  if (!hopper || !byron) throw new Error('two tenancies');
  expect((await ledgerOf(ada, hopper, '2025-02-28')).lastPayment).toEqual({ date: '2025-02-03', amount: 120_000 });
  expect((await ledgerOf(ada, byron, '2025-02-28')).lastPayment).toEqual({ date: '2025-02-05', amount: 95_000 });
  const { items } = await listedTransactions(ada);
  expect(items).toHaveLength(5);
  expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(180_700);
  // Fees have the date of their rent. A cost without a date has the date of the payment.
  const costRows = items.filter(({ amount }) => amount < 0).toSorted((a, b) => a.date.localeCompare(b.date));
  expect(costRows.map(({ amount, date }) => [amount, date])).toEqual([
    [-14_400, '2025-02-03'],
    [-11_400, '2025-02-05'],
    [-8_500, '2025-02-12'],
  ]);
  const { income, expenses } = (await ada.get('/api/transactions/totals')).as(TransactionTotals);
  expect([income, expenses]).toEqual([215_000, 34_300]);
});

it('adds the landlord’s own income without a bank row, which allows one line fewer', async () => {
  const ada = await landlord();
  const { agent, tenancies } = await letBy(ada);
  const form = (await ada.get(`/api/agents/${agent.id}/statement`)).as(AgentStatementForm);
  expect(form.lines.map(({ names }) => names)).toEqual(['Ada Byron', 'Grace Hopper']);
  expect((await ada.post(`/api/agents/${agent.id}/statement`, statementOf(tenancies))).status).toBe(201);
  const { items } = await listedTransactions(ada);
  expect(new Set(items.map(({ source }) => source))).toEqual(new Set(['hand']));
  const text = 'Tenant,Date,Rent,Fee\nByron,05/03/2025,950,114\nNobody,05/03/2025,1,0\n';
  const read = (await ada.post(`/api/agents/${agent.id}/statement/read`, { text })).as(ReadStatement);
  expect(read.lines).toEqual([{ tenancyId: tenancies[1]?.id, receivedOn: '2025-03-05', rent: 95_000, fee: 11_400 }]);
  expect(read.unread.map(({ line }) => line)).toEqual([3]);
  const other =
    '\uFEFFTenant;Date;Rent;Fee\r\n\r\nByron;05/03/2025;"950,00";114\r\n"Ada ""B"" Byron";05/03/2025;950;114\r\n';
  const semicolons = (await ada.post(`/api/agents/${agent.id}/statement/read`, { text: other })).as(ReadStatement);
  expect(semicolons.lines).toEqual(read.lines);
  expect(semicolons.unread.map(({ line }) => line)).toEqual([3]);
  for (const text of ['', '"', 'Tenant,Date,Rent\n"Byron,05/03/2025,950'])
    expect((await ada.post(`/api/agents/${agent.id}/statement/read`, { text })).as(ReadStatement).lines).toEqual([]);
});

it('suggests one period’s rent, and the bank row that names the agent, without private rows', async () => {
  const ada = await landlord();
  const { agent } = await letBy(ada);
  const date = londonDay(new Date());
  const imported = (description: string, category: string) =>
    importedTransaction(ada, { date, amount: 180_700, description, category });
  const paidOut = await imported('MARLOW AND REED LETT', 'other');
  const salary = await imported('ACME SALARY', 'personal');
  const { lines, rows, likelyRowId } = (await ada.get(`/api/agents/${agent.id}/statement`)).as(AgentStatementForm);
  expect(lines.map(({ rent, fee }) => [rent, fee])).toEqual([
    [95_000, 11_400],
    [120_000, 14_400],
  ]);
  expect(rows.map(({ id }) => id)).toEqual([paidOut.id]);
  expect([likelyRowId, salary.category]).toEqual([paidOut.id, 'personal']);
});

it('saves nothing if the sums differ, the bank received another amount, or a tenancy is another landlord’s', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const { agent, tenancies } = await letBy(ada);
  const theirs = await letBy(bob);
  const at = `/api/agents/${agent.id}/statement`;
  const right = statementOf(tenancies);
  const off = await ada.post(at, { ...right, stated: { ...right.stated, fees: 34_299 } });
  expect(off.fields).toEqual({ 'stated.fees': 'The lines add up to £343.00' });
  const row = await importedTransaction(ada, {
    date: '2025-02-12',
    amount: 180_000,
    description: 'M',
    category: 'other',
  });
  const other = await ada.post(at, { ...right, row: { id: row.id, version: row.version } });
  expect(other.text).toContain('The parts add up to £1,807.00, but the transaction is £1,800.00.');
  for (const lines of [
    statementOf(theirs.tenancies).lines,
    statementOf([await addedTenancy(ada), ...tenancies.slice(1)]).lines,
  ])
    expect((await ada.post(at, { ...right, lines })).outcome).toBe('422 invalid_input');
  const foreign = { ...right, deductions: [{ ...right.deductions[0], propertyId: theirs.tenancies[0]?.propertyId }] };
  expect((await ada.post(at, foreign)).outcome).toBe('422 invalid_input');
  const future = { ...right, lines: right.lines.map((line) => ({ ...line, receivedOn: '2199-01-01' })) };
  expect((await ada.post(at, future)).outcome).toBe('422 invalid_input');
  expect((await listedTransactions(ada)).items).toEqual([row]);
});
