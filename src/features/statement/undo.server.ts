import { sql } from 'kysely';
import { isoInstant } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { optionOf } from '../bank/bank-account.ts';
import { lockKey } from '../bank-row/entries.server.ts';
import type { StatementImport, UndoPreview } from './preview.ts';

const MAX_SHOWN = 100;
const MAX_CHANGES = 20;

export async function listImports(db: UserDb): Promise<StatementImport[]> {
  const { rows } = await sql<Omit<StatementImport, 'account'> & { account: Parameters<typeof optionOf>[0] | null }>`
    select i.id, file_name as "fileName", rows,
           case when a.id is not null
             then json_build_object('name', name, 'institution', institution, 'accountNumber', account_number) end as account,
           ${isoInstant('imported_at')} as "importedAt",
           ${isoInstant('undone_at')} as "undoneAt"
    from statement_imports i left join bank_accounts a on a.id = i.bank_account_id
    where imported_at is not null order by imported_at desc, i.id limit ${MAX_SHOWN}`.execute(db);
  return rows.map((one) => ({ ...one, account: one.account && optionOf(one.account) }));
}

/** Transactions of an import's new rows. A manual transaction is `joined` if it replaced its duplicate; not removed. */
const TRANSACTIONS_OF_IMPORT = sql`
  select t.id, t.date, t.description, t.version > 1 as changed,
         exists (select from duplicate_suggestions s where s.kept_id = t.id and s.state = 'accepted') as joined,
         concat_ws(', ',
           case when t.property_id is not null then 'property added' end,
           case when t.supplier_id is not null then 'supplier added' end,
           case when t.file_url is not null then 'file added' end,
           case when t.description <> e.text then 'description changed' end,
           case when t.date <> e.date then 'date changed' end,
           case when t.amount <> e.amount then 'amount changed' end) as what
  from bank_entries e join transactions t on t.id = e.transaction_id
  where e.state = 'new' and e.import_id =`;

const undoable = (db: UserDb, id: string) =>
  db
    .selectFrom('statement_imports')
    .select('id')
    .where('id', '=', id)
    .where('imported_at', 'is not', null)
    .where('undone_at', 'is', null);

export async function previewUndo(db: UserDb, id: string): Promise<UndoPreview> {
  if (!(await undoable(db, id).executeTakeFirst()))
    throw new AppError('not_found', { message: 'You have already undone this import.' });
  const { rows } = await sql<UndoPreview>`
    with made as (${TRANSACTIONS_OF_IMPORT} ${id})
    select count(*) filter (where not joined)::int as rows, count(*) filter (where joined)::int as kept,
           count(*) filter (where changed and not joined)::int as changed,
           (select coalesce(json_agg(json_build_object('id', id, 'description', description, 'date', date,
                                                        'what', coalesce(nullif(what, ''), 'changed'))), '[]')
            from (select * from made where changed and not joined order by date desc, id desc limit ${MAX_CHANGES}) first) as changes
    from made`.execute(db);
  return rows[0] ?? { rows: 0, kept: 0, changed: 0, changes: [] };
}

async function goingOf(db: UserDb, id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from (${TRANSACTIONS_OF_IMPORT} ${id}) made where not joined`.execute(db);
  return rows.map((row) => row.id);
}

/** Matches transactions by id, and all parts of a split transaction. */
const isOneOf = (ids: readonly string[]) => sql`(id = any(${ids}::uuid[]) or split_id = any(${ids}::uuid[]))`;

/** Removes an import and its transactions, so that the file can be imported again. Throws `not_found`. */
export async function undoImport(db: UserDb, id: string): Promise<UndoPreview> {
  const undone = await undoable(db, id).select('bank_account_id as accountId').forUpdate().executeTakeFirst();
  // Otherwise a concurrent import of the same lines would leave them out as known.
  if (undone?.accountId) await lockKey(db, undone.accountId);
  const preview = await previewUndo(db, id);
  // Locks in id order to avoid a deadlock.
  await sql`
    select id from transactions where ${isOneOf(await goingOf(db, id))} order by id for update`.execute(db);
  await sql`delete from duplicate_suggestions where state <> 'accepted' and imported_id in (select id from (${TRANSACTIONS_OF_IMPORT} ${id}) made)`.execute(
    db,
  );
  await sql`delete from transactions where ${isOneOf(await goingOf(db, id))}`.execute(db);
  await sql`select app.separate_payments(${id})`.execute(db);
  await db.deleteFrom('bank_entries').where('import_id', '=', id).execute();
  await db.updateTable('statement_imports').set({ undone_at: sql`app.instant()` }).where('id', '=', id).execute();
  return preview;
}
