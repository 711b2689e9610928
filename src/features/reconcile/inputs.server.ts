/** Inputs of matching: bank rows, tenancies with charges and payments, and earlier decisions. */
import { sql } from 'kysely';
import { mapCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays } from '../../shared/dates.ts';
import { MAX_DAYS_EARLY } from '../tenancy/schedule/rent-schedule.ts';
import type { BankRow, Paged } from './bank-rows.ts';
import { payersOf } from './score/payer.ts';
import type { Declined, Dismissal, OpenTenancy, BankRow as Scored } from './score/proposal.ts';
import { MAX_TRANSFER_DAYS } from './score/score.ts';

const DAYS_BACK = 90;
const MAX_ROWS = 5_000;

type Bank = Pick<BankRow, 'id' | 'date' | 'amount' | 'text' | 'account'>;
export type Row = Bank & { version: number; reference: string; accountId: string | null; category: string };
export type Known = OpenTenancy & { propertyName: string | null; namesText: string };
export type Payment = {
  id: string;
  date: string;
  amount: number;
  description: string;
  source: 'hand' | 'bank' | 'file';
  place: string | null;
};

const accountOf = (id: ReturnType<typeof sql>) =>
  sql`(select jsonb_build_object('name', a.name, 'accountNumber', a.account_number) from bank_accounts a where a.id = ${id})`;

/** Returns the first date of rows to match: `DAYS_BACK` ago, or `MAX_DAYS_EARLY` before an older current ledger. */
export async function rowsFrom(db: UserDb, today: string): Promise<string> {
  const { rows } = await sql<{ first: string | null }>`
    select min(charges_from) as first from tenancies where ended_on is null or ended_on > ${today}::date`.execute(db);
  const [recent, first] = [addDays(today, -DAYS_BACK), rows[0]?.first];
  return first && addDays(first, -MAX_DAYS_EARLY) < recent ? addDays(first, -MAX_DAYS_EARLY) : recent;
}

