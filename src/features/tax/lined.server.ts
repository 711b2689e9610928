import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { readChoices } from './choices.server.ts';
import { DEFAULT_LINES, isLarge, type LineSettings, lineOf, type TaxRow } from './rules/lines.ts';

export type LinedRow = {
  id: string;
  date: string;
  description: string;
  propertyId: string | null;
  propertyAddress: string | null;
  line: TaxLine;
  /** Pence, signed as in Finance: expenses are negative. */
  pence: number;
  /** The inputs of `lineOf`, for sums like those of the boxes. */
  facts: TaxRow & Pick<LineSettings, 'residentialPercent'>;
};
type Row = Omit<LinedRow, 'line' | 'facts'> & Omit<LinedRow['facts'], 'isLarge'>;

type Days = { from: string; to: string };

/**
 * Returns the completed transactions of these tax lines, newest first. Finance costs of a mixed property are
 * `finance_residential`, as in `lineOf`.
 */
export async function linedRows(db: UserDb, lines: readonly TaxLine[], { from, to }: Days): Promise<LinedRow[]> {
  const choices = await readChoices(db);
  const categories = [...new Set([...Object.keys(DEFAULT_LINES), ...choices.keys()])].filter((category) => {
    const { line, received } = DEFAULT_LINES[category] ?? {};
    const chosen = choices.get(category);
    return (chosen ? [chosen] : [line, received]).some((one) => one && lines.includes(one));
  });
  const { rows } = await sql<Row>`
    select id, date, description, coalesce(property_id, former_property_id) as "propertyId",
      coalesce((select address || ', ' || city from properties where properties.id = transactions.property_id), property_address) as "propertyAddress",
      (amount * 100)::bigint as pence, type, category, refund, tax_line as "ownLine",
      coalesce((select residential_percent from tax_lettings l
        where l.property_id = coalesce(transactions.property_id, transactions.former_property_id)), 100) as "residentialPercent"
    from transactions
    where status = 'completed' and date between ${from}::date and ${to}::date
      and (tax_line = any(${lines}::text[]) or tax_line is null and category = any(${categories}::text[]))
    order by date desc, id desc`.execute(db);
  return rows
    .map(({ type, category, refund, ownLine, residentialPercent, ...row }): LinedRow => {
      const facts = { type, category, refund, ownLine, residentialPercent, isLarge: isLarge(row.pence) };
      return { ...row, facts, line: lineOf(facts, { choices, residentialPercent }) };
    })
    .filter(({ line }) => lines.includes(line));
}
