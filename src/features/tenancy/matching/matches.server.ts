/** Finds rent among the bank rows of a landlord, and puts it on ledgers once they have said so. Nothing is posted by itself. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { lockOwners, lockTransactions } from '../../transaction/transaction.server.ts';
import type { MatchAcceptance, MatchOutcome, RentMatch } from './matches.ts';
import type { Dismissal, OpenTenancy, Payer } from './proposal.ts';
import { proposeFor } from './score.ts';
import { payerWords } from './words.ts';

const DAYS_BACK = 90;
const MAX_ROWS = 500;

type Row = RentMatch['row'] & { reference: string; accountId: string | null };
type Known = OpenTenancy & { propertyName: string | null; namesText: string };

/** Bank rows of the last three months that may be rent, the latest first. `today` is the landlord's day. */
export async function findMatches(db: UserDb, today: string): Promise<RentMatch[]> {
  const rows = await rowsSince(db, addDays(today, -DAYS_BACK));
  if (rows.length === 0) return [];
  const tenancies = await tenanciesSince(db, addMonths(today, -7));
  const { rows: dismissed } = await sql<Dismissal>`
    select transaction_id as "rowId", tenancy_id as "tenancyId" from rent_dismissals`.execute(db);
  const found = proposeFor(rows, tenancies, payersOf(tenancies), dismissed);
  const byId = new Map(tenancies.map((tenancy) => [tenancy.id, tenancy]));
  return rows.flatMap(({ reference: _reference, accountId: _accountId, ...row }) => {
    const proposals = (found.get(row.id) ?? []).flatMap(({ kind, tenancyIds, certain, reasons }) => {
      const tenancy = byId.get(tenancyIds[0] ?? '');
      // A payment for several tenancies, or less an agent's fee, needs parts.
      if (kind !== 'rent' || tenancyIds.length !== 1 || !tenancy) return [];
      return [
        { tenancyId: tenancy.id, names: tenancy.namesText, propertyName: tenancy.propertyName, certain, reasons },
      ];
    });
    return proposals.length > 0 ? [{ row, proposals }] : [];
  });
}

async function rowsSince(db: UserDb, since: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, version, date, (amount * 100)::bigint as amount, description as text, coalesce(reference, '') as reference,
      bank_account_id as "accountId", (select name from bank_accounts b where b.id = bank_account_id) as account
    from transactions
    where type = 'income' and source in ('bank', 'file') and tenancy_id is null and status = 'completed' and not refund
      and category in ('rent', 'other') and date >= ${since}::date
    order by date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

async function tenanciesSince(db: UserDb, since: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select t.id, t.names as "namesText", t.property_name as "propertyName", t.start_date as start,
      (t.deposit_amount * 100)::bigint as deposit, null as agent,
      coalesce((select json_agg(name order by date_added, id) from tenants n where n.tenancy_id = t.id), json_build_array(t.names)) as names,
      coalesce((select string_agg(guarantor_name, ', ') from tenants n where n.tenancy_id = t.id), '') as guarantor,
      coalesce(p.address, t.property_name, '') as address, coalesce(p.city, '') as city,
      coalesce((select (amount * 100)::bigint from tenancy_rents r where r.tenancy_id = t.id and starts_on <= (select app.today())
        order by starts_on desc limit 1), 0) as rent,
      coalesce((select json_agg(json_build_object('id', id, 'due', date, 'left', ((amount - settled) * 100)::bigint) order by date, id)
        from rent_entries e where e.tenancy_id = t.id and unpaid), '[]') as owed,
      coalesce((select json_agg(json_build_object('id', e.id, 'date', e.date, 'amount', (-e.amount * 100)::bigint,
          'text', concat_ws(' ', x.description, x.reference), 'rowId', case when x.source <> 'hand' then x.id end, 'accountId', x.bank_account_id)
          order by e.date desc, e.id desc)
        from rent_entries e join transactions x on x.id = e.id
        where e.tenancy_id = t.id and e.kind = 'payment' and e.date >= ${since}::date), '[]') as paid
    from tenancies t left join properties p on p.id = t.property_id
    where t.ended_on is null or t.ended_on > ${since}::date`.execute(db);
  return rows;
}

/** Who has paid for whom, learnt from the rows that the landlord has accepted. */
function payersOf(tenancies: readonly OpenTenancy[]): Payer[] {
  const payers = tenancies.flatMap(({ id, paid }) =>
    paid.flatMap(({ text, rowId }) => (rowId ? [{ words: payerWords(text), tenancyId: id }] : [])),
  );
  return [...new Map(payers.map((payer) => [`${payer.tenancyId} ${payer.words}`, payer])).values()];
}

/** Puts rows on the ledgers of tenancies, as rent of their properties, each from its version. */
export async function acceptMatches(db: UserDb, { rows }: MatchAcceptance): Promise<MatchOutcome> {
  const wanted = new Map(rows.map((row) => [row.id, row]));
  const ids = [...wanted.keys()];
  await lockOwners(db, ids);
  const locked = await lockTransactions(db, ids);
  const ready = locked.filter(({ id, version, type }) => wanted.get(id)?.version === version && type === 'income');
  if (ready.length === 0) return { done: 0, left: rows.length, batch: null };
  const batch = randomUUID();
  await sql`select set_config('app.undo_batch', ${batch}, true)`.execute(db);
  const chosen = ready.map(({ id }) => ({ id, tenancy: wanted.get(id)?.tenancyId }));
  const { numAffectedRows = 0n } = await sql`
    update transactions x set tenancy_id = t.id, category = 'rent', property_id = coalesce(x.property_id, t.property_id)
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as chosen (id uuid, tenancy uuid) join tenancies t on t.id = chosen.tenancy
    where x.id = chosen.id and x.tenancy_id is null`.execute(db);
  const done = Number(numAffectedRows);
  return { done, left: rows.length - done, batch: done > 0 ? batch : null };
}

/** Never proposes the row for this tenancy again. Throws `not_found`. */
export async function dismissMatch(db: UserDb, { id, tenancyId }: { id: string; tenancyId: string }): Promise<void> {
  const { rows } = await sql`
    select x.id from transactions x, tenancies t where x.id = ${id} and t.id = ${tenancyId}`.execute(db);
  if (rows.length === 0) throw new AppError('not_found');
  await sql`insert into rent_dismissals (transaction_id, tenancy_id) values (${id}, ${tenancyId}) on conflict do nothing`.execute(
    db,
  );
}
