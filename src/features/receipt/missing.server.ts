/** SQL of completed expenses, in a box or for an improvement, without a file. Amounts are pence. */
import { sql } from 'kysely';
import { isAfter, type JsonPage, pageOfRows } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { readChoices } from '../tax/choices.server.ts';
import { LARGE_PENCE, type LineSettings, TAX_LINES } from '../tax/rules/lines.ts';
import { lineSums, type TaxGroup } from '../tax/rules/sums.ts';
import type { TaxYear } from '../tax/rules/tax-year.ts';
import { ofLines } from '../tax/tax.server.ts';
import { NEWEST_FIRST } from '../transaction/list/list.server.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { MissingReceipts } from './receipt.ts';

/** Expenses in a box, and improvements, whose receipts are needed until the property is sold. */
const needsReceipt = (line: TaxLine) =>
  line === 'capital' || (TAX_LINES[line].box !== null && TAX_LINES[line].side === 'expense');

const isMissing = sql<boolean>`type = 'expense' and file_url is null`;

type Group = TaxGroup &
  Pick<LineSettings, 'residentialPercent'> & { missing: number; missingPence: number; waived: number };

/** Groups transactions before it finds their boxes: checking each transaction took two to three times as long. */
export async function readMissing(db: UserDb, { from, to }: Pick<TaxYear, 'from' | 'to'>): Promise<MissingReceipts> {
  const [choices, { rows: groups }, { rows: files }] = await Promise.all([
    readChoices(db),
    sql<Group>`
      select category, 'expense' as type, refund, tax_line as "ownLine", large as "isLarge", 'completed' as status,
        coalesce(residential_percent, 100) as "residentialPercent", sum(count)::integer as rows, -sum(size)::bigint as pence,
        sum(missing)::integer as missing, coalesce(sum(missing_size), 0)::bigint as "missingPence", sum(waived)::integer as waived
      from (
        select category collate "C" as category, refund, tax_line, size >= ${LARGE_PENCE} as large,
          coalesce(property_id, former_property_id) as property_id, count(*), sum(size) as size, count(*) filter (where file_url is null and receipt_waived) as waived,
          count(*) filter (where file_url is null and receipt_waived is null) as missing,
          sum(size) filter (where file_url is null and receipt_waived is null) as missing_size
        from transactions where status = 'completed' and type = 'expense' and date between ${from}::date and ${to}::date
        group by category collate "C", refund, tax_line, large, coalesce(property_id, former_property_id)
      ) sums left join tax_lettings using (property_id)
      group by category, refund, tax_line, large, residential_percent`.execute(db),
    sql<{ tray: number }>`select count(*) as tray from transaction_files where transaction_id is null`.execute(db),
  ]);
  const totals = { rows: 0, pence: 0, expenses: 0, waived: 0, tray: files[0]?.tray ?? 0 };
  for (const { missing, missingPence, waived, ...group } of groups) {
    if (!lineSums([group], { choices, ...group }).some(({ line }) => needsReceipt(line))) continue;
    totals.rows += missing;
    totals.pence += missingPence;
    totals.expenses += group.rows;
    totals.waived += waived;
  }
  return totals;
}

type Params = Pick<TaxYear, 'from' | 'to'> & { waived: boolean; limit: number; cursor?: string | undefined };

/** Returns expenses without a receipt, newest first; with `waived`, those that need none. */
export async function listMissing(
  db: UserDb,
  { waived, limit, cursor, ...days }: Params,
): Promise<JsonPage<Transaction>> {
  return pageOfRows(db, {
    order: NEWEST_FIRST,
    limit,
    total: null,
    rows: db
      .selectFrom('transactions')
      .select(listedFields)
      .where(await ofLines(db, days, needsReceipt))
      .where(isMissing)
      .where('receipt_waived', waived ? 'is not' : 'is', null)
      .where(cursor ? isAfter(NEWEST_FIRST, cursor) : sql<boolean>`true`)
      .$castTo<Transaction>(),
  });
}
