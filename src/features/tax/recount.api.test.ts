/** Compares stored sums and figures after random changes with independent calculations. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newTransaction } from '../../../test/fixtures/make.ts';
import { addedOwners, figuresOf, sharesAt, sharesBody } from '../../../test/fixtures/owners.ts';
import { at } from '../../../test/fixtures/transactions.ts';
import type { Answer } from '../../../test/reading/browser.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { TAX_LINE_IDS, type TaxLine } from '../transaction/listed.ts';
import { BulkOutcome } from '../transaction/transaction.ts';
import { isLarge, lineOf, type TaxRow } from './rules/lines.ts';
import { TaxFigures } from './tax.ts';

const CATEGORIES = ['rent', 'maintenance', 'tax', 'insurance', 'mortgage interest', 'loan fees', 'deposit', 'sundries'];
const DAYS = ['2026-04-05', '2026-04-06', '2026-05-01', '2026-05-05', '2026-05-06', '2027-04-05', '2027-04-06'];
const HOMES = 3;

const FIELDS = ['amount', 'date', 'category', 'status', 'propertyId', 'taxLine'] as const;
const KINDS = ['add', 'add', 'change', 'change', 'change', 'split', 'merge', 'bulk', 'undo', 'undo', 'remove'] as const;
const step = fc.record({
  do: fc.constantFrom(...KINDS, ...(['remove property', 'choose', 'let', 'share', 'share'] as const)),
  row: fc.nat(20),
  home: fc.nat(HOMES),
  field: fc.constantFrom(...FIELDS),
  bulk: fc.constantFrom('category', 'propertyId', 'paid', 'remove', 'personal'),
  type: fc.constantFrom('income', 'expense'),
  refund: fc.boolean(),
  amount: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 99_999, max: 100_001 })),
  date: fc.constantFrom(...DAYS),
  category: fc.constantFrom(...CATEGORIES),
  status: fc.constantFrom('completed', 'completed', 'pending'),
  taxLine: fc.option(fc.constantFrom(...TAX_LINE_IDS)),
  percent: fc.constantFrom(0, 33, 60, 100),
  part: fc.constantFrom('60%', '1/3', '0.01%'),
});
const REST: Record<string, string> = { '60%': '40%', '1/3': '2/3', '0.01%': '99.99%' };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Row = { id: string; version: number; amount: number; category: string; split: string | null };

const rowsOf = ({ id }: Landlord) =>
  query<Row>(
    server.database,
    `select id, version, (amount * 100)::integer as amount, category, split_id as split from transactions
     where user_id = $1 order by id`,
    [id],
  );

type Known = { ada: Landlord; homes: string[]; owners: string[]; batches: string[] };

async function applyStep(one: Step, { ada, homes, owners, batches }: Known): Promise<Answer | undefined> {
  const rows = await rowsOf(ada);
  const row = rows[one.row % (rows.length || 1)];
  const propertyId = homes[one.home] ?? null;
  const { type, amount, date, category, status, taxLine } = one;
  const changes = { amount, date, category, status, propertyId, taxLine };
  if (one.do === 'add' || !row) {
    const refund = type === 'income' && one.refund;
    return ada.post('/api/transactions', { ...newTransaction(), ...changes, type, refund });
  }
  const keepBatch = (answer: Answer) => {
    const { batch } = answer.status === 200 ? answer.as(BulkOutcome.pick({ batch: true })) : { batch: null };
    if (batch) batches.push(batch);
    return answer;
  };
  switch (one.do) {
    case 'change':
      return ada.patch(at(row), { [one.field]: changes[one.field] }, row.version);
    case 'remove':
      return ada.delete(at(row), row.version);
    case 'split':
    case 'merge': {
      const parts = rows.filter(({ id, split }) => id === row.id || (row.split !== null && split === row.split));
      const whole = parts.reduce((sum, part) => sum + part.amount, 0);
      const part = { description: 'Part', propertyId, category: row.category };
      const amounts = one.do === 'merge' ? [whole] : [whole + amount, -amount];
      const sent = amounts.map((pence, place) => ({ ...part, amount: pence, ...(place > 0 && { category }) }));
      return keepBatch(await ada.post('/api/transactions/split', { rows: parts, parts: sent }));
    }
    case 'bulk': {
      const value = { category, propertyId, paid: true, remove: true, personal: one.refund }[one.bulk];
      const change = { [one.bulk]: value };
      const some = rows.slice(one.row % rows.length).slice(0, 3);
      return keepBatch(await ada.post('/api/transactions/bulk', { rows: some, change }));
    }
    case 'undo':
      return batches.length > 0 ? ada.post('/api/transactions/undo', { batch: batches.pop() }) : undefined;
    case 'remove property':
      return propertyId ? ada.delete(`/api/properties/${propertyId}`, 1) : undefined;
    case 'choose':
      return ada.put(`/api/tax/categories/${category}`, { line: taxLine });
    case 'share': {
      const [first = '', second = ''] = owners;
      return ada.put(sharesAt(propertyId, date), sharesBody({ [first]: one.part, [second]: REST[one.part] ?? '' }));
    }
    case 'let':
      return ada.put(`/api/tax/lettings/${propertyId ?? ada.id}`, { residentialPercent: one.percent });
  }
}

const KEY = 'bucket, category, type, refund, line, large';

/** Returns stored sums, by property and for the account, that differ from the transactions in either direction. */
async function wrongSums({ id }: Landlord) {
  const counted = `(select make_date(extract(year from date)::integer, extract(month from date)::integer,
      case when extract(day from date) >= 6 then 6 else 1 end) as bucket,
      coalesce(property_id, former_property_id, '00000000-0000-0000-0000-000000000000') as property_id, category, type, refund,
      coalesce(tax_line, '') as line, amount not between -999.99 and 999.99 as large, 1 as count, amount
    from transactions where user_id = $1 and status = 'completed') rows`;
  const compared = (table: string, key: string) => {
    const sums = (from: string) => `select ${key}, sum(count), sum(amount) from ${from} group by ${key}`;
    const kept = `${sums(`(select * from ${table} where user_id = $1) kept`)} having sum(count) <> 0 or sum(amount) <> 0`;
    return query(
      server.database,
      `(select 'kept' as which, * from (${kept} except all ${sums(counted)}) extra)
       union all select 'missing', * from (${sums(counted)} except all ${kept}) missing`,
      [id],
    );
  };
  return [
    ...(await compared('app.tax_totals', `${KEY}, property_id`)),
    ...(await compared('app.tax_account_totals', KEY)),
  ];
}

