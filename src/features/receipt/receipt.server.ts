import { sql } from 'kysely';
import pg from 'pg';
import { newestFirst, type Versioned } from '../../server/db/record-table.server.ts';
import { type JsonPage, pageOfRows } from '../../server/http/pages.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { NO_FILE, type StoredFile } from '../file/file.ts';
import { MAX_FILES } from '../transaction/transaction.ts';
import type { PdfReply } from './read/reader.server.ts';
import { NEAR_DAYS, NO_SUCH_TRANSACTION, type Receipt, type ReceiptChange, type ReceiptInput } from './receipt.ts';

export const NOT_FOUND = 'Receipt not found';
const TOO_MANY = `A transaction can have up to ${MAX_FILES} files. Remove one first.`;

const file = sql<StoredFile>`(select json_build_object('url', url, 'name', name, 'contentType', content_type, 'bytes', bytes)
  from files where url = transaction_files.file_url)`;

const found = sql<Receipt['found']>`(
  select json_build_object('date', found_date, 'amount', (found_amount * 100)::bigint, 'supplier', found_supplier, 'supplierId', s.id,
    'category', (select category from transactions where supplier_id = s.id and type = 'expense' order by date desc limit 1))
  from (values (1)) one left join lateral (
    select id from suppliers where lower(name) = lower(found_supplier) order by id limit 1) s on true)`;

const suggestions = sql<
  Receipt['suggestions']
>`case when transaction_id is not null or found_amount is null or found_date is null then '[]' else (
  select coalesce(json_agg(near order by abs(near.date - found_date), near.date desc), '[]') from (
    select id, date, description, category, type, (amount * 100)::bigint as amount, coalesce(
      (select address || ', ' || city from properties where properties.id = x.property_id), property_address) as "propertyAddress"
    from transactions x
    where size = (found_amount * 100)::bigint and (type = 'expense' or refund) and file_url is null
      and date between found_date - ${sql.lit(NEAR_DAYS)} and found_date + ${sql.lit(NEAR_DAYS)}
    order by abs(date - found_date), date desc limit 5) near) end`;

/** Up to three other records of the account whose file has the same content: transactions first, the tray last. */
const duplicates = sql<Receipt['duplicates']>`(
  select coalesce(json_agg(same), '[]') from (select kind, id, name from (
    select case when held.transaction_id is null then 'receipt' else 'transaction' end as kind, coalesce(held.transaction_id, held.id) as id,
      coalesce(x.description, held.name) as name
    from files own join files f on f.sha256 = own.sha256 and f.user_id = own.user_id and f.url <> own.url
    join transaction_files held on held.file_url = f.url left join transactions x on x.id = held.transaction_id
    where own.url = transaction_files.file_url
    union all
    select 'invoice', p.id, p.address || ', ' || p.city
    from files own join files f on f.sha256 = own.sha256 and f.user_id = own.user_id and f.url <> own.url
    join property_invoices i on i.file_url = f.url join properties p on p.id = i.property_id
    where own.url = transaction_files.file_url) equal
    order by array_position(array['transaction', 'invoice', 'receipt'], kind), name, id limit 3) same)`;

