import { describe, expect, it } from 'vitest';
import {
  agreedTo,
  checkedImport,
  IMPORTS,
  importedFile,
  sentImport,
  workbook,
} from '../../../../test/fixtures/import-files.ts';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../../test/fixtures/landlords.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { Import } from '../import.ts';

const HOUSES = ['Address', 'Town', 'Postcode', 'Type', 'Rent', 'Gas cert expiry'];
const PEOPLE = ['Name', 'Email', 'Mobile', 'Property', 'Start', 'Rent', 'Deposit', 'Moved out'];
const MONEY = ['Date', 'Details', 'Amount', 'Type', 'Category', 'Property', 'Tenant'];

const house = (place: number, gas = '') => [`${place} Mill Road`, 'Leeds', 'LS1 0QN', '2 bed flat', '700', gas];
const person = (name: string, place: number, movedOut = '') => [
  name,
  `${name.replace(' ', '.').toLowerCase()}@example.com`,
  '07700 900123',
  `${place} Mill Road`,
  '01/02/2025',
  '700',
  '800',
  movedOut,
];

/** Charges and payments with their settled amounts, in pence. */
const ledgerOf = (owner: Landlord) =>
  query(
    server.database,
    `select e.kind, e.date::text, (e.amount * 100)::int as amount, (e.settled * 100)::int as settled
     from ledger_entries e where e.user_id = $1 order by e.date, e.kind, e.amount`,
    [owner.id],
  );

const activityOf = (owner: Landlord) =>
  query(
    server.database,
    `select noun, action, label, record_count::int as count, record_id is not null as named from activity
     where user_id = $1 order by noun, action, label`,
    [owner.id],
  );

