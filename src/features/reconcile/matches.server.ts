/** Finds rent among the bank rows of a landlord, with what is known of tenancies, payers and agents. Nothing is posted here. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { mapInSteps, runInSteps } from '../../server/steps.server.ts';
import { addDays, addMonths } from '../../shared/dates.ts';
import { MAX_SHOWN, MAX_UNMATCHED, type RentMatch, type RentMatches } from './matches.ts';
import { payersOf } from './score/payer.ts';
import type { BankRow, Declined, Dismissal, OpenTenancy, Payer, Proposal } from './score/proposal.ts';
import { MOVED_WITHIN, proposeFor } from './score/score.ts';

const DAYS_BACK = 90;
/** Rent is paid so many days before it is due at most. */
const EARLY = 14;
const MAX_ROWS = 5_000;

type Row = RentMatch['row'] & { reference: string; accountId: string | null; category: string };
type Known = OpenTenancy & { propertyName: string | null; namesText: string; acceptsCertain: boolean };

/** Bank rows that may be rent, as far back as the ledgers go. `today` is the landlord's day. */
export async function findMatches(db: UserDb, today: string): Promise<RentMatches> {
  const { matches, unmatched } = await readMatches(db, today);
  const isCertain = ({ proposals: [first] }: RentMatch) => Number(first?.certain ?? false);
  const sorted = matches.toSorted((one, other) => isCertain(other) - isCertain(one));
  return {
    items: sorted.slice(0, MAX_SHOWN),
    more: Math.max(0, sorted.length - MAX_SHOWN),
    unmatched: unmatched.slice(0, MAX_UNMATCHED),
    unmatchedMore: Math.max(0, unmatched.length - MAX_UNMATCHED),
  };
}

/**
 * What is certain to be rent of tenancies whose landlord lets that onto the ledger by itself. A row that was changed since it came waits for
 * the landlord, who may have taken it off a ledger.
 */
export async function findAccepted(db: UserDb, today: string): Promise<RentMatch[]> {
  const { matches, tenancies } = await readMatches(db, today);
  return matches
    .filter(
      ({ row, proposals: [first] }) =>
        row.version === 1 &&
        first?.certain &&
        first.parts.every(({ tenancyId }) => tenancies.get(tenancyId)?.acceptsCertain),
    )
    .slice(0, MAX_SHOWN);
}

type Read = { matches: RentMatch[]; unmatched: RentMatch['row'][]; tenancies: Map<string, Known> };

async function readMatches(db: UserDb, today: string): Promise<Read> {
  const since = await rowsFrom(db, today);
  const rows = await rowsSince(db, since);
  if (rows.length === 0) return { matches: [], unmatched: [], tenancies: new Map() };
  const known = await tenanciesSince(db, addMonths(since, -4));
  const { rows: dismissed } = await sql<Dismissal>`
    select transaction_id as "rowId", tenancy_id as "tenancyId" from rent_dismissals
    union all
    select e.transaction_id, d.tenancy_id from rent_dismissals d
    join bank_entries e on (e.account_key, e.date, e.amount, e.text) = (d.account_key, d.date, d.amount, d.text)
    where not exists (select from transactions x where x.id = d.transaction_id)`.execute(db);
  const { rows: declined } = await sql<Declined>`
    select imported_id as "rowId", kept_id as "paymentId" from same_payments where state = 'declined'`.execute(db);
  const found = await propose([...rows, ...(await counterparts(db, rows))], {
    tenancies: known,
    dismissed,
    declined,
    landlord: await nameOfLandlord(db),
  });
  const tenancies = new Map(known.map((tenancy) => [tenancy.id, tenancy]));
  const matches: RentMatch[] = [];
  const unmatched: RentMatch['row'][] = [];
  for (const { category, ...bankRow } of rows) {
    const proposals = (found.get(bankRow.id) ?? []).map((proposal) => worded(proposal, tenancies));
    const row = shownRow(bankRow);
    if (proposals.length > 0) matches.push({ row, proposals });
    else if (category !== 'transfer') unmatched.push(row);
  }
  return { matches, unmatched, tenancies };
}

const shownRow = ({ reference: _reference, accountId: _accountId, ...row }: Omit<Row, 'category'>): RentMatch['row'] =>
  row;

type Given = Omit<Parameters<typeof proposeFor>[1], 'payers'>;

/** Payers of earlier payments, worked out in steps. */
export async function learntPayers(tenancies: readonly OpenTenancy[]): Promise<Payer[]> {
  return (await mapInSteps(tenancies, (tenancy) => payersOf([tenancy]))).flat();
}

/** What was proposed for the same rows and ledgers, so that a look after which nothing has changed computes nothing. */
const MAX_KEPT = 20;
const kept = new Map<string, Map<string, Proposal[]>>();