const whole = [
  'id',
  file.as('file'),
  'transaction_id as transactionId',
  'reading',
  'is_cut as isCut',
  found.as('found'),
  suggestions.as('suggestions'),
  duplicates.as('duplicates'),
  sql<string>`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
  'version',
] as const;

type ListParams = { transactionId?: string | undefined; limit: number; cursor?: string | undefined };

/** Returns the receipts of a transaction, or the tray, newest first. */
export function listReceipts(db: UserDb, { transactionId, limit, cursor }: ListParams): Promise<JsonPage<Receipt>> {
  const condition = transactionId
    ? sql<boolean>`transaction_id = ${transactionId}`
    : sql<boolean>`transaction_id is null`;
  const rows = db.selectFrom('transaction_files').where(condition);
  const total = rows.select((one) => one.fn.countAll<number>().as('total'));
  return pageOfRows(db, { order: newestFirst, limit, cursor, rows: rows.select(whole).$castTo<Receipt>(), total });
}

export function getReceipt(db: UserDb, id: string): Promise<Receipt | undefined> {
  return db.selectFrom('transaction_files').select(whole).where('id', '=', id).$castTo<Receipt>().executeTakeFirst();
}

/** Returns the receipt of an uploaded file, if it was added. */
export async function findReceipt(db: UserDb, url: string): Promise<Receipt | undefined> {
  return db
    .selectFrom('transaction_files')
    .select(whole)
    .where('file_url', '=', url)
    .$castTo<Receipt>()
    .executeTakeFirst();
}

/** `reply` has the facts of a PDF. Throws `invalid_input` for a missing file or transaction, or too many files. */
export async function addReceipt(
  db: UserDb,
  { file, transactionId }: ReceiptInput,
  reply: PdfReply | undefined,
): Promise<Receipt> {
  await lockTransaction(db, transactionId);
  const facts = reply?.reading === 'read' ? reply.facts : undefined;
  const { rows } = await sql<{ id: string }>`
    insert into transaction_files (transaction_id, place, file_url, name, reading, found_date, found_amount, found_supplier, is_cut)
    select ${transactionId}::uuid, ${nextPlace(transactionId)}, url, name, ${reply?.reading ?? null}, ${facts?.date ?? null}::date,
      ${facts?.amount ?? null}::bigint / 100.0, ${facts ? supplierIn(reply, facts.supplier) : null}, ${reply?.reading === 'read' && reply.isCut}
    from files where url = ${file.url} and stored
    on conflict (file_url) do nothing
    returning id`
    .execute(db)
    .catch(rejectTooMany);
  const added = rows[0] ? await getReceipt(db, rows[0].id) : await findReceipt(db, file.url);
  if (!added || (!rows[0] && added.transactionId !== transactionId)) throw invalidField('file', NO_FILE);
  return added;
}

/** SQL of the longest name of a supplier in the text, otherwise the guessed name. */
function supplierIn(reply: PdfReply | undefined, guessed: string | null) {
  const text = reply?.reading === 'read' ? reply.text : '';
  return sql`coalesce((select name from suppliers where length(name) > 2 and strpos(lower(${text}), lower(name)) > 0
    order by length(name) desc, id limit 1), ${guessed}::text)`;
}

const nextPlace = (transactionId: string | null) =>
  sql`coalesce((select max(place) + 1 from transaction_files where transaction_id = ${transactionId}::uuid), 0)`;

/** Attaches a receipt to a transaction, or moves it to the tray. Throws `not_found`, `conflict` or `invalid_input`. */
export async function changeReceipt(
  db: UserDb,
  { id, version, input }: Versioned & { input: ReceiptChange },
): Promise<Receipt> {
  if (!(await getReceipt(db, id))) throw new AppError('not_found', { message: NOT_FOUND });
  await lockTransaction(db, input.transactionId);
  const { rows } = await sql`
    update transaction_files set transaction_id = ${input.transactionId}::uuid, place = ${nextPlace(input.transactionId)}
    where id = ${id} and version = ${version} returning id`
    .execute(db)
    .catch(rejectTooMany);
  const changed = rows.length > 0 ? await getReceipt(db, id) : undefined;
  return changed ?? throwNotFoundOrConflict(db, 'transaction_files', () => getReceipt(db, id), input);
}

export async function removeReceipt(db: UserDb, { id, version }: Versioned): Promise<void> {
  const removed = db.deleteFrom('transaction_files').where('id', '=', id).where('version', '=', version);
  const { numDeletedRows } = await removed.executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await throwNotFoundOrConflict(db, 'transaction_files', () => getReceipt(db, id));
}

/** Locks the transaction before its files, as saves of transactions do. */
async function lockTransaction(db: UserDb, id: string | null): Promise<void> {
  if (id === null) return;
  const locked = db.selectFrom('transactions').select('id').where('id', '=', id).forUpdate();
  if (!(await locked.executeTakeFirst())) throw invalidField('transactionId', NO_SUCH_TRANSACTION);
}

function rejectTooMany(error: unknown): never {
  const isTooMany = error instanceof pg.DatabaseError && error.constraint === 'transaction_files_max';
  throw isTooMany ? new AppError('invalid_input', { fields: { transactionId: TOO_MANY } }) : error;
}
