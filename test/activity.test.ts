/** Database triggers record every change in the same transaction. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { addedBankAccount, fetchedAccount } from './fixtures/bank-accounts.ts';
import { rowsWith } from './fixtures/everything.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from './fixtures/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty, newTenant } from './fixtures/make.ts';
import { asRole, query } from './servers/database.ts';
import { server } from './servers/server.ts';

type Row = Record<'actor_id' | 'noun' | 'action' | 'record_id' | 'about' | 'label', string | null> & {
  at: Date;
  record_count: string;
  columns: string[] | null;
  changes: Record<string, [unknown, unknown]> | null;
};

function activityOf({ id }: { id: string }): Promise<Row[]> {
  return query<Row>(server.database, 'select * from activity where user_id = $1 order by id desc', [id]);
}

/** Runs statements in one transaction as a job of the landlord. Returns the last statement's rows. */
async function asJob({ id }: Landlord, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(asRole(server.database, 'jobs'));
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select app.authenticate_as($1, null)', [id]);
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

const path = ({ id }: { id: string }) => `/api/properties/${id}`;
const transaction = ({ id }: { id: string }) => `/api/transactions/${id}`;
const parts = () => ({ certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] });
const ADDED = { action: 'added', record_count: '1' };

/** `act` makes changes as the landlord, and returns their expected activity, newest first. */
type Case = [title: string, act: (ada: Landlord) => Promise<Partial<Row>[]>];

