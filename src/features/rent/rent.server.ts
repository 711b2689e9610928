import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { addMonths } from '../../shared/dates.ts';
import { AGES } from '../tenancy/rules/arrears.ts';
import { rentAMonth } from '../tenancy/rules/frequency.ts';
import { getTenancy, jointTenancySuggestion } from '../tenancy/tenancy.server.ts';
import { addTransaction } from '../transaction/transaction.server.ts';
import { NO_SUCH_TENANCY, type Transaction, TransactionInput } from '../transaction/transaction.ts';
import { leftOn, outstandingAt, paidAfter } from './ledger/ledger.server.ts';
import { addChosenPayment } from './payments/allocation.server.ts';
import type { Arrears, ArrearsQuery, PaymentInput, RentLine, RentMonth, RentQuery } from './rent.ts';

const FILTERS: Record<RentQuery['filter'], RawBuilder<boolean>> = {
  all: sql`true`,
  outstanding: sql`"left" > 0`,
  late: sql`late > 0`,
};
const SORTS: Record<RentQuery['sort'], RawBuilder<unknown>> = {
  outstanding: sql`("left" > 0) desc, due, sort_name, id`,
  due: sql`due, sort_name, id`,
  name: sql`sort_name, id`,
};

const CREDITS = sql`'reduction', 'written-off', 'rent-free'`;
const ofMonth = (date: RawBuilder<unknown>, first: string) =>
  sql`${date} >= ${first}::date and ${date} < ${addMonths(first, 1)}::date`;

export async function readMonth(db: UserDb, query: RentQuery & { today: string }): Promise<RentMonth> {
  const { today, q, filter, sort, limit, skip } = query;
  const month = query.month ?? today.slice(0, 7);
  const first = `${month}-01`;
  const isFound = q ? sql`t.id in (select app.find_tenancies(${q}))` : sql`true`;
  const { rows } = await sql<Omit<RentMonth, 'month' | 'today'>>`
    with entered as materialized (
      -- A correction has the date of its charge, so it counts in the same month.
      select tenancy_id, coalesce(min(date) filter (where unpaid), min(date)) as due, sum(amount) as charged,
        sum(case when amount > 0 then settled else -settled end) as received,
        coalesce(sum(amount - settled) filter (where unpaid and date < ${today}::date), 0) as late
      from ledger_entries
      where ${ofMonth(sql`date`, first)} and kind not in ('payment', 'refund') and kind not in ('opening', ${CREDITS})
      group by tenancy_id
    ), forgiven as materialized (
      -- A credit counts in the month of the charge that it reduces, which may be before its own month.
      select c.tenancy_id, sum(a.amount) as amount
      from ledger_entries credit join rent_allocations a on a.paid_id = credit.id join ledger_entries c on c.id = a.owed_id
      where credit.kind in (${CREDITS}) and ${ofMonth(sql`c.date`, first)} and c.kind not in ('opening', 'refund')
      group by c.tenancy_id
    ), charged as (
      select tenancy_id, due, late, charged - coalesce(amount, 0) as charged, received - coalesce(amount, 0) as received
      from entered left join forgiven using (tenancy_id)
    ), lines as materialized (
      select t.id, t.names, t.sort_name, t.property_id, t.property_name, c.due, c.charged, c.received, c.charged - c.received as "left", c.late, ${isFound} as found
      from charged c join tenancies t on t.id = c.tenancy_id
      where c.charged > 0
    ), page as (
      select *, row_number() over (order by ${SORTS[sort]}) as place from lines
      where found and ${FILTERS[filter]} order by ${SORTS[sort]} limit ${limit} offset ${skip}
    )
    select
      json_build_object('amount', coalesce(sum(charged) * 100, 0)::bigint, 'count', count(*)) as due,
      coalesce(sum(received) * 100, 0)::bigint as received,
      json_build_object('amount', coalesce(sum("left") * 100, 0)::bigint, 'count', count(*) filter (where "left" > 0)) as outstanding,
      coalesce(sum("left" - late) * 100, 0)::bigint as "notYetDue",
      json_build_object('amount', coalesce(sum(late) * 100, 0)::bigint, 'count', count(*) filter (where late > 0)) as late,
      (count(*) filter (where found and ${FILTERS[filter]}))::integer as found,
      coalesce((select json_agg(${line(today, first)} order by place) from page), '[]') as items,
      ${jointTenancySuggestion(sql`${today}::date`)} as unasked
    from lines`.execute(db);
  return { month, today, ...(rows[0] as Omit<RentMonth, 'month' | 'today'>) };
}

function line(today: string, first: string): RawBuilder<RentLine> {
  return sql`json_build_object(
    'tenancyId', page.id, 'names', names, 'propertyId', property_id, 'propertyName', property_name, 'due', due,
    'charged', (charged * 100)::bigint, 'received', (received * 100)::bigint, 'left', ("left" * 100)::bigint, 'late', (late * 100)::bigint,
    'lastPaid', (select json_build_object('id', p.id, 'date', p.date)
      from ledger_entries c join rent_allocations a on a.owed_id = c.id join ledger_entries p on p.id = a.paid_id
      where c.tenancy_id = page.id and ${ofMonth(sql`c.date`, first)} and p.kind = 'payment'
      order by p.date desc, p.id desc limit 1),
    'owed', coalesce((select (sum(amount - settled) * 100)::bigint from ledger_entries
      where tenancy_id = page.id and unpaid and date <= ${today}::date), 0),
    'since', (select min(date) from ledger_entries where tenancy_id = page.id and unpaid and date <= ${today}::date),
    'credit', coalesce((select greatest(0, -sum(amount) * 100)::bigint from ledger_entries
      where tenancy_id = page.id and date <= ${today}::date), 0),
    'disputed', coalesce((select (sum(amount - settled) * 100)::bigint from ledger_entries
      where tenancy_id = page.id and unpaid and date <= ${today}::date and disputed_on is not null), 0))`;
}