/** Bank rows that may be rent and are not on a ledger, latest first. */
export async function rowsSince(db: UserDb, since: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, version, date, (amount * 100)::bigint as amount, description as text, coalesce(reference, '') as reference, category,
      bank_account_id as "accountId", ${accountOf(sql`bank_account_id`)} as account
    from transactions
    where type = 'income' and source in ('bank', 'file') and tenancy_id is null and split_id is null and status = 'completed' and not refund
      -- A bank may categorise a tenant's payment as a transfer. Version 1 is without the landlord's changes.
      and (category in ('rent', 'other') or category = 'transfer' and version = 1) and date >= ${since}::date
    order by date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/** Outgoing rows whose amount equals, and whose date is near, that of a row in `rows`: perhaps own transfers. */
export async function counterparts(db: UserDb, rows: readonly Row[]): Promise<Scored[]> {
  const { rows: counterpartRows } = await sql<Scored>`
    select id, date, (amount * 100)::bigint as amount, description as text, coalesce(reference, '') as reference, bank_account_id as "accountId"
    from transactions
    where type = 'expense' and source in ('bank', 'file') and split_id is null and category in ('transfer', 'other')
      and bank_account_id is not null and -amount * 100 = any(${rows.map(({ amount }) => amount)}::bigint[])
      and date >= ${addDays(rows.at(-1)?.date ?? '', -MAX_TRANSFER_DAYS)}::date`.execute(db);
  return counterpartRows;
}

/** Returns tenancies with earlier decisions: learnt payers, dismissals, and pairs that were kept as two payments. */
export async function knownOf<Tenancy extends OpenTenancy>(db: UserDb, tenancies: Tenancy[]) {
  const { rows } = await sql<{ name: string }>`select name from profiles`.execute(db);
  // The second query finds rows that were imported again.
  const { rows: dismissed } = await sql<Dismissal>`
    select transaction_id as "rowId", tenancy_id as "tenancyId" from dismissed_matches
    union all
    select e.transaction_id, d.tenancy_id from dismissed_matches d
    join bank_entries e on (e.account_key, e.date, e.amount, e.text) = (d.account_key, d.date, d.amount, d.text)
    where not exists (select from transactions x where x.id = d.transaction_id)`.execute(db);
  const { rows: declined } = await sql<Declined>`
    select imported_id as "rowId", kept_id as "paymentId" from duplicate_suggestions where state = 'declined'`.execute(
    db,
  );
  const payers = (await mapCooperatively(tenancies, (tenancy) => payersOf([tenancy]))).flat();
  return { tenancies, payers, dismissed, declined, landlord: rows[0]?.name ?? '' };
}

/** Tenancies that were current on or after `since`, with their payments. */
export async function tenanciesSince(db: UserDb, since: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select t.id, t.names as "namesText", t.property_name as "propertyName", t.start_date as start,
      (t.deposit_amount * 100)::bigint as deposit,
      round(365.0 / app.periods_per_year(t.frequency))::integer as period,
      case when t.start_date < t.charges_from then
        coalesce((select min(date) from ledger_entries e where e.tenancy_id = t.id and kind = 'rent'), t.charges_from) end as begins,
      (select json_build_object('name', a.name, 'feePercent', a.fee_percent::float8, 'feeFixed', (a.fee_fixed * 100)::bigint, 'vat', a.vat)
        from agents a where a.id = t.agent_id) as agent,
      coalesce((select json_agg(name order by date_added, id) from tenants n where n.tenancy_id = t.id), json_build_array(t.names)) as names,
      coalesce((select string_agg(guarantor_name, ', ') from tenants n where n.tenancy_id = t.id), '') as guarantor,
      coalesce(p.address, t.property_name, '') as address, coalesce(p.city, '') as city,
      coalesce((select (amount * 100)::bigint from tenancy_rents r where r.tenancy_id = t.id and starts_on <= (select app.today())
        order by starts_on desc limit 1), 0) as rent,
      coalesce((select json_agg(json_build_object('id', id, 'due', date, 'left', ((amount - settled) * 100)::bigint, 'whole', (amount * 100)::bigint) order by date, id)
        from ledger_entries e where e.tenancy_id = t.id and unpaid), '[]') as owed,
      coalesce((select json_agg(json_build_object('id', e.id, 'date', e.date, 'amount', (-e.amount * 100)::bigint,
          'text', coalesce((select description from transactions first where first.id = x.split_id), x.description),
          'reference', coalesce(x.reference, ''),
          'rowId', case when x.source <> 'hand' or x.split_id is not null then x.id end, 'accountId', x.bank_account_id)
          order by e.date desc, e.id desc)
        from ledger_entries e join transactions x on x.id = e.id
        where e.tenancy_id = t.id and e.kind = 'payment' and e.date >= ${since}::date), '[]') as paid
    from tenancies t left join properties p on p.id = t.property_id
    where t.ended_on is null or t.ended_on > ${since}::date`.execute(db);
  return rows;
}

/** JSON of the payment in transaction `t`. A part of a split has the date and amount of the whole payment. */
const payment = sql`jsonb_build_object('id', t.id, 'date', coalesce(t.split_date, t.date), 'amount', (coalesce(t.split_amount, t.amount) * 100)::bigint,
  'description', t.description, 'source', t.source,
  'place', coalesce((select p.address || ', ' || p.city from properties p where p.id = t.property_id), t.property_address))`;
const bankSide = sql`jsonb_build_object('id', i.id, 'version', i.version, 'date', i.date, 'amount', (i.amount * 100)::bigint,
  'text', i.description, 'account', ${accountOf(sql`i.bank_account_id`)})`;

export type Pair = { id: string; row: Bank & { version: number }; payment: Payment };

/** Pairs that still match, latest first. A merged payment has the bank's source and no longer matches. */
export async function pairsOf(db: UserDb, state: 'offered' | 'declined'): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select s.id, ${bankSide} as row, (select ${payment} from transactions t where t.id = k.id) as payment
    from duplicate_suggestions s join transactions i on i.id = s.imported_id join transactions k on k.id = s.kept_id
    where s.state = ${state} and i.split_id is null and i.amount = coalesce(k.split_amount, k.amount) and i.source <> k.source
    order by i.date desc, s.id limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/** SQL for the id of the transaction into which `id` was merged, or `id` itself. */
export const currentIdOf = (id: ReturnType<typeof sql>) =>
  sql`coalesce((select s.kept_id from duplicate_suggestions s where s.imported_id = ${id} and s.state = 'accepted' limit 1), ${id})`;

/** A line that was not imported, with the transactions that may be, or are, the same payment. */
export type Line = Bank & { chosen: boolean; payments: Payment[] };

export async function linesOf(
  db: UserDb,
  state: 'asked' | 'same',
  { limit, skip }: Paged = { limit: MAX_ROWS, skip: 0 },
): Promise<Line[]> {
  const candidates = state === 'asked' ? sql`e.candidates` : sql`array[e.transaction_id]`;
  const { rows } = await sql<Line>`
    select e.id, e.date::text, (e.amount * 100)::bigint as amount, e.text, e.candidates is not null and e.state = 'same' as chosen,
      (select jsonb_build_object('name', a.name, 'accountNumber', a.account_number) from bank_accounts a
       where coalesce(a.fingerprint, a.id::text) = e.account_key order by a.created_at limit 1) as account,
      coalesce((select jsonb_agg(${payment} order by t.date, t.id) from transactions t
        where t.id in (select ${currentIdOf(sql`c`)} from unnest(${candidates}) c)), '[]') as payments
    from bank_entries e where e.state = ${state}
    order by e.date desc, e.id limit ${limit} offset ${skip}`.execute(db);
  return rows;
}
