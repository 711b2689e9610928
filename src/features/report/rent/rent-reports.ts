/** Rent roll, arrears, deposits held, and the balances of tenants. Pure. */
import { formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import type { Statement } from '../../rent-statement/statement.ts';
import { AGES } from '../../tenancy/rules/arrears.ts';
import { FREQUENCY_LABELS, type Frequency } from '../../tenancy/rules/frequency.ts';
import { type Body, bodyOf, day, money, number, pence, strong, text, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { Report, ReportParams, Row } from '../report.ts';

type Home = { propertyId: string | null; propertyName: string | null };
type Part = (pence: number) => number;
/** A tenancy without a property follows the general shares. */
export const placeOf = ({ propertyId }: Home) => propertyId;
const tenancy = (id: string): Pick<Row, 'id' | 'record'> => ({ id, record: { kind: 'tenancy', id } });
const home = ({ propertyName }: Home) => (propertyName ? { more: propertyName } : {});

/** `id` is null for a home without a tenancy. */
export type Rented = Home & {
  id: string | null;
  names: string;
  start: string | null;
  end: string | null;
  frequency: Frequency | null;
  rent: number;
  rentAMonth: number;
  rentAYear: number;
  deposit: number;
};

export const rentedPart = (line: Rented, part: Part): Rented => ({
  ...line,
  rent: part(line.rent),
  rentAMonth: part(line.rentAMonth),
  rentAYear: part(line.rentAYear),
  deposit: part(line.deposit),
});

export function rentRoll(params: ReportParams, lines: readonly Rented[]): Body {
  const columns = [
    text('tenant', 'Tenant'),
    day('start', 'Start'),
    day('end', 'Fixed term ends'),
    text('frequency', 'Paid'),
    pence('rent', 'Rent'),
    strong(pence('month', 'Rent a month')),
    pence('deposit', 'Deposit'),
  ];
  const occupied = lines.filter(({ id }) => id !== null);
  const empty = lines.length - occupied.length;
  const rows = lines.map((line): Row => {
    const { id, propertyId, names, start, end, frequency, rent, rentAMonth, deposit } = line;
    const cells = [names, start, end, frequency && FREQUENCY_LABELS[frequency], rent, rentAMonth, deposit];
    if (id !== null) return { ...tenancy(id), ...home(line), cells };
    return {
      id: propertyId ?? '',
      ...(propertyId && { record: { kind: 'property', id: propertyId } as const }),
      ...home(line),
      cells: ['Empty', null, null, null, null, null, null],
    };
  });
  const sum = (of: (line: Rented) => number) => occupied.reduce((total, line) => total + of(line), 0);
  return bodyOf(params, [occupied.length, 'tenancy', 'tenancies'], {
    figures: [
      money(
        'Rent a month',
        sum(({ rentAMonth }) => rentAMonth),
      ),
      money(
        'Rent a year',
        sum(({ rentAYear }) => rentAYear),
      ),
      number('Empty homes', empty),
    ],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(occupied.length, 'tenancy', 'tenancies'), ['rent']),
    empty: { title: `No tenancies ${spanWords(params.span)}.`, words: 'Choose another day, or add a tenancy.' },
  });
}

export type Owing = Home & {
  id: string;
  names: string;
  owed: number;
  ages: number[];
  since: string;
  lastPaid: string | null;
};

/** Adds up the rounded ages, so that they equal the arrears. */
export function owingPart(line: Owing, part: Part): Owing {
  const ages = line.ages.map(part);
  return { ...line, ages, owed: ages.reduce((total, age) => total + age, 0) };
}

export function aged(params: ReportParams, lines: readonly Owing[]): Body {
  const columns = [
    text('tenant', 'Tenant'),
    strong(pence('owed', 'Owed')),
    ...AGES.map(({ id, label }) => pence(id, label)),
    day('since', 'Owed from'),
    day('paid', 'Last payment'),
  ];
  const rows = lines.map(
    (line): Row => ({
      ...tenancy(line.id),
      ...home(line),
      cells: [line.names, line.owed, ...AGES.map((_, place) => line.ages[place] ?? 0), line.since, line.lastPaid],
    }),
  );
  const sum = (of: (line: Owing) => number) => lines.reduce((total, line) => total + of(line), 0);
  return bodyOf(params, [lines.length, 'tenancy', 'tenancies'], {
    figures: [
      money(
        'Owed',
        sum(({ owed }) => owed),
      ),
      money(
        'Over 30 days',
        sum(({ ages }) => ages.slice(3).reduce((total, age) => total + age, 0)),
      ),
      number('Tenancies in arrears', lines.length),
    ],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(lines.length, 'tenancy', 'tenancies')),
    chart: null,
    notes: [
      { text: 'The age is counted from the due date of each charge, as in Rent. Amounts in dispute are included.' },
    ],
    empty: { title: `No arrears ${spanWords(params.span)}.`, words: 'Every charge due by then had been paid.' },
  });
}