const CASES: Case[] = [
  [
    'additions and deletions, also after the record is deleted',
    async (ada) => {
      const house = await addedProperty(ada, { address: '2 Mill Lane' });
      await ada.delete(path(house), 1);
      const one = {
        actor_id: ada.personId,
        noun: 'property',
        record_id: house.id,
        record_count: '1',
        label: '2 Mill Lane',
      };
      return [
        { ...one, action: 'removed', columns: null },
        { ...one, action: 'added', columns: null, about: null },
      ];
    },
  ],
  [
    'the changed columns, with old and new values',
    async (ada) => {
      const house = await addedProperty(ada, { rent: 145_000, city: 'Bristol' });
      await ada.put(path(house), newProperty({ rent: 150_000, city: 'Bath' }), 1);
      const changes: Row['changes'] = {
        city: ['Bristol', 'Bath'],
        state: ['Bristol', 'Bath'],
        monthly_rent: [1450, 1500],
      };
      const columns = ['city', 'monthly_rent', 'state'];
      return [
        { actor_id: ada.personId, action: 'changed', record_id: house.id, record_count: '1', columns, changes },
        ADDED,
      ];
    },
  ],
  [
    'that a long text has changed, without its new value',
    async (ada) => {
      const house = await addedProperty(ada, { description: 'short' });
      await ada.put(path(house), newProperty({ description: 'long '.repeat(100) }), 1);
      return [{ changes: { description: ['short', '…'] } }, ADDED];
    },
  ],
  [
    'no update without a change',
    async (ada) => {
      const house = await addedProperty(ada);
      expect((await ada.put(path(house), newProperty(), house.version)).status).toBe(200);
      const expense = await addedTransaction(ada, { amount: 100 });
      expect((await ada.patch(transaction(expense), { amount: -100 }, 1)).status).toBe(200);
      return [ADDED, ADDED];
    },
  ],
  [
    'a part’s property',
    async (ada) => {
      const house = await addedProperty(ada, { ...parts(), certificates: [newCertificate({ name: 'CP12' })] });
      const added = { ...ADDED, actor_id: ada.personId, about: house.id };
      return [
        { ...added, noun: 'invoice', label: 'Boiler service', record_id: house.invoices[0]?.id ?? '' },
        { ...added, noun: 'compliance', label: null },
        { ...added, noun: 'certificate', label: 'CP12', record_id: house.certificates[0]?.id ?? '' },
        { ...ADDED, noun: 'property', about: null },
      ];
    },
  ],
  [
    'a tenant’s property, but no tenant change when a property is renamed',
    async (ada) => {
      const tenant = await addedTenant(ada);
      const about = tenant.propertyId;
      await ada.put(`/api/properties/${about}`, newProperty({ address: 'New House' }), 1);
      await ada.put(`/api/tenants/${tenant.id}`, newTenant({ propertyId: about ?? '', name: 'Zoë' }), 1);
      const one = { noun: 'tenant', about, record_id: tenant.id, actor_id: ada.personId };
      return [
        { ...one, action: 'changed', label: 'Zoë', changes: { name: ['Grace Hopper', 'Zoë'] } },
        { noun: 'property', action: 'changed' },
        { ...one, action: 'added', label: 'Grace Hopper' },
        { noun: 'property', action: 'added' },
      ];
    },
  ],
  [
    'bulk changes and deletions as one row with a count',
    async (ada) => {
      for (let count = 0; count < 3; count++) await addedProperty(ada, { status: 'vacant' });
      await asJob(ada, `update properties set status = 'maintenance'`, 'delete from properties');
      const many = { record_count: '3', record_id: null, label: null, changes: null };
      return [{ ...many, action: 'removed' }, { ...many, action: 'changed', columns: ['status'] }, ADDED, ADDED, ADDED];
    },
  ],
  [
    'only changed rows of a bulk update',
    async (ada) => {
      const house = await addedProperty(ada, { city: 'Bath' });
      await addedProperty(ada, { city: 'Bristol' });
      await asJob(ada, `update properties set city = 'Bristol'`);
      return [{ action: 'changed', record_count: '1', record_id: house.id }, ADDED, ADDED];
    },
  ],
  [
    'no rolled-back changes',
    async (ada) => {
      await addedProperty(ada);
      const work = asJob(ada, `update properties set status = 'occupied'`, `update properties set status = 'haunted'`);
      await expect(work).rejects.toThrow('properties_status_check');
      return [ADDED];
    },
  ],
  [
    'a transaction’s amounts in pounds, and its property',
    async (ada) => {
      const house = await addedProperty(ada);
      const expense = await addedTransaction(ada, { propertyId: house.id, amount: 3_862, description: 'Gutters' });
      await ada.patch(transaction(expense), { amount: 4_000, status: 'pending', date: '2026-11-20' }, 1);
      await ada.delete(transaction(expense), 2);
      const one = {
        noun: 'transaction',
        actor_id: ada.personId,
        record_id: expense.id,
        about: house.id,
        label: 'Gutters',
      };
      const changes: Row['changes'] = {
        amount: [-38.62, -40],
        date: ['2026-11-12', '2026-11-20'],
        status: ['completed', 'pending'],
      };
      return [
        { ...one, action: 'removed', changes: null },
        // Derived columns are not logged.
        { ...one, action: 'changed', columns: ['amount', 'date', 'status'], changes },
        { ...one, action: 'added', changes: null },
        ADDED,
      ];
    },
  ],
  [
    'detached transactions when a property is deleted',
    async (ada) => {
      const house = await addedProperty(ada);
      for (let count = 0; count < 2; count++) await addedTransaction(ada, { propertyId: house.id });
      await ada.delete(path(house), 1);
      const detached = { action: 'changed', record_count: '2', columns: ['property_id'], changes: null };
      return [
        { noun: 'property', action: 'removed', record_id: house.id },
        { ...detached, noun: 'transaction' },
        ADDED,
        ADDED,
        ADDED,
      ];
    },
  ],
  [
    'a bank account’s name, with its full number in no table (S2.7.17)',
    async (ada) => {
      const account = await addedBankAccount(ada, { accountNumber: '6180 3398', sortCode: '57-72-15' });
      await ada.delete(`/api/bank-accounts/${account.id}`, account.version);
      const numbers = ['61803398', '6180 3398', '577215', '57-72-15'];
      const rows = Object.values(await rowsWith(server.database, numbers)).flat();
      // Random ids are removed, because they may contain the six digits.
      const withoutIds = rows.map((row) => row.replace(/[0-9a-f-]*[a-f][0-9a-f-]*/g, ''));
      expect(withoutIds.filter((row) => numbers.some((one) => row.includes(one)))).toEqual([]);
      const one = { noun: 'bank account', label: 'Personal Account', actor_id: ada.personId, record_id: account.id };
      return [
        { ...one, action: 'removed' },
        { ...one, action: 'added' },
      ];
    },
  ],
];

