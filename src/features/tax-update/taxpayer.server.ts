/** The owner of a quarterly update. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { listOwners } from '../owner/owner.server.ts';
import type { Owner } from '../owner/owner.ts';

/** The owner of an update, null in an account without owners; and all owners. */
export type Taxpayer = { owner: Owner | null; owners: Owner[] };

/**
 * Returns the requested owner, by default the first open one. Throws `not_found`, and `not_allowed` for members without
 * all properties, because an update covers the whole account.
 */
export async function taxpayerOf(db: UserDb, requested: string | undefined): Promise<Taxpayer> {
  const { rows } = await sql<{ all: boolean }>`select app.sees_all() as all`.execute(db);
  if (!rows[0]?.all)
    throw new AppError('not_allowed', {
      message: 'Updates cover all properties, and you can only see some. Ask an owner of the account.',
    });
  const owners = await listOwners(db);
  const owner = requested
    ? owners.find(({ id }) => id === requested)
    : (owners.find(({ closed }) => !closed) ?? owners[0]);
  if (requested && !owner) throw new AppError('not_found', { message: 'Owner not found' });
  return { owner: owner ?? null, owners };
}

/** SQL that is true for rows of the owner. Rows from before there were owners belong to the first owner. */
export const isOf = ({ owner, owners }: Taxpayer) => {
  const first = owners[0]?.id ?? null;
  return sql<boolean>`coalesce(owner_id, ${first}::uuid) is not distinct from ${owner?.id ?? null}::uuid`;
};
