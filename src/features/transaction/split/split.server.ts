/** The database enforces the sum of the parts. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { formatPence } from '../../../shared/money.ts';
import { saveForUndo } from '../bulk/undo.server.ts';
import type { TaxLine } from '../listed.ts';
import { listedFields, lockOwners, lockTransactions, refuse, unknownCategories } from '../transaction.server.ts';
import { CATEGORY_REQUIRED, lastDay, NO_SUCH_PROPERTY, NO_SUCH_TENANCY, OUT_OF_RANGE } from '../transaction.ts';
import type { Split, SplitInput, SplitOutcome, SplitPart } from './split.ts';

/** A tax line, if given, overrides that of the part's category. */
type WrittenPart = SplitPart & { taxLine?: TaxLine | null };
type Params = { input: Pick<SplitInput, 'rows'> & { parts: readonly WrittenPart[] }; today: string };
/** `loanId` links all parts to a loan, or removes their link. Undefined leaves it unchanged. */
type Within = { batch?: string; loanId?: string | null };

const NOT_PAID = 'Only a paid transaction can be split.';

/** Returns all parts of a split by the id of any part. Throws `not_found`. */
export async function readSplit(db: UserDb, id: string): Promise<Split> {
  const parts = await db
    .selectFrom('transactions')
    .select(listedFields)
    .where((at) =>
      at.or([
        at('id', '=', id),
        at('split_id', '=', db.selectFrom('transactions as asked').select('asked.split_id').where('asked.id', '=', id)),
      ]),
    )
    .orderBy(sql`id is distinct from split_id`)
    .orderBy('amount', 'desc')
    .orderBy('id')
    .$castTo<Split['parts'][number]>()
    .execute();
  const [first] = parts;
  if (!first) throw new AppError('not_found');
  return { amount: first.splitAmount ?? first.amount, parts };
}

/** Splits a transaction, or changes or merges parts. Throws `not_found`, `conflict`, `not_allowed`, `invalid_input`. */
export async function splitTransaction(db: UserDb, wanted: Params): Promise<SplitOutcome> {
  const batch = randomUUID();
  return { ...(await writeSplit(db, { ...wanted, batch })), batch };
}

/** Splits as part of the caller's undo batch, or without Undo. */
export async function writeSplit(
  db: UserDb,
  { input: { rows, parts }, today, batch, loanId }: Params & Within,
): Promise<Split> {
  const ids = rows.map(({ id }) => id);
  await lockOwners(db, ids);
  await lockProperties(db, parts);
  const locked = new Map((await lockTransactions(db, ids)).map((row) => [row.id, row]));
  const was = await readSplit(db, ids[0] ?? '');
  if (was.parts.length !== locked.size || rows.some(({ id, version }) => locked.get(id)?.version !== version))
    throw new AppError('conflict');
  // A member with limited reach may not see all parts.
  if (was.parts.reduce((sum, part) => sum + part.amount, 0) !== was.amount) throw new AppError('not_allowed');
  assertPartsValid(was, parts, today);
  await assertCategoriesKnown(db, was, parts);
  await lockTenancies(db, parts);
  const id = was.parts[0]?.id ?? '';
  await write(db, { id, was, parts, batch, loanId });
  return readSplit(db, id);
}

function assertPartsValid({ amount, parts: [first] }: Split, parts: readonly SplitPart[], today: string): void {
  if (first?.status !== 'completed') throw new AppError('invalid_input', { message: NOT_PAID });
  if (parts.some(({ date }) => date && date > lastDay(today)))
    throw new AppError('invalid_input', { message: OUT_OF_RANGE });
  assertSumMatches(
    parts.reduce((total, part) => total + part.amount, 0),
    amount,
  );
}

/** The current categories are always accepted, because an import may have set them. */
async function assertCategoriesKnown(db: UserDb, was: Split, parts: readonly SplitPart[]): Promise<void> {
  const added = parts.filter(({ category }) => was.parts.every((before) => before.category !== category));
  const unknown = await unknownCategories(
    db,
    added.map(({ category }) => category),
  );
  const wrong = parts.flatMap(({ category }, place) =>
    unknown.includes(category) ? [[`parts.${place}.category`, CATEGORY_REQUIRED] as const] : [],
  );
  refuse(Object.fromEntries(wrong));
}

export function assertSumMatches(sum: number, amount: number): void {
  if (sum !== amount)
    throw new AppError('invalid_input', {
      message: `The parts add up to ${formatPence(sum)}, but the transaction is ${formatPence(amount)}.`,
    });
}

