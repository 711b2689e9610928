import { sql } from 'kysely';
import { isAfter, type JsonPage, pageOfRows } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { readShares, shareOf } from '../tax/owner-sums.server.ts';
import { all, conditions } from '../transaction/list/filter.server.ts';
import { NEWEST_FIRST } from '../transaction/list/list.server.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import type { ReportRowItem, ReportRowsQuery } from './rows.ts';

type Params = ReportRowsQuery & { limit: number; cursor?: string | undefined };

/** Returns paid transactions, newest first; with `owner`, those with a share. Throws `not_found`. */
export async function listRows(db: UserDb, params: Params): Promise<JsonPage<ReportRowItem>> {
  const { limit, cursor, owner, property, ...days } = params;
  const share = owner ? shareOf(await readShares(db, owner)) : null;
  const filter = { ...days, status: 'completed' as const, ...(property && { propertyId: property }) };
  return pageOfRows(db, {
    order: NEWEST_FIRST,
    limit,
    total: null,
    rows: db
      .selectFrom('transactions')
      .select(listedFields)
      .select((share ?? sql<null>`null`).as('share'))
      .where(all(conditions(filter)))
      .where(share ? sql<boolean>`${share} is not null` : sql<boolean>`true`)
      .where(cursor ? isAfter(NEWEST_FIRST, cursor) : sql<boolean>`true`)
      .$castTo<ReportRowItem>(),
  });
}
