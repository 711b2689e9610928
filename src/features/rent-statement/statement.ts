/** A tenancy's rent statement for a period. Amounts are pence. */

import type { PdfDocument } from '../../server/pdf/pdf-document.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { guardCell } from '../../shared/text.ts';
import { ENTRY_LABELS, type Ledger, type LedgerEntry } from '../rent/ledger/ledger.ts';
import { plainPounds } from '../transaction-export/export.ts';

export type Parties = { landlord: string; property: string | null; tenants: string };

type Line = { date: string; title: string; details: string; charge: number; payment: number; balance: number };

export type Statement = {
  parties: Parties;
  from: string;
  to: string;
  /** Balance before `from`; negative for credit. */
  opening: number;
  lines: Line[];
  charged: number;
  /** Payments and other credits. */
  paid: number;
  closing: number;
};

const HEADINGS = ['Date', 'Entry', 'Details', 'Charge', 'Payment', 'Balance'] as const;
const NO_PROPERTY = 'None';

/** Builds the statement from `from` to `to`, both inclusive. `ledger` must include all entries up to `to`. */
export function statementOf({
  parties,
  ledger,
  from,
  to,
}: {
  parties: Parties;
  ledger: Pick<Ledger, 'entries'>;
  from: string;
  to: string;
}): Statement {
  const oldestFirst = ledger.entries.toReversed();
  const opening = oldestFirst.findLast(({ date }) => date < from)?.balance ?? 0;
  const lines = oldestFirst
    .filter(({ date }) => date >= from && date <= to)
    .map((entry) => ({
      date: entry.date,
      ...entryWords(entry, parties.tenants),
      charge: Math.max(0, entry.amount),
      payment: Math.max(0, -entry.amount),
      balance: entry.balance,
    }));
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    parties,
    from,
    to,
    opening,
    lines,
    charged: sum(({ charge }) => charge),
    paid: sum(({ payment }) => payment),
    closing: lines.at(-1)?.balance ?? opening,
  };
}

type Named = Pick<LedgerEntry, 'kind' | 'from' | 'to' | 'method' | 'note' | 'disputedOn'>;

export function entryWords(
  { kind, from, to, method, note, disputedOn }: Named,
  names: string,
): { title: string; details: string } {
  const title = kind === 'charge' ? note : ENTRY_LABELS[kind];
  // Finance names a payment after its tenants, which would be redundant here.
  const shownNote = note === title || note === `Rent, ${names}` ? '' : note;
  const days = from && to ? `${formatDay(from)} – ${formatDay(to)}` : '';
  const dispute = disputedOn ? `in dispute since ${formatDay(disputedOn)}` : '';
  return { title, details: [days, method, shownNote, dispute].filter(Boolean).join(', ') };
}

const formatBalance = (pence: number) => (pence < 0 ? `${formatPence(-pence)} in credit` : formatPence(pence));
const formatSum = (pence: number) => (pence === 0 ? '' : formatPence(pence));

export function factsOf({ landlord, property, tenants }: Parties): PdfDocument['facts'] {
  return [
    { name: 'Landlord', value: landlord },
    { name: 'Property', value: property ?? NO_PROPERTY },
    { name: tenants.includes(', ') ? 'Tenants' : 'Tenant', value: tenants },
  ];
}

export function statementDocument({
  parties,
  from,
  to,
  opening,
  lines,
  charged,
  paid,
  closing,
}: Statement): PdfDocument {
  return {
    title: 'Rent statement',
    day: to,
    facts: [
      ...factsOf(parties),
      { name: 'Period', value: `${formatDay(from)} – ${formatDay(to)}` },
      { name: `Balance on ${formatDay(to)}`, value: formatBalance(closing) },
    ],
    columns: [
      { title: 'Date', share: 0.14 },
      { title: 'Entry', share: 0.41 },
      { title: 'Charge', share: 0.14, end: true },
      { title: 'Payment', share: 0.14, end: true },
      { title: 'Balance', share: 0.17, end: true },
    ],
    rows: [
      { cells: [formatDay(from), 'Opening balance', '', '', formatPence(opening)], bold: true },
      ...lines.map(({ date, title, details, charge, payment, balance }) => ({
        cells: [formatDay(date), title, formatSum(charge), formatSum(payment), formatPence(balance)],
        ...(details && { more: details }),
      })),
      { cells: [formatDay(to), 'Total', formatPence(charged), formatPence(paid), formatPence(closing)], bold: true },
    ],
    foot: 'A positive balance is owed. A negative balance is in credit.',
  };
}

export function statementCsv(statement: Statement): string[][] {
  const { parties, from, to, opening, lines, charged, paid, closing } = statement;
  return [
    ...factsOf(parties).map(({ name, value }) => [name, guardCell(value)]),
    [...HEADINGS],
    [from, 'Opening balance', '', '', '', plainPounds(opening)],
    ...lines.map(({ date, title, details, charge, payment, balance }) => [
      date,
      guardCell(title),
      guardCell(details),
      charge > 0 ? plainPounds(charge) : '',
      payment > 0 ? plainPounds(payment) : '',
      plainPounds(balance),
    ]),
    [to, 'Total', '', plainPounds(charged), plainPounds(paid), plainPounds(closing)],
  ];
}
