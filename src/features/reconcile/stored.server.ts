/** Stored bank rows: computed after a change, so that a request reads one page (decision 58). */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { BankRow, BankRows, BankRowsPage, Params } from './bank-rows.ts';
import { FIRST_ROWS, MAX_PAGE } from './listed.ts';
import { computeRows, readLeftOut } from './propose.server.ts';

/** Up to this size, a request computes stale rows itself. Above it, the stored rows are shown. */
const MAX_SIZE_IN_REQUEST = 400;

type State = { fresh: boolean; large: boolean; counts: Record<string, number> };

/** `counts` has the number of rows by section, and the number of certain rows as 'certain'. */
async function readState(db: UserDb, today: string): Promise<State> {
  const { rows } = await sql<State>`
    select exists (select from app.bank_rows_computed where day = ${today}::date) and not exists (select from app.bank_row_changes) as fresh,
      exists (select from app.bank_rows_computed where size > ${MAX_SIZE_IN_REQUEST}) as large,
      coalesce((select jsonb_object_agg(section, count) || jsonb_build_object('certain', sum(certain)) from (
        select section, count(*) as count, count(*) filter (where certain) as certain
        from app.bank_rows group by section) each_one), '{}') as counts`.execute(db);
  return rows[0] as State;
}

type Found = { stale: boolean; page: (params: Params) => Promise<BankRowsPage> };

/** Returns current rows, or for a large account possibly stale rows. */
async function find(db: UserDb, today: string): Promise<Found> {
  const { fresh, large, counts } = await readState(db, today);
  const stored = fresh || large;
  const rows = stored ? [] : (await computeRows(db, today)).waiting.sort(inOrder);
  return {
    stale: !fresh && stored,
    async page({ section, limit, skip }) {
      if (section === 'left-out') return readLeftOut(db, { limit, skip });
      if (stored) {
        const total = counts[section] ?? 0;
        return { items: total > skip ? await storedPage(db, { section, limit, skip }) : [], total };
      }
      const matching = rows.filter((row) => (section === 'certain' ? row.certain : row.section === section));
      return { items: matching.slice(skip, skip + limit), total: matching.length };
    },
  };
}

function inOrder(a: BankRow, b: BankRow): number {
  if (a.certain !== b.certain) return a.certain ? -1 : 1;
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return a.id > b.id ? -1 : 1;
}

async function storedPage(db: UserDb, { section, limit, skip }: Params): Promise<BankRow[]> {
  const which = section === 'certain' ? sql`certain` : sql`section = ${section}`;
  const { rows } = await sql<{ item: BankRow }>`
    select item from app.bank_rows where ${which} order by certain desc, date desc, row_id desc limit ${limit} offset ${skip}`.execute(
    db,
  );
  return rows.map(({ item }) => item);
}

/** Returns counts and first rows of each section. `today` is the landlord's date. */
export async function readBankRows(db: UserDb, today: string): Promise<BankRows> {
  const { stale, page } = await find(db, today);
  const first = (section: Params['section'], limit = FIRST_ROWS) => page({ section, limit, skip: 0 });
  return {
    stale,
    certain: (await first('certain', 1)).total,
    sections: {
      rent: await first('rent'),
      same: await first('same'),
      choose: await first('choose'),
      other: await first('other'),
      'left-out': await first('left-out'),
    },
  };
}

export async function readPage(db: UserDb, today: string, params: Params): Promise<BankRowsPage> {
  return (await find(db, today)).page(params);
}

/**
 * Returns up to `MAX_PAGE` certain rows of tenancies that accept them automatically, without rows that were ever
 * changed. Returns an empty list while rows are stale.
 */
export async function readCertain(db: UserDb, today: string): Promise<BankRow[]> {
  const { stale, page } = await find(db, today);
  if (stale) return [];
  const { rows } = await sql<{ id: string }>`select id from tenancies where auto_match`.execute(db);
  const accepting = new Set(rows.map(({ id }) => id));
  const isAccepted = ({ version, choices: [first] }: BankRow) =>
    version === 1 && first?.parts.every(({ tenancyId }) => accepting.has(tenancyId));
  const accepted: BankRow[] = [];
  for (let skip = 0, more = accepting.size > 0; more && accepted.length < MAX_PAGE; skip += MAX_PAGE) {
    const { items, total } = await page({ section: 'certain', limit: MAX_PAGE, skip });
    accepted.push(...items.filter(isAccepted));
    more = skip + MAX_PAGE < total;
  }
  return accepted.slice(0, MAX_PAGE);
}

/** Computes and stores stale rows, on one server at a time. `today` is the landlord's date. */
export async function refreshBankRows(db: UserDb, today: string): Promise<void> {
  const { rows: locked } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('bank rows ' || app.user_id(), 0)) as held`.execute(db);
  if (!locked[0]?.held) return;
  const { fresh, large } = await readState(db, today);
  if (fresh) return;
  // Changes are read first, so that later changes leave the rows stale.
  const { rows: changes } = await sql<{ change: string }>`select change::text from app.bank_row_changes`.execute(db);
  const { waiting, size } = await computeRows(db, today);
  await sql`
    with given as materialized (
      select (item ->> 'id')::uuid as row_id, item ->> 'section' as section, (item ->> 'certain')::boolean as certain, (item ->> 'date')::date as date, item
      from jsonb_array_elements(${JSON.stringify(waiting)}::jsonb) item
    ), gone as (delete from app.bank_rows where row_id not in (select row_id from given))
    insert into app.bank_rows as stored (row_id, section, certain, date, item) select * from given
    on conflict (user_id, row_id) do update set section = excluded.section, certain = excluded.certain, date = excluded.date, item = excluded.item
    where stored.item <> excluded.item`.execute(db);
  await sql`
    insert into app.bank_rows_computed (day, size) values (${today}::date, ${size})
    on conflict (user_id) do update set day = excluded.day, size = excluded.size`.execute(db);
  await sql`delete from app.bank_row_changes where change = any(${changes.map(({ change }) => change)}::xid8[])`.execute(
    db,
  );
  // Screens may show stale rows and must refetch.
  if (large) await sql`select app.notify_bank_rows()`.execute(db);
}

/** Removes decided rows before the others are computed again. */
export async function removeStoredRows(db: UserDb, ids: readonly string[]): Promise<void> {
  await sql`delete from app.bank_rows where row_id = any(${ids}::uuid[])`.execute(db);
}