type Counted = Omit<TaxRow, 'isLarge'> & { pence: number; home: string | null; residentialPercent: number };

/** Recounts each line from individual transactions. Finance costs of a mixed property are divided once. */
async function recounted({ id }: Landlord) {
  const rows = await query<Counted>(
    server.database,
    `select type, category, refund, tax_line as "ownLine", (amount * 100)::integer as pence,
       coalesce(t.property_id, t.former_property_id) as home, coalesce(residential_percent, 100) as "residentialPercent"
     from transactions t left join tax_lettings l on l.user_id = t.user_id
       and l.property_id = coalesce(t.property_id, t.former_property_id)
     where t.user_id = $1 and status = 'completed' and date between '2026-04-06' and '2027-04-05'`,
    [id],
  );
  const chosen = await query<{ category: string; line: TaxLine }>(
    server.database,
    'select category, line from tax_choices where user_id = $1',
    [id],
  );
  const choices = new Map(chosen.map(({ category, line }) => [category, line]));
  const lines = new Map<TaxLine, { rows: number; pence: number }>();
  const add = (line: TaxLine, { rows, pence }: { rows: number; pence: number }) => {
    const before = lines.get(line) ?? { rows: 0, pence: 0 };
    lines.set(line, { rows: before.rows + rows, pence: before.pence + pence });
  };
  const mixed = new Map<string, { percent: number; rows: number; pence: number }>();
  let waiting = 0;
  for (const row of rows) {
    const { pence, residentialPercent: percent, home, type, category, refund, ownLine } = row;
    const line = lineOf(
      { type, category, refund, ownLine, isLarge: isLarge(pence) },
      { choices, residentialPercent: percent },
    );
    if (line === 'ask') waiting += 1;
    if (line === 'finance_residential' && ownLine === null && percent < 100) {
      const key = [home, percent, type, category, refund, isLarge(pence)].join();
      const before = mixed.get(key) ?? { percent, rows: 0, pence: 0 };
      mixed.set(key, { percent, rows: before.rows + 1, pence: before.pence + pence });
    } else add(line, { rows: 1, pence });
  }
  for (const { percent, rows: count, pence } of mixed.values()) {
    const residential = Math.sign(pence) * Math.floor((Math.abs(pence) * percent) / 100 + 0.5);
    add('finance_residential', { rows: count, pence: residential });
    add('finance_other', { rows: count, pence: pence - residential });
  }
  return { lines: [...lines].map(([line, sum]) => ({ line, ...sum })), waiting };
}