describe('activity', () => {
  it.each(CASES)('records %s', async (_, act) => {
    const ada = await landlord();
    const expected = await act(ada);
    const rows = await activityOf(ada);
    expect(rows).toMatchObject(expected);
    // `toMatchObject` would accept additional columns.
    for (const [place, { changes }] of expected.entries())
      expect(rows[place]?.changes).toEqual(changes ?? rows[place]?.changes);
  });

  it('records the time by the server’s clock', async () => {
    const ada = await landlord();
    const hour = 60 * 60 * 1000;
    const before = Date.now();
    await server.later(hour, () => addedProperty(ada));
    const [row] = await activityOf(ada);
    const at = (row?.at.getTime() ?? 0) - hour;
    expect(at >= before && at <= Date.now()).toBe(true);
  });

  it('records that a key code changed, but never the code', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { keyCode: 'secret-1' });
    await ada.put(path(house), newProperty({ keyCode: 'secret-2' }), 1);
    await ada.put(path(house), newProperty(), 2);
    await ada.put(path(house), newProperty({ keyCode: 'secret-3' }), 3);
    await asJob(ada, `update properties set key_code = 'secret-4', monthly_rent = 7`);
    await ada.delete(path(house), 5);
    const rows = await activityOf(ada);
    const code = ['key_code'];
    expect(rows.map(({ columns }) => columns)).toEqual([null, ['key_code', 'monthly_rent'], code, code, code, null]);
    expect(rows[2]?.changes).toEqual({ key_code: ['…', '…'] });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('records the deleted parts of each property separately', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { ...parts(), certificates: [newCertificate(), newCertificate()] });
    const other = await addedProperty(ada, { certificates: [newCertificate()] });
    await asJob(ada, 'update property_certificates set cost = 1', `delete from properties`);
    const rows = (await activityOf(ada)).filter(({ action }) => action !== 'added');
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([null]));
    const actions = rows.map((row) => `${row.action} ${row.record_count} ${row.noun} of ${row.about}`);
    expect(actions.sort()).toEqual(
      [
        `changed 2 certificate of ${house.id}`,
        `changed 1 certificate of ${other.id}`,
        `removed 2 certificate of ${house.id}`,
        `removed 1 certificate of ${other.id}`,
        `removed 1 compliance of ${house.id}`,
        `removed 1 invoice of ${house.id}`,
        'removed 2 property of null',
      ].sort(),
    );
  });

  it('records one change for the transactions of a removed bank account, and keeps them', async () => {
    const ada = await landlord();
    const id = await fetchedAccount(ada, { transactions: 3 });
    expect((await ada.delete(`/api/bank-accounts/${id}`, 1)).status).toBe(204);
    const [row] = (await activityOf(ada)).filter(({ noun }) => noun === 'transaction');
    expect(row).toMatchObject({ action: 'changed', record_count: '3', columns: ['bank_account_id'] });
    const counted = 'select count(*)::int as count from transactions where user_id = $1';
    expect(await query(server.database, counted, [ada.id])).toEqual([{ count: 3 }]);
  });

  it('is private to its landlord and read-only to the server', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada);
    expect(await asJob(ada, 'select user_id from activity')).toEqual([{ user_id: ada.id }]);
    expect(await asJob(bob, 'select user_id from activity')).toEqual([]);
    for (const attempt of [
      `insert into activity (user_id, at, noun, action, record_count) values ('${ada.id}', now(), 'property', 'added', 1)`,
      `update activity set label = 'nothing'`,
      'delete from activity',
    ])
      await expect(asJob(ada, attempt)).rejects.toThrow('permission denied');
    expect(await activityOf(ada)).toHaveLength(1);
  });

  it('is deleted with all other rows of the account', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada, parts());
    const supplier = await addedSupplier(ada, { addedProperties: [(await addedTenant(ada)).propertyId ?? ''] });
    expect(supplier.properties).toBe(1);
    await addedProperty(bob);
    const owned = await query<{ name: string }>(
      server.database,
      `select table_schema || '.' || table_name as name from information_schema.columns
       where column_name = 'user_id' and table_schema in ('public', 'auth')`,
    );
    const names = owned.map(({ name }) => name);
    expect(names).toContain('public.supplier_properties');
    const left = async () => {
      const counts = names.map((name) => `select '${name}' as name from ${name} where user_id = '${ada.id}'`);
      return new Set(
        (await query<{ name: string }>(server.database, counts.join(' union all '))).map(({ name }) => name),
      );
    };
    expect((await left()).size).toBeGreaterThan(8);
    await query(asRole(server.database, 'owner'), 'delete from profiles where id = $1', [ada.id]);
    expect(await left()).toEqual(new Set());
    expect(await query(server.database, 'select from profiles where id = $1', [ada.id])).toEqual([]);
    expect(await activityOf(bob)).toHaveLength(1);
    expect((await ada.get('/api/properties')).outcome).toBe('403 no_account');
  });
});
