/** Converts a rent sheet with a month in each column into rows of payments. */
import type { SourceRow } from '../read/source.ts';
import { isBlank } from './cells.ts';
import { plainHeading } from './headings.ts';
import { RENT_SHEET_DATE } from './layouts.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LEAST_MONTHS = 3;

type Table = { name: string; headings: string[]; rows: SourceRow[] };

/** Reads 'Jan 26', 'January 2026', 'Jan' or '2026-01-01'. The month is from 0; the year is null if it is missing. */
function monthOf(heading: string): { month: number; year: number | null } | undefined {
  const iso = /^(\d{4})-(\d{2})-\d{2}$/.exec(heading.trim());
  if (iso) return { month: Number(iso[2]) - 1, year: Number(iso[1]) };
  const [, name = '', year] = /^([a-z]{3,9})\.?(?: (\d{4}|\d{2}))?$/.exec(plainHeading(heading)) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3));
  if (month < 0 || !LONG_NAMES[month]?.startsWith(name)) return undefined;
  return { month, year: year === undefined ? null : Number(year.length === 2 ? `20${year}` : year) };
}

const LONG_NAMES = 'january,february,march,april,may,june,july,august,september,october,november,december'.split(',');

/** `above` are the rows above the headings, whose title may have the year. Returns a sheet without months unchanged. */
export function withoutMonthColumns(table: Table, above: readonly SourceRow[]): Table {
  const months = table.headings.flatMap((heading, at) => {
    const month = monthOf(heading);
    return month ? [{ at, ...month }] : [];
  });
  if (months.length < LEAST_MONTHS) return table;
  const titles = [table.name, ...above.flatMap(({ cells }) => cells)].join(' ');
  let year = Number(/\b(20\d\d)\b/.exec(titles)?.[1] ?? Number.NaN);
  const days: { at: number; day: string }[] = [];
  let before = -1;
  for (const { at, month, year: own } of months) {
    // The columns may run from April to March: the year changes after December.
    if (own !== null) year = own;
    else if (month < before) year += 1;
    before = month;
    if (Number.isNaN(year)) return table;
    days.push({ at, day: `${year}-${String(month + 1).padStart(2, '0')}-01` });
  }
  const otherColumns = table.headings.flatMap((heading, at) =>
    months.some((one) => one.at === at) || /^total/i.test(heading) ? [] : [{ heading, at }],
  );
  const rows = table.rows.flatMap(({ cells }) =>
    days.flatMap(({ at, day }) =>
      isBlank(cells[at] ?? '')
        ? []
        : [
            [
              ...otherColumns.map((one) => cells[one.at] ?? ''),
              day,
              cells[at] ?? '',
              'Income',
              'Rent',
              `Rent ${day.slice(0, 7)}`,
            ],
          ],
    ),
  );
  return {
    name: table.name,
    headings: [
      ...otherColumns.map(({ heading }) => heading),
      RENT_SHEET_DATE,
      'Amount',
      'Income or expense',
      'Category',
      'Description',
    ],
    rows: rows.map((cells, at) => ({ number: at + 2, cells })),
  };
}
