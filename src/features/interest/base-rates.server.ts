import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { type BaseRates, withOwn } from './base-rates.ts';
import type { BaseRate } from './late-interest.ts';

export async function readBaseRates(db: UserDb): Promise<BaseRates> {
  const own = await db
    .selectFrom('base_rates')
    .select(['starts_on as from', sql<number>`percent::float8`.as('percent')])
    .execute();
  return withOwn(own);
}

/** Adds or replaces the landlord's rate from a date. Throws `invalid_input` for a date after `today`. */
export async function setBaseRate(
  db: UserDb,
  { from, percent, today }: BaseRate & { today: string },
): Promise<BaseRates> {
  if (from > today) throw invalidField('from', 'Enter a date up to today');
  await db
    .insertInto('base_rates')
    .values({ starts_on: from, percent: String(percent) })
    .onConflict((same) => same.columns(['user_id', 'starts_on']).doUpdateSet({ percent: String(percent) }))
    .execute();
  return readBaseRates(db);
}

/** Removes a rate that the landlord added. Throws `not_found`, also for a built-in rate. */
export async function removeBaseRate(db: UserDb, from: string): Promise<BaseRates> {
  const { numDeletedRows } = await db.deleteFrom('base_rates').where('starts_on', '=', from).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found', { message: 'This rate has already been removed.' });
  return readBaseRates(db);
}