describe('an import', () => {
  it('logs each record, and has the versions and activity of records added one by one', async () => {
    const [ada, ben] = [await landlord(), await landlord()];
    await importedFile(ada, 'a.xlsx', await workbook({ Houses: [HOUSES, house(1), house(2)] }));
    for (const address of ['1 Mill Road', '2 Mill Road'])
      await addedProperty(ben, { address, city: 'Leeds', postalCode: 'LS1 0QN', certificates: [] });
    expect(await activityOf(ada)).toEqual(await activityOf(ben));
    expect(await activityOf(ada)).toEqual(
      ['1 Mill Road', '2 Mill Road'].map((label) => ({
        noun: 'property',
        action: 'added',
        label,
        count: 1,
        named: true,
      })),
    );
    const versions = await query(server.database, 'select version from properties where user_id = $1', [ada.id]);
    expect(versions).toEqual([{ version: 1 }, { version: 1 }]);
  });

  it('does not run at the same time as another one of the account', async () => {
    const ada = await landlord();
    const file = await workbook({ Houses: [HOUSES, house(1), house(2)] });
    const [first, second] = [await sentImport(ada, 'a.xlsx', file), await sentImport(ada, 'b.xlsx', file)];
    const checked = [await checkedImport(ada, first), await checkedImport(ada, second)];
    await concurrently(async (other) => {
      await other.query('lock table properties in share mode');
      const running = checked.map((one) => ada.post(`${IMPORTS}/${one.id}/run`, agreedTo(one)));
      await Promise.race([...running, waitsForLock(2)]);
      await other.query('commit');
      const texts = (await Promise.all(running)).map(({ text }) => text);
      expect(texts.filter((text) => text.includes('Another import is running'))).toHaveLength(1);
    });
    expect(await query(server.database, 'select from properties where user_id = $1', [ada.id])).toHaveLength(2);
  });

  it('counts its records in the totals of lists', async () => {
    const ada = await landlord();
    const done = await importedFile(
      ada,
      'a.xlsx',
      await workbook({ Houses: [HOUSES, house(1, '12/03/2027'), house(2)], People: [PEOPLE, person('Jo Sand', 1)] }),
    );
    const counts = () =>
      query(
        server.database,
        `select noun, sum(count)::int as count from app.row_counts where user_id = $1 group by noun having sum(count) <> 0 order by noun`,
        [ada.id],
      );
    expect(await counts()).toEqual([
      { noun: 'certificate', count: 1 },
      { noun: 'property', count: 2 },
      { noun: 'rent', count: 1 },
      { noun: 'tenancy', count: 1 },
      { noun: 'tenant', count: 1 },
    ]);
    await ada.post(`${IMPORTS}/${done.id}/undo`, {});
    expect(await counts()).toEqual([]);
  });

  it('gives tenants with the same property and first day one tenancy, which ends with the last of them', async () => {
    const ada = await landlord();
    await importedFile(
      ada,
      'a.xlsx',
      await workbook({
        Houses: [HOUSES, house(1), house(2)],
        People: [
          PEOPLE,
          person('Jo Sand', 1, '01/09/2026'),
          person('Sam Ode', 2, '01/08/2026'),
          person('Al Khan', 1),
          person('Ida Bell', 2, '01/10/2026'),
        ],
      }),
    );
    const tenancies = await query(
      server.database,
      `select t.property_name as home, t.ended_on::text as ended, (select count(*)::int from tenants n where n.tenancy_id = t.id) as tenants
       from tenancies t where t.user_id = $1 order by 1`,
      [ada.id],
    );
    expect(tenancies).toEqual([
      { home: '1 Mill Road, Leeds', ended: null, tenants: 2 },
      { home: '2 Mill Road, Leeds', ended: '2026-10-01', tenants: 2 },
    ]);
  });

  it('settles each ledger as payments added one by one do, and settles the rest after Undo', async () => {
    const [ada, ben] = [await landlord(), await landlord()];
    const payments = ['300', '500', '700'];
    const ledgers = await Promise.all(
      [ada, ben].map(async (owner) => {
        const home = await addedProperty(owner, { address: '1 Mill Road', city: 'Leeds', postalCode: 'LS1 0QN' });
        const tenant = await addedTenant(owner, { propertyId: home.id, name: 'Jo Sand', rentAmount: 70_000 });
        const rent = { type: 'income' as const, category: 'rent', propertyId: home.id, tenancyId: tenant.tenancyId };
        await addedTransaction(owner, { ...rent, amount: 10_000, date: '2026-11-02', description: 'Rent' });
        return { owner, rent };
      }),
    );
    const before = await ledgerOf(ada);
    expect(await ledgerOf(ben)).toEqual(before);
    const rows = payments.map((sum, at) => [
      `0${at + 3}/11/2026`,
      `Rent ${at}`,
      sum,
      'Income',
      'Rent',
      '1 Mill Road',
      'Jo Sand',
    ]);
    const done = await importedFile(ada, 'a.xlsx', await workbook({ Money: [MONEY, ...rows] }));
    expect(done.counts).toMatchObject({ new: 3 });
    for (const [at, sum] of payments.entries())
      await addedTransaction(ben, {
        ...ledgers[1]?.rent,
        amount: Number(sum) * 100,
        date: `2026-11-0${at + 3}`,
        description: `Rent ${at}`,
      });
    const after = await ledgerOf(ada);
    expect(after).toEqual(await ledgerOf(ben));
    expect(after.filter(({ settled }) => settled !== 0).length).toBeGreaterThan(2);
    await ada.post(`${IMPORTS}/${done.id}/undo`, {});
    expect(await ledgerOf(ada)).toEqual(before);
  });

  it('that fails leaves no rows, and can be imported again', async () => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'a.csv', `${HOUSES.join()}\n${[house(1), house(2)].map(String).join('\n')}\n`);
    const checked = await checkedImport(ada, sent);
    const broken = `create function public.fails() returns trigger language plpgsql as $$
      begin if new.user_id = '${ada.id}' and new.address = '2 Mill Road' then raise exception 'broken'; end if; return new; end $$;
      create trigger fails before insert on properties for each row execute function public.fails()`;
    await query(server.database, broken);
    const failed = await ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked));
    await query(server.database, 'drop function public.fails cascade');
    expect(failed.text).toContain('We did not import any rows. Try again.');
    expect((await ada.get(`${IMPORTS}/${sent.id}`)).as(Import)).toMatchObject({ state: 'checked', importedAt: null });
    expect(await query(server.database, 'select 1 from properties where user_id = $1', [ada.id])).toEqual([]);
    expect((await ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked))).status).toBe(200);
    expect(await query(server.database, 'select 1 from properties where user_id = $1', [ada.id])).toHaveLength(2);
  });
});