type Named = readonly Pick<SplitPart, 'propertyId' | 'tenancyId'>[];
const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))].sort();

/** Locks properties in id order and before transactions, as all changes do, to avoid deadlocks. */
async function lockProperties(db: UserDb, parts: Named): Promise<void> {
  const ids = distinct(parts.map(({ propertyId }) => propertyId));
  const { rows } = await sql`
    select id from properties where id = any(${ids}::uuid[]) order by id for key share`.execute(db);
  if (rows.length < ids.length) throw new AppError('invalid_input', { message: NO_SUCH_PROPERTY });
}

/** Locks tenancies after transactions, in the same order as settling ledgers. */
async function lockTenancies(db: UserDb, parts: Named): Promise<void> {
  const ids = distinct(parts.map(({ tenancyId }) => tenancyId));
  const { rows } = await sql`
    select id from tenancies where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  if (rows.length < ids.length) throw new AppError('invalid_input', { message: NO_SUCH_TENANCY });
}

type Writing = {
  id: string;
  was: Split;
  parts: readonly WrittenPart[];
  batch: string | undefined;
  loanId: string | null | undefined;
};

/** The first part reuses the row. Each row is written only once, because Undo stores one state per row. */
async function write(db: UserDb, { id, was, parts, batch, loanId }: Writing): Promise<void> {
  const theirs = new Set(was.parts.map((part) => part.id));
  const named = parts.map((part, place) => ({
    ...part,
    id: place === 0 ? id : part.id,
    hasTaxLine: part.taxLine !== undefined,
  }));
  const kept = named.filter((part) => part.id !== undefined && theirs.has(part.id));
  const gone = [...theirs].filter((one) => kept.every((part) => part.id !== one));
  const added = named.filter((part) => !kept.includes(part));
  const whole = parts.length > 1;
  const rows = (
    of: readonly object[],
  ) => sql`jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as part (id uuid, amount bigint,
    category text, description text, date date, "propertyId" uuid, "tenancyId" uuid, "taxLine" text, "hasTaxLine" boolean)`;
  const loan = loanId === undefined ? sql`x.loan_id` : sql`${loanId}::uuid`;
  await saveForUndo(db, { batch, ids: gone, change: 'removed' });
  await saveForUndo(db, { batch, ids: kept.flatMap((part) => part.id ?? []), change: 'changed' });
  if (gone.length > 0)
    await sql`select app.move_files(${batch ?? null}::uuid, ${gone}::uuid[], ${id}::uuid)`.execute(db);
  await sql`delete from transactions where id = any(${gone}::uuid[])`.execute(db);
  await sql`
    update public.transactions x set amount = part.amount::numeric / 100, type = case when part.amount > 0 then 'income' else 'expense' end,
      refund = x.refund and part.amount > 0, category = part.category,
      tax_line = case when part."hasTaxLine" then part."taxLine" when x.category = part.category then x.tax_line end, loan_id = ${loan},
      -- A merged transaction has its date from before the split.
      date = coalesce(part.date, case when ${whole} then x.date else x.split_date end, x.date),
      description = case when x.id = ${id} then x.description else part.description end, property_id = part."propertyId",
      property_address = case when part."propertyId" is null then x.property_address end,
      former_property_id = case when part."propertyId" is null then x.former_property_id end, tenancy_id = part."tenancyId",
      split_id = ${whole ? id : null}::uuid, split_amount = ${whole ? was.amount : null}::numeric / 100,
      split_date = case when ${whole} then coalesce(x.split_date, x.date) end
    from ${rows(kept)} where x.id = part.id`.execute(db);
  const { rows: made } = await sql<{ id: string }>`
    insert into public.transactions as added (amount, type, category, description, date, property_id, former_property_id, tenancy_id, bank_account_id, split_id, split_amount, split_date, tax_line, loan_id)
    select part.amount::numeric / 100, case when part.amount > 0 then 'income' else 'expense' end, part.category, part.description,
      -- The first part can have a different date from the transaction.
      coalesce(part.date, x.split_date), part."propertyId",
      case when part."propertyId" is null then x.former_property_id end, part."tenancyId", x.bank_account_id, ${id}::uuid, ${was.amount}::numeric / 100, x.split_date, part."taxLine", ${loan}
    from ${rows(added)} join transactions x on x.id = ${id} returning added.id`.execute(db);
  await saveForUndo(db, { batch, ids: made.map((part) => part.id), change: 'added' });
}