export type Held = Home & {
  id: string;
  names: string;
  amount: number;
  received: string | null;
  scheme: string | null;
  reference: string | null;
  protectedOn: string | null;
  ended: boolean;
};

export const heldPart = (line: Held, part: Part): Held => ({ ...line, amount: part(line.amount) });

export function depositsHeld(params: ReportParams, lines: readonly Held[]): Body {
  const columns = [
    text('tenant', 'Tenant'),
    strong(pence('amount', 'Deposit')),
    day('received', 'Received'),
    text('scheme', 'Scheme'),
    text('reference', 'Reference'),
    day('protected', 'Protected'),
  ];
  const rows = lines.map(
    (line): Row => ({
      ...tenancy(line.id),
      ...home(line),
      cells: [line.names, line.amount, line.received, line.scheme, line.reference, line.protectedOn],
    }),
  );
  const amounts = lines.reduce((total, { amount }) => total + amount, 0);
  const bare = lines.filter(({ protectedOn }) => protectedOn === null).length;
  const undated = lines.filter(({ received }) => received === null).length;
  const ended = lines.filter((line) => line.ended).length;
  const notes = [
    ...(undated > 0
      ? [{ text: `${counted(undated, 'deposit')} without a date of receipt counted from the start of the tenancy.` }]
      : []),
    ...(ended > 0
      ? [
          {
            text: `${counted(ended, 'tenancy has', 'tenancies have')} ended, but you have not recorded the return of the deposit.`,
          },
        ]
      : []),
  ];
  return bodyOf(params, [lines.length, 'deposit'], {
    figures: [money('Held', amounts), number('Without a date of protection', bare)],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(lines.length, 'deposit')),
    notes,
    empty: { title: `No deposits held ${spanWords(params.span)}.`, words: 'Deposits are recorded with each tenancy.' },
  });
}

export type Balance = Home & { id: string; names: string; opening: number; charged: number; paid: number };

export const balancePart = (line: Balance, part: Part): Balance => ({
  ...line,
  opening: part(line.opening),
  charged: part(line.charged),
  paid: part(line.paid),
});

export function tenantBalances(params: ReportParams, lines: readonly Balance[]): Body {
  const columns = [
    text('tenant', 'Tenant'),
    pence('opening', 'Opening balance'),
    pence('charged', 'Charges'),
    pence('paid', 'Payments'),
    strong(pence('closing', 'Closing balance')),
  ];
  const rows = lines.map(
    ({ id, names, opening, charged, paid, ...place }): Row => ({
      id,
      narrow: { tenancy: id },
      ...home(place),
      cells: [names, opening, charged, -paid, opening + charged - paid],
    }),
  );
  return bodyOf(params, [lines.length, 'tenancy', 'tenancies'], {
    figures: [],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(lines.length, 'tenancy', 'tenancies')),
    notes: [{ text: 'Open a tenant for every charge and payment. Balances below zero are in credit.' }],
    empty: { title: `No charges or payments ${spanWords(params.span)}.`, words: 'Choose other dates.' },
  });
}

export function tenantStatement(params: ReportParams, statement: Statement): Body {
  const { parties, from, to, opening, lines, charged, paid, closing } = statement;
  const columns = [
    day('date', 'Date'),
    text('entry', 'Entry'),
    text('details', 'Details'),
    pence('charge', 'Charge'),
    pence('payment', 'Payment'),
    strong(pence('balance', 'Balance')),
  ];
  const facts: Report['facts'] = [
    { name: 'Landlord', value: parties.landlord },
    { name: 'Tenant', value: parties.tenants },
    ...(parties.property ? [{ name: 'Property', value: parties.property }] : []),
  ];
  return bodyOf({ span: { from, to }, facts: [...params.facts, ...facts] }, [lines.length, 'entry', 'entries'], {
    line: `${parties.tenants}${parties.property ? `, ${parties.property}` : ''}`,
    figures: [money('Charges', charged), money('Payments', paid), money(`Balance on ${formatDay(to)}`, closing)],
    columns,
    rows: [
      { id: 'opening', cells: [from, 'Opening balance', null, null, null, opening] },
      ...lines.map(({ date, title, details, charge, payment, balance }, place) => ({
        id: String(place),
        cells: [date, title, details || null, charge || null, payment || null, balance],
      })),
    ],
    totals: [null, 'Closing balance', null, charged, paid, closing],
    empty: { title: `No charges or payments ${spanWords({ from, to })}.`, words: 'Choose other dates.' },
  });
}