async function propose(rows: BankRow[], given: Given): Promise<Map<string, Proposal[]>> {
  const key = createHash('sha256')
    .update(JSON.stringify([rows, given]))
    .digest('base64');
  const found =
    kept.get(key) ?? (await runInSteps(proposeFor(rows, { ...given, payers: await learntPayers(given.tenancies) })));
  // The latest stands last.
  kept.delete(key);
  kept.set(key, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return found;
}

/** As far back as a ledger of a running tenancy goes, and at least `DAYS_BACK`. */
async function rowsFrom(db: UserDb, today: string): Promise<string> {
  const { rows } = await sql<{ first: string | null }>`
    select min(charges_from) as first from tenancies where ended_on is null or ended_on > ${today}::date`.execute(db);
  const [recent, first] = [addDays(today, -DAYS_BACK), rows[0]?.first];
  return first && addDays(first, -EARLY) < recent ? addDays(first, -EARLY) : recent;
}

/** Of one tenancy charges do not matter: what came in pays the oldest first. */
function worded(
  { kind, certain, reasons, paymentId, parts }: Proposal,
  tenancies: Map<string, Known>,
): RentMatch['proposals'][number] {
  const sums = new Map<string, { amount: number; fee: number }>();
  for (const { tenancyId, amount, fee } of parts) {
    const sum = sums.get(tenancyId) ?? { amount: 0, fee: 0 };
    sums.set(tenancyId, { amount: sum.amount + amount, fee: sum.fee + fee });
  }
  const named = [...sums].map(([tenancyId, sum]) => {
    const { namesText: names = '', propertyName = null } = tenancies.get(tenancyId) ?? {};
    return { tenancyId, ...sum, names, propertyName };
  });
  return { kind, certain, reasons, paymentId, parts: named };
}

/** Bank rows that may be rent of some tenancy, on no ledger yet: the latest first. */
export async function rowsSince(db: UserDb, since: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, version, date, (amount * 100)::bigint as amount, description as text, coalesce(reference, '') as reference, category,
      bank_account_id as "accountId", (select name from bank_accounts b where b.id = bank_account_id) as account
    from transactions
    where type = 'income' and source in ('bank', 'file') and tenancy_id is null and split_id is null and status = 'completed' and not refund
      -- A bank's 'transfer from' may be a tenant's, unless the landlord called it a transfer.
      and (category in ('rent', 'other') or category = 'transfer' and version = 1) and date >= ${since}::date
    order by date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/** Rows of as much money as one of `rows`, about that day, that went out to nobody who is known: it may be the landlord's own, moved between accounts. */
async function counterparts(db: UserDb, rows: readonly Row[]): Promise<BankRow[]> {
  const { rows: given } = await sql<BankRow>`
    select id, date, (amount * 100)::bigint as amount, description as text, coalesce(reference, '') as reference, bank_account_id as "accountId"
    from transactions
    where type = 'expense' and source in ('bank', 'file') and split_id is null and category in ('transfer', 'other')
      and bank_account_id is not null and -amount * 100 = any(${rows.map(({ amount }) => amount)}::bigint[])
      and date >= ${addDays(rows.at(-1)?.date ?? '', -MOVED_WITHIN)}::date`.execute(db);
  return given;
}

async function nameOfLandlord(db: UserDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from profiles`.execute(db);
  return rows[0]?.name ?? '';
}

/** Tenancies that ran since a day, with what came in for them since. */
export async function tenanciesSince(db: UserDb, since: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select t.id, t.names as "namesText", t.property_name as "propertyName", t.start_date as start,
      (t.deposit_amount * 100)::bigint as deposit, t.accepts_certain as "acceptsCertain",
      round(365.0 / app.periods_a_year(t.frequency))::integer as period,
      case when t.start_date < t.charges_from then
        coalesce((select min(date) from rent_entries e where e.tenancy_id = t.id and kind = 'rent'), t.charges_from) end as begins,
      (select json_build_object('name', a.name, 'feePercent', a.fee_percent::float8, 'feeFixed', (a.fee_fixed * 100)::bigint, 'vat', a.vat)
        from agents a where a.id = t.agent_id) as agent,
      coalesce((select json_agg(name order by date_added, id) from tenants n where n.tenancy_id = t.id), json_build_array(t.names)) as names,
      coalesce((select string_agg(guarantor_name, ', ') from tenants n where n.tenancy_id = t.id), '') as guarantor,
      coalesce(p.address, t.property_name, '') as address, coalesce(p.city, '') as city,
      coalesce((select (amount * 100)::bigint from tenancy_rents r where r.tenancy_id = t.id and starts_on <= (select app.today())
        order by starts_on desc limit 1), 0) as rent,
      coalesce((select json_agg(json_build_object('id', id, 'due', date, 'left', ((amount - settled) * 100)::bigint) order by date, id)
        from rent_entries e where e.tenancy_id = t.id and unpaid), '[]') as owed,
      coalesce((select json_agg(json_build_object('id', e.id, 'date', e.date, 'amount', (-e.amount * 100)::bigint,
          'text', coalesce((select description from transactions first where first.id = x.split_id), x.description),
          'reference', coalesce(x.reference, ''),
          'rowId', case when x.source <> 'hand' or x.split_id is not null then x.id end, 'accountId', x.bank_account_id)
          order by e.date desc, e.id desc)
        from rent_entries e join transactions x on x.id = e.id
        where e.tenancy_id = t.id and e.kind = 'payment' and e.date >= ${since}::date), '[]') as paid
    from tenancies t left join properties p on p.id = t.property_id
    where t.ended_on is null or t.ended_on > ${since}::date`.execute(db);
  return rows;
}
