/** SQL of the choice to report quarterly, which applies from its tax year to the next choice. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { Books } from '../tax/rules/tax-year.ts';
import { FIRST_UPDATES } from '../tax/tax.ts';
import { isOf, type Taxpayer } from './taxpayer.server.ts';
import type { QuartersInput, TaxUpdates } from './update.ts';

export type Settings = { books: Books; quarters: Omit<TaxUpdates['quarters'], 'fixed'> };

export async function readSettings(db: UserDb, of: Taxpayer, year: string): Promise<Settings> {
  const rows = await db
    .selectFrom('tax_quarters')
    .select(['year', 'kind', 'detail', 'ended'])
    .where(isOf(of))
    .orderBy('year')
    .execute();
  const last = rows.filter((row) => row.year <= year).at(-1);
  const chosen = last?.ended ? undefined : last;
  const { kind = 'standard', detail = 'itemised' } = (chosen ?? {}) as Partial<QuartersInput>;
  const choices = rows.map((row) => ({ year: row.year, kind: row.kind as QuartersInput['kind'] }));
  return {
    books: { choices },
    quarters: { kind, detail, chosen: chosen !== undefined },
  };
}

/**
 * Returns whether an update of this year or a later one was sent or is being sent. Quarters apply from year to year, so
 * a choice also changes later years.
 */
export async function areFixed(db: UserDb, of: Taxpayer, year: string): Promise<boolean> {
  const sent = db.selectFrom('tax_updates').select('id').where('year', '>=', year).where('state', '<>', 'refused');
  return (await sent.where(isOf(of)).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns whether `kind` differs from the current quarters. Throws `invalid_input` for other quarters once an update
 * was sent, because HMRC no longer changes them.
 */
export async function changesQuarters(
  db: UserDb,
  of: Taxpayer,
  { year, kind }: { year: string; kind: QuartersInput['kind'] },
): Promise<boolean> {
  const { quarters } = await readSettings(db, of, year);
  if (quarters.kind === kind) return false;
  if (await areFixed(db, of, year))
    throw invalidField(
      'kind',
      'You have already sent an update for this year or a later one. You can change the quarters for the year after it.',
    );
  return true;
}

/** Throws like `changesQuarters`. */
export async function saveQuarters(db: UserDb, of: Taxpayer, { year, input }: { year: string; input: QuartersInput }) {
  await sql`select app.lock_account()`.execute(db);
  await changesQuarters(db, of, { year, kind: input.kind });
  await writeQuarters(db, of, { year, ...input, ended: false });
}

/**
 * Replaces the chosen quarters with HMRC's. They also apply if an update was already sent, because HMRC refuses the
 * next one otherwise.
 */
export async function followQuarters(
  db: UserDb,
  of: Taxpayer,
  { year, kind }: { year: string; kind: QuartersInput['kind'] },
): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  const { quarters } = await readSettings(db, of, year);
  if (!quarters.chosen || quarters.kind === kind) return;
  await writeQuarters(db, of, { year, kind, detail: quarters.detail, ended: false });
}

async function writeQuarters(
  db: UserDb,
  of: Taxpayer,
  { year, ...values }: QuartersInput & { year: string; ended: boolean },
): Promise<void> {
  const before = await db.selectFrom('tax_quarters').select('id').where('year', '=', year).where(isOf(of)).execute();
  const [row] = before;
  if (row) await db.updateTable('tax_quarters').set(values).where('id', '=', row.id).execute();
  else
    await db
      .insertInto('tax_quarters')
      .values({ year, ...values, owner_id: of.owner?.id ?? null })
      .execute();
}

/**
 * Ends reporting from this year on. Choices of earlier years are kept only if an update was sent with one of them.
 * Throws `invalid_input` once an update of this year or a later one was sent.
 */
export async function endQuarters(db: UserDb, of: Taxpayer, year: string): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  if (await areFixed(db, of, year))
    throw new AppError('invalid_input', {
      message: 'You have already sent an update for this year or a later one, so you cannot stop.',
    });
  const hasUpdates = await areFixed(db, of, FIRST_UPDATES);
  await db
    .deleteFrom('tax_quarters')
    .where('year', '>=', hasUpdates ? year : FIRST_UPDATES)
    .where(isOf(of))
    .execute();
  if (hasUpdates) await writeQuarters(db, of, { year, kind: 'standard', detail: 'itemised', ended: true });
}
