/** The database allocates payments after each change of a ledger. */
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { readBaseRates } from '../../interest/base-rates.server.ts';
import { baseRateOn, type LateRent, lateInterest } from '../../interest/late-interest.ts';
import { noLateInterest } from '../../tenancy/rules/nation.ts';
import { lockTenancy, recordOf } from '../../tenancy/tenancy.server.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { ENTRY_KINDS, type EntryInput, type Ledger, signedAmount } from './ledger.ts';

/**
 * Amount outstanding on a charge on a day, in pounds; correlated with the outer `ledger_entries` row. Allocations from
 * later payments do not count.
 */
export const leftOn = (on: string) => sql<string>`(amount - settled + coalesce((
  select sum(a.amount) from rent_allocations a join ledger_entries p on p.id = a.paid_id
  where a.owed_id = ledger_entries.id and p.date > ${on}::date), 0))`;

/**
 * Query for pounds by tenancy that were received or credited up to a day, but now pay a later refund or chosen charge,
 * or are unused. On that day, they still paid the oldest charges.
 */
export const paidAfter = (on: string) => sql`
  select tenancy_id, sum(amount) as amount from (
    select r.tenancy_id, a.amount
    from ledger_entries r join rent_allocations a on a.owed_id = r.id join ledger_entries p on p.id = a.paid_id
    -- Each condition has an index by date.
    where (r.kind = 'refund' and r.date > ${on}::date or r.kind not in ('payment', 'refund') and r.date > ${on}::date)
      and r.settled > 0 and p.date <= ${on}::date
    union all
    select tenancy_id, -amount - settled from ledger_entries where abs(amount) > settled and amount < 0 and date <= ${on}::date
  ) later
  group by tenancy_id`;

/** Reduces `"left"` by the result of `paidAfter`, oldest charge first. `upTo` is the sum of charges up to this row. */
export const outstandingAt = (upTo: RawBuilder<unknown>, returned: RawBuilder<unknown>) =>
  sql`greatest(0, least("left", ${upTo} - coalesce(${returned}, 0)))`;

/** Reads the ledger up to a day. Throws `not_found`. */
export async function readLedger(db: UserDb, { id, on }: { id: string; on: string }): Promise<Ledger> {
  const tenancy = await recordOf(db, id);
  const { rows } = await sql<Omit<Ledger, 'on' | 'interest'>>`
    with lines as (
      select ledger_entries.id, kind, date, (amount * 100)::bigint as amount, period_from as "from", period_to as "to", method, note,
        disputed_on as "disputedOn", (settled * 100)::bigint as settled,
        (sum(amount) over (order by date, amount < 0, ledger_entries.id) * 100)::bigint as balance,
        case when amount > 0 then ${leftOn(on)} else 0 end as "left"
      from ledger_entries where tenancy_id = ${id} and date <= ${on}::date
    ), entries as materialized (
      select id, kind, date, amount, "from", "to", method, note, "disputedOn", settled, balance,
        (${outstandingAt(sql`sum("left") over (order by date, id)`, sql`(select amount from (${paidAfter(on)}) r where tenancy_id = ${id})`)} * 100)::bigint as "left"
      from lines
    )
    select
      coalesce((select (sum(amount))::bigint from entries), 0) as balance,
      coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'date', date, 'amount', amount, 'from', "from", 'note', note,
        'disputedOn', "disputedOn", 'left', "left") order by date, id) from entries where "left" > 0), '[]') as unpaid,
      coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'date', date, 'amount', amount, 'balance', balance, 'from', "from",
        'to', "to", 'method', method, 'note', note, 'disputedOn', "disputedOn", 'settled', settled) order by date desc, amount >= 0, id desc)
        from entries), '[]') as entries,
      (select json_build_object('date', date, 'amount', -amount) from entries where kind = 'payment' order by date desc, id desc limit 1)
        as "lastPayment",
      (select json_build_object('date', date, 'amount', (amount * 100)::bigint) from ledger_entries
        where tenancy_id = ${id} and kind = 'rent' and date > ${on}::date order by date limit 1) as "nextDue"`.execute(
    db,
  );
  const ledger = rows[0] as Omit<Ledger, 'on' | 'interest'>;
  return { on, ...ledger, interest: await proposeInterest(db, { tenancy, on }) };
}

/**
 * Calculates the maximum interest that can be added up to `on`, without disputed rent and interest already added. Null
 * if the agreement allows none, `noLateInterest` applies, or the day is in the future. Credits apply from the charge's
 * due date.
 */
