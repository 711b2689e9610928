/** Completed expenses of a tax year in a box, without a file. */
import { sql } from 'kysely';
import { isAfter, type JsonPage, pageOfRows } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { TAX_LINES } from '../tax/rules/lines.ts';
import type { TaxYear } from '../tax/rules/tax-year.ts';
import { ofLines } from '../tax/tax.server.ts';
import { NEWEST_FIRST } from '../transaction/list/list.server.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { MissingReceipts } from './receipt.ts';

const inBox = (line: TaxLine) => TAX_LINES[line].box !== null && TAX_LINES[line].side === 'expense';

const isMissing = sql<boolean>`type = 'expense' and file_url is null`;

export async function readMissing(db: UserDb, days: Pick<TaxYear, 'from' | 'to'>): Promise<MissingReceipts> {
  const inLines = await ofLines(db, days, inBox);
  const { rows } = await sql<MissingReceipts>`
    select count(*) filter (where file_url is null and receipt_waived is null) as rows,
      coalesce(-sum(amount) filter (where file_url is null and receipt_waived is null) * 100, 0)::bigint as pence,
      count(*) as expenses, count(*) filter (where file_url is null and receipt_waived) as waived,
      (select count(*) from transaction_files where transaction_id is null) as tray
    from transactions where ${inLines} and type = 'expense'`.execute(db);
  return rows[0] ?? { rows: 0, pence: 0, expenses: 0, waived: 0, tray: 0 };
}

type Asked = Pick<TaxYear, 'from' | 'to'> & { waived: boolean; limit: number; cursor?: string | undefined };

/** Newest first. `waived`: those that need no receipt. */
export async function listMissing(
  db: UserDb,
  { waived, limit, cursor, ...days }: Asked,
): Promise<JsonPage<Transaction>> {
  return pageOfRows(db, {
    order: NEWEST_FIRST,
    limit,
    total: null,
    rows: db
      .selectFrom('transactions')
      .select(listedFields)
      .where(await ofLines(db, days, inBox))
      .where(isMissing)
      .where('receipt_waived', waived ? 'is not' : 'is', null)
      .where(cursor ? isAfter(NEWEST_FIRST, cursor) : sql<boolean>`true`)
      .$castTo<Transaction>(),
  });
}