const ARREARS_SORTS: Record<ArrearsQuery['sort'], RawBuilder<unknown>> = {
  owed: sql`owed desc, sort_name, id`,
  since: sql`since, sort_name, id`,
  name: sql`sort_name, id`,
};

/** Common table expressions that end with `unpaid`: pounds outstanding on a day by charge, as `"left"`. */
export const unpaidOn = (on: string) => sql`
    charges as (
      select id, tenancy_id, date, disputed_on, ${leftOn(on)} as "left" from ledger_entries
      where date <= ${on}::date and amount > 0 and unpaid
      union all
      -- Charges that were paid after that day.
      select id, tenancy_id, date, disputed_on, ${leftOn(on)} from ledger_entries
      where date <= ${on}::date and not unpaid and id in (
        select a.owed_id from ledger_entries p join rent_allocations a on a.paid_id = p.id where p.amount < 0 and p.date > ${on}::date)
    ), returned as (
      ${paidAfter(on)}
    ), unpaid as materialized (
      select tenancy_id, date, disputed_on,
        ${outstandingAt(sql`sum("left") over (partition by tenancy_id order by date, id)`, sql`returned.amount`)} as "left"
      from charges left join returned using (tenancy_id)
    )`;

/** Reads arrears on a day: charges due by then, less payments up to then. */
export async function readArrears(
  db: UserDb,
  { on, q, sort, age, limit, skip }: ArrearsQuery & { on: string },
): Promise<Arrears> {
  const isFound = q ? sql`t.id in (select app.find_tenancies(${q}))` : sql`true`;
  const days = sql`${on}::date - date`;
  const ages = AGES.map(
    (upTo, index) => sql`${days} <= ${sql.lit(upTo.days)} and ${days} > ${sql.lit(AGES[index - 1]?.days ?? -1)}`,
  );
  const hasAge = ages[AGES.findIndex(({ id }) => id === age)] ?? sql`true`;
  const sumOf = (which: RawBuilder<unknown>) => sql`coalesce((sum("left") filter (where ${which}) * 100)::bigint, 0)`;
  type Found = Omit<Arrears, 'on' | 'items'> & { items: Omit<Arrears['items'][number], 'rentAMonth'>[] };
  const { rows } = await sql<Found>`
    with ${unpaidOn(on)}, lines as materialized (
      select t.id, t.names, t.sort_name, t.property_id, t.property_name, u.owed, u.since, u.disputed, u.aged and ${isFound} as found from (
        select tenancy_id, sum("left") as owed, min(date) as since, bool_or(${hasAge}) as aged, coalesce(sum("left") filter (where disputed_on is not null), 0) as disputed
        from unpaid where "left" > 0 group by tenancy_id) u
      join tenancies t on t.id = u.tenancy_id
    ), page as (
      select *, row_number() over (order by ${ARREARS_SORTS[sort]}) as place from lines
      where found order by ${ARREARS_SORTS[sort]} limit ${limit} offset ${skip}
    )
    select
      (select json_build_object('amount', coalesce(sum(owed) * 100, 0)::bigint, 'count', count(*)) from lines) as owed,
      (select ${sumOf(sql`date < date_trunc('month', ${on}::date)::date`)} from unpaid) as earlier,
      (select json_build_array(${sql.join(ages.map(sumOf))}) from unpaid) as ageing,
      (select (count(*) filter (where found))::integer from lines) as found,
      coalesce((select json_agg(json_build_object(
        'tenancyId', page.id, 'names', names, 'propertyId', property_id, 'propertyName', property_name, 'owed', (owed * 100)::bigint,
        'disputed', (disputed * 100)::bigint, 'since', since, 'days', ${on}::date - since,
        'rent', (coalesce(
          (select amount from tenancy_rents r where r.tenancy_id = page.id and starts_on <= ${on}::date order by starts_on desc limit 1),
          (select amount from tenancy_rents r where r.tenancy_id = page.id order by starts_on limit 1), 0) * 100)::bigint,
        'frequency', (select frequency from tenancies t where t.id = page.id),
        'lastPayment', (select json_build_object('date', date, 'amount', (-amount * 100)::bigint) from ledger_entries
          where tenancy_id = page.id and kind = 'payment' and date <= ${on}::date order by date desc, id desc limit 1)) order by place)
        from page), '[]') as items`.execute(db);
  const { items, ...figures } = rows[0] as Found;
  const withRentAMonth = items.map((line) => ({ ...line, rentAMonth: rentAMonth(line.rent, line.frequency) }));
  return { on, ...figures, items: withRentAMonth };
}

/** Records a rent payment. Throws `invalid_input` for an unknown tenancy, account or charge, or a day after `today`. */
export async function recordRent(
  db: UserDb,
  { input, today }: { input: PaymentInput; today: string },
): Promise<Transaction> {
  const { tenancyId, goesTo, ...paid } = input;
  if (paid.date > today) throw invalidField('date', 'Enter a date up to today');
  const tenancy = await getTenancy(db, tenancyId);
  if (!tenancy) throw invalidField('tenancyId', NO_SUCH_TENANCY);
  const description = `Rent, ${tenancy.names}`.slice(0, 200);
  const rent = {
    type: 'income',
    category: 'rent',
    tenancyId,
    propertyId: tenancy.propertyId,
    description,
    ...paid,
  } as const;
  const adding = { input: TransactionInput.parse(rent), today };
  return goesTo.length > 0 ? addChosenPayment(db, { ...adding, goesTo }) : addTransaction(db, adding);
}