const byLine = (one: { line: string }, other: { line: string }) => (one.line < other.line ? -1 : 1);
const ALLOWED = ['served', '404 not_found', '409 conflict', '422 invalid_input'];

it('keeps exact sums, and figures of single transactions, after any changes and Undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const ada = await landlord();
      const homes: string[] = [];
      for (let home = 0; home < HOMES; home++) homes.push((await addedProperty(ada)).id);
      await ada.put('/api/tax/categories/sundries', { line: 'other' });
      await ada.put(`/api/tax/lettings/${homes[0]}`, { residentialPercent: 33 });
      const owners = await addedOwners(ada, 'Ada', 'Ben');
      const known: Known = { ada, homes, owners, batches: [] };
      for (const one of steps) {
        const answer = await applyStep(one, known);
        expect([one, ALLOWED.includes(answer?.outcome ?? 'served')]).toEqual([one, true]);
        expect([one, await wrongSums(ada)]).toEqual([one, []]);
      }
      const { lines, waiting } = (await ada.get('/api/tax/2026-27')).as(TaxFigures);
      const counted = await recounted(ada);
      expect(lines.sort(byLine)).toEqual(counted.lines.sort(byLine));
      expect(waiting.rows).toBe(counted.waiting);
      const ofOwners = new Map<TaxLine, number>();
      for (const owner of owners)
        for (const { line, pence } of (await figuresOf(ada, owner)).lines)
          ofOwners.set(line, (ofOwners.get(line) ?? 0) + pence);
      expect(Object.fromEntries(ofOwners)).toEqual(
        Object.fromEntries(counted.lines.map(({ line, pence }) => [line, pence])),
      );
    }),
    { numRuns: 12 },
  );
});

it('keeps exact sums, with one entry in the activity, after the deletion of a property with 101 transactions', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  await query(
    server.database,
    `insert into transactions (user_id, property_id, amount, description, date, category, type)
     select $1, $2, -5 - n, 'Locks', date '2026-05-01' + n, 'maintenance', 'expense' from generate_series(1, 101) n`,
    [ada.id, home.id],
  );
  const boxes = async () => (await ada.get('/api/tax/2026-27')).as(TaxFigures).boxes;
  const before = await boxes();
  expect((await ada.delete(`/api/properties/${home.id}`, 1)).status).toBe(204);
  expect(await wrongSums(ada)).toEqual([]);
  expect(await boxes()).toEqual(before);
  const days = await query(
    server.database,
    `select count(*)::integer as wrong from (
       select date, sum(amount) from transactions where user_id = $1 group by 1
       except select day, sum(amount) from app.transaction_days where user_id = $1 group by 1) days`,
    [ada.id],
  );
  expect(days).toEqual([{ wrong: 0 }]);
  const logged = await query(
    server.database,
    `select record_count, columns from activity where user_id = $1 and noun = 'transaction' and action = 'changed'`,
    [ada.id],
  );
  expect(logged).toEqual([{ record_count: '101', columns: ['property_id'] }]);
});