async function proposeInterest(
  db: UserDb,
  { tenancy, on }: { tenancy: TenancyRecord; on: string },
): Promise<Ledger['interest']> {
  if (!tenancy.lateInterest || noLateInterest(tenancy) !== null) return null;
  const unpaid = await db
    .selectFrom('ledger_entries as e')
    .select([
      'date as due',
      sql<number>`(amount * 100)::bigint`.as('amount'),
      sql<LateRent['paid']>`coalesce((
        select json_agg(json_build_object('date', case when p.kind in ('payment', 'opening') then p.date else least(p.date, e.date) end,
          'amount', (a.amount * 100)::bigint))
        from rent_allocations a join ledger_entries p on p.id = a.paid_id where a.owed_id = e.id), '[]')`.as('paid'),
    ])
    .where('tenancy_id', '=', tenancy.id)
    .where('kind', '=', 'rent')
    .where('disputed_on', 'is', null)
    .where('date', '<=', on)
    .where(sql<boolean>`${on}::date <= app.today()`)
    .execute();
  const { items, knownTo } = await readBaseRates(db);
  const baseRates = items.toReversed();
  const { total, lines } = lateInterest({ unpaid, today: on, baseRates });
  const { added } = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce((sum(amount) * 100)::bigint, 0)`.as('added'))
    .where('tenancy_id', '=', tenancy.id)
    .where('kind', '=', 'interest')
    .executeTakeFirstOrThrow();
  const baseRate = baseRateOn(on, baseRates);
  return total > added && baseRate !== null ? { total: total - added, baseRate, knownTo, lines } : null;
}

const NOT_AGREED = 'This tenancy does not allow interest. You can change this in ‘Edit tenancy’.';

/**
 * Applies the legal limit in England to manual interest too. The locked tenancy prevents concurrent requests from
 * exceeding the limit together.
 */
async function checkInterest(
  db: UserDb,
  { tenancy, input: { date, amount } }: { tenancy: TenancyRecord; input: EntryInput },
): Promise<void> {
  if (noLateInterest(tenancy) !== null) return;
  if (!tenancy.lateInterest) throw invalidField('kind', NOT_AGREED);
  const max = (await proposeInterest(db, { tenancy, on: date }))?.total ?? 0;
  if (amount <= max) return;
  const message = `In England you can add at most ${formatPence(max)} of interest up to ${formatDay(date)}`;
  throw invalidField('amount', message);
}

/**
 * Refuses credits that would pay older charges before their own day: of rent that is not charged yet, or write-offs
 * after today.
 */
async function checkCreditDate(db: UserDb, { id, input: { kind, date } }: { id: string; input: EntryInput }) {
  if (!['reduction', 'rent-free', 'written-off'].includes(kind)) return;
  const { today, chargedTo } = await db
    .selectFrom('tenancies')
    .select([sql<string>`app.today()`.as('today'), 'charged_to as chargedTo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (kind === 'written-off' && date > today) throw invalidField('date', 'Enter a date up to today');
  if (chargedTo !== null && date > today && date > chargedTo)
    throw invalidField('date', `Enter a date up to ${formatDay(chargedTo)}. Later rent is not on the ledger yet.`);
}

/** Adds a manual entry. Throws `not_found`, or `invalid_input` for interest above the legal limit or a late credit. */
export async function addEntry(db: UserDb, { id, input }: { id: string; input: EntryInput }): Promise<{ id: string }> {
  const tenancy = await lockTenancy(db, id);
  if (input.kind === 'interest') await checkInterest(db, { tenancy, input });
  await checkCreditDate(db, { id, input });
  const { kind, date, note } = input;
  const entry = await db
    .insertInto('ledger_entries')
    .values({ tenancy_id: id, kind, date, note, amount: sql<string>`${signedAmount(input)}::numeric / 100` })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A rent-free December credits December's charge, even if November is still unpaid.
  if (kind === 'reduction' || kind === 'rent-free')
    await sql`
      insert into chosen_allocations (tenancy_id, owed_id, paid_id, amount)
      select tenancy_id, id, ${entry.id}, ${input.amount}::numeric / 100 from ledger_entries
      where tenancy_id = ${id} and kind = 'rent' and ${date}::date between period_from and period_to`.execute(db);
  return entry;
}

export function getEntry(db: UserDb, id: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('ledger_entries').select('id').where('id', '=', id).executeTakeFirst();
}

/** Removes a manual entry. Throws `not_found`, also for entries from the schedule or a transaction. */
export async function removeEntry(db: UserDb, { id, entryId }: { id: string; entryId: string }): Promise<void> {
  await lockTenancy(db, id);
  const { numDeletedRows } = await db
    .deleteFrom('ledger_entries')
    .where('id', '=', entryId)
    .where('tenancy_id', '=', id)
    .where('kind', 'in', ENTRY_KINDS)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

/** Marks a charge as disputed from `today`, or removes the mark. Throws `not_found`. */
export async function disputeEntry(
  db: UserDb,
  { id, entryId, disputed, today }: { id: string; entryId: string; disputed: boolean; today: string },
): Promise<void> {
  await lockTenancy(db, id);
  const { numUpdatedRows } = await db
    .updateTable('ledger_entries')
    .set({ disputed_on: disputed ? today : null })
    .where('id', '=', entryId)
    .where('tenancy_id', '=', id)
    .where(sql<boolean>`amount > 0`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
