/** Empty days, yield and certificates due. Pure. */
import { daysBetween } from '../../../shared/dates.ts';
import { roundedShare } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import type { CertificateEntry } from '../../certificate/certificate.ts';
import { type Body, bodyOf, count, day, money, number, pence, percent, strong, text, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { Cell, ReportParams, Row } from '../report.ts';

type Home = { id: string; address: string; city: string };
type Part = (pence: number) => number;
export const idOf = ({ id }: { id: string }) => id;
const home = ({ id, city }: Home): Pick<Row, 'id' | 'more' | 'record'> => ({
  id,
  more: city,
  record: { kind: 'property', id },
});

/** `days` counts days of the report since the property was added or first let. `rent` is pence a month. */
export type Occupancy = Home & { days: number; empty: number; rent: number };
type Vacancy = Occupancy & { lost: number };

const DAYS_A_YEAR = 365;
export const withLostRent = (home: Occupancy): Vacancy => ({
  ...home,
  lost: roundedShare(home.rent * 12, home.empty, DAYS_A_YEAR),
});
export const vacancyPart = (home: Vacancy, part: Part): Vacancy => ({
  ...home,
  rent: part(home.rent),
  lost: part(home.lost),
});
const share = (part: number, of: number) => (of === 0 ? null : roundedShare(part, 10_000, of));

export function emptyDays(params: ReportParams, homes: readonly Vacancy[]): Body {
  const columns = [
    text('name', 'Property'),
    count('days', 'Days'),
    count('empty', 'Empty days'),
    percent('share', 'Empty'),
    pence('rent', 'Rent a month'),
    strong(pence('lost', 'Lost rent')),
  ];
  const lines = homes
    .filter(({ days }) => days > 0)
    .toSorted((one, other) => other.lost - one.lost || other.empty - one.empty);
  const rows = lines.map(
    (one): Row => ({
      ...home(one),
      cells: [one.address, one.days, one.empty, share(one.empty, one.days), one.rent, one.lost],
    }),
  );
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0);
  const [days, empty] = [sum((line) => line.days), sum((line) => line.empty)];
  const totals = totalsRow(columns, rows, counted(rows.length, 'property', 'properties'), ['rent']);
  if (totals) totals[3] = share(empty, days);
  return bodyOf(params, [lines.length, 'property', 'properties'], {
    figures: [
      number('Empty days', empty),
      money(
        'Lost rent',
        sum(({ lost }) => lost),
      ),
    ],
    columns,
    rows,
    totals,
    chart: { left: [], right: ['lost'], end: 'lost' },
    notes: [
      {
        text: 'Days without a tenancy, since the property was added or its first tenancy began. Future days do not count.',
      },
      { text: 'Lost rent is a year’s rent ÷ 365 for each empty day.' },
    ],
    empty: { title: `No properties ${spanWords(params.span)}.`, words: 'Choose other dates, or add a property.' },
  });
}

/** Amounts are pence. `value` is 0 if none was entered; `rent` and `profit` are for a year. */
export type PropertyYield = Home & { value: number; rent: number; profit: number };

/** `profit` is already the owner's part. */
export const yieldPart = (home: PropertyYield, part: Part): PropertyYield => ({
  ...home,
  value: part(home.value),
  rent: part(home.rent),
});

const NO_VALUE = 'No value';

export function yields(params: ReportParams, homes: readonly PropertyYield[]): Body {
  const columns = [
    text('name', 'Property'),
    pence('value', 'Value'),
    pence('rent', 'Rent a year'),
    percent('gross', 'Gross yield'),
    pence('profit', 'Profit in the year'),
    strong(percent('net', 'Net yield')),
  ];
  const cellsOf = (name: string, { value, rent, profit }: Omit<PropertyYield, keyof Home>): Cell[] => [
    name,
    value || NO_VALUE,
    rent,
    value ? share(rent, value) : NO_VALUE,
    profit,
    value ? share(profit, value) : NO_VALUE,
  ];
  const ofAll = { value: 0, rent: 0, profit: 0 };
  for (const { value, rent, profit } of homes.filter((one) => one.value > 0)) {
    ofAll.value += value;
    ofAll.rent += rent;
    ofAll.profit += profit;
  }
  const valued = homes.filter(({ value }) => value > 0).length;
  const rows = homes
    .map((one): Row => ({ ...home(one), cells: cellsOf(one.address, one) }))
    .sort((one, other) => numberOf(other.cells[5]) - numberOf(one.cells[5]));
  return bodyOf(params, [homes.length, 'property', 'properties'], {
    figures:
      valued === 0
        ? []
        : [
            { name: 'Gross yield', kind: 'percent', value: share(ofAll.rent, ofAll.value), change: null },
            { name: 'Net yield', kind: 'percent', value: share(ofAll.profit, ofAll.value), change: null },
          ],
    columns,
    rows,
    totals: valued > 0 ? cellsOf(`${counted(valued, 'property', 'properties')} with a value`, ofAll) : null,
    notes: [
      { text: 'Gross yield is a year’s rent ÷ the value. Net yield is the year’s profit ÷ the value.' },
      ...(valued < homes.length ? [{ text: 'Enter the value of a property to see its yield.' }] : []),
    ],
    empty: { title: 'No properties yet.', words: 'Add a property to see its yield.' },
  });
}

const numberOf = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : Number.NEGATIVE_INFINITY);

/** Lists certificates with an expiry date, and counts items that are not recorded. */
export function certificatesDue(params: ReportParams, entries: readonly CertificateEntry[], today: string): Body {
  const columns = [
    text('name', 'Certificate'),
    day('ends', 'Expires'),
    strong(text('state', 'State')),
    count('left', 'Days left'),
  ];
  const due = entries
    .filter(
      ({ state, says }) => ['expired', 'expiring', 'valid'].includes(state) && says !== null && says <= params.span.to,
    )
    .sort((one, other) => ((one.says ?? '') < (other.says ?? '') ? -1 : 1));
  const expired = due.filter(({ says }) => (says ?? '') < today).length;
  const bare = entries.filter(({ group }) => group === 'not_recorded').length;
  const rows = due.map(({ id, about, address, city, name, says }): Row => {
    const left = daysBetween(today, says ?? today);
    return {
      id: `${id}/${about}`,
      more: `${address}, ${city}`,
      record: { kind: 'property', id },
      cells: [name, says, left < 0 ? 'Expired' : 'Due', left],
    };
  });
  return bodyOf(params, [rows.length, 'certificate'], {
    figures: [number('Expired', expired), number('Due', rows.length - expired)],
    columns,
    rows,
    totals: null,
    notes:
      bare > 0
        ? [{ text: `${counted(bare, 'item is', 'items are')} not recorded or not complete, and not in this list.` }]
        : [],
    empty: { title: `No certificates due by then.`, words: 'Choose a later day.' },
  });
}
