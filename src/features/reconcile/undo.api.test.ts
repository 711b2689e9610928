import { expect, it } from 'vitest';
import { acceptanceOf, decided, takenBack, waitingRows } from '../../../test/fixtures/bank-rows.ts';
import { addedProperty, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction } from '../transaction/transaction.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const sqlQuery = (text: string, values: unknown[]) => query(server.database, text, values);

/** Transactions, ledgers and allocations, without versions. */
const state = async ({ id }: Landlord) => [
  await sqlQuery(
    `select to_jsonb(t) - '{version,search,size}'::text[] as row from transactions t where user_id = $1 order by id`,
    [id],
  ),
  await sqlQuery(
    `select id, tenancy_id, date, kind, amount, settled, unpaid from ledger_entries where user_id = $1 order by date, id`,
    [id],
  ),
  await sqlQuery(`select owed_id, paid_id, amount from rent_allocations where user_id = $1 order by 1, 2`, [id]),
];

/** Accepts three certain rows: a tenant's, an agent's net of fees, and one recorded by hand. */
async function portfolio() {
  const ada = await landlord();
  const terms = { start: month(), chargesFrom: month() };
  const { id: elsewhere } = await addedProperty(ada);
  const whole = await addedTenancy(ada, { ...terms, names: ['Oluwaseun Adeyemi'] });
  const byHand = await addedTenancy(ada, { ...terms, names: ['Rhys Pugh'], rent: 70_000 });
  const let1 = await addedTenancy(ada, { ...terms, names: ['Jayesh Patel'], rent: 89_500 });
  const let2 = await addedTenancy(ada, { ...terms, names: ['Kwame Mensah'], rent: 65_000 });
  const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
  for (const { id } of [let1, let2])
    await ada.send('PUT', `/api/tenancies/${id}/collection`, { body: { agentId: agent.id, autoMatch: false } });
  await paid(ada, byHand, [month(), 70_000]);
  const row = { date: month(), category: 'other' };
  const rows = [
    await importedTransaction(ada, { ...row, amount: 120_000, description: 'O ADEYEMI RENT', propertyId: elsewhere }),
    await importedTransaction(ada, { ...row, amount: 139_050, description: 'MARLOW AND REED CLIENT ACC' }),
    await importedTransaction(ada, { ...row, amount: 70_000, description: 'R PUGH' }),
  ];
  const before = await state(ada);
  const proposed = await waitingRows(ada);
  expect(new Set(proposed.map(({ choices: [first] }) => first?.as))).toEqual(new Set(['agent', 'rent', 'same']));
  const outcome = await decided(ada, ...proposed.map((row) => acceptanceOf(row)));
  expect(outcome).toMatchObject({ done: 3, left: 0 });
  for (const tenancy of [whole, byHand, let1, let2]) expect((await ledgerOf(ada, tenancy)).balance).toBe(0);
  const undo = () => takenBack(ada, outcome.undo);
  return { ada, rows, before, proposed, undo, agent, let1 };
}

it('restores transactions, ledgers and proposals', async () => {
  const { ada, before, proposed, undo } = await portfolio();
  expect(await undo()).toMatchObject({ kept: 0 });
  expect(await state(ada)).toEqual(before);
  const choices = (rows: typeof proposed) => rows.map((row) => [row.id, row.choices]);
  expect(choices(await waitingRows(ada))).toEqual(choices(proposed));
});

it('keeps a split with a changed part, and restores the others', async () => {
  const { ada, rows, undo } = await portfolio();
  const [whole, net] = rows;
  const fees = (await sqlQuery(
    `select id, version from transactions where split_id = $1 and category = 'agent fees' order by id`,
    [net?.id],
  )) as { id: string; version: number }[];
  await ada.patch(`/api/transactions/${fees[0]?.id}`, { category: 'maintenance' }, fees[0]?.version);
  expect(await undo()).toMatchObject({ kept: 4 });
  expect((await ada.get(`/api/transactions/${whole?.id}`)).as(Transaction)).toMatchObject({
    tenancyId: null,
    category: 'other',
    propertyId: whole?.propertyId,
  });
  expect((await ada.get(`/api/transactions/${net?.id}`)).as(Transaction)).toMatchObject({
    splitAmount: 139_050,
  });
});

it('works after property, tenancy and agent were deleted', async () => {
  const { ada, rows, undo, agent, let1 } = await portfolio();
  const remove = async (path: string) => {
    const { version } = JSON.parse((await ada.get(path)).text) as { version: number };
    return (await ada.delete(path, version)).status;
  };
  expect(await remove(`/api/agents/${agent.id}`)).toBe(204);
  expect(await remove(`/api/properties/${let1.propertyId}`)).toBe(204);
  await undo();
  const [sums] = await sqlQuery(
    `select (sum(amount) * 100)::int as sum, count(*)::int as count from transactions where user_id = $1`,
    [ada.id],
  );
  const [net] = await sqlQuery(
    `select (sum(amount) * 100)::int as sum from transactions where id = $1 or split_id = $1`,
    [rows[1]?.id],
  );
  expect(net?.sum).toBe(139_050);
  expect(sums?.sum).toBe(120_000 + 139_050 + 2 * 70_000);
});
