import { z } from 'zod';
import { dayField } from '../../shared/schemas.ts';
import { guardCell } from '../../shared/text.ts';
import { rentState } from '../rent/listed.ts';
import { type Arrears, ArrearsQuery, type RentMonth, RentQuery } from '../rent/rent.ts';
import { plainPounds } from '../transaction-export/export.ts';

const FORMATS = ['pdf', 'csv'] as const;
export type DocumentFormat = (typeof FORMATS)[number];

const day = dayField('Enter a date').optional();

export const StatementQuery = z.object({
  from: day.describe('The first day; defaults to the first ledger entry'),
  to: day.describe('The last day, up to today; defaults to today'),
  format: z.enum(FORMATS).default('pdf'),
});

export const RentExportQuery = RentQuery.omit({ limit: true, skip: true });
export const ArrearsExportQuery = ArrearsQuery.omit({ limit: true, skip: true });

const typed = (text: string | null) => guardCell(text ?? '');

export const MONTH_COLUMNS =
  'Tenant,Property,Due,Charged,Received,Outstanding,Late,Paid on,Total owed,Owed from,In dispute,In credit,State'.split(
    ',',
  );

export function monthRows({ items, today }: Pick<RentMonth, 'items' | 'today'>): string[][] {
  return items.map((line) => {
    const { words, more } = rentState(line, today);
    return [
      typed(line.names),
      typed(line.propertyName),
      line.due,
      ...[line.charged, line.received, line.left, line.late].map(plainPounds),
      line.lastPaid?.date ?? '',
      plainPounds(line.owed),
      line.since ?? '',
      plainPounds(line.disputed),
      plainPounds(line.credit),
      [words, more].filter(Boolean).join('; '),
    ];
  });
}

export const ARREARS_COLUMNS =
  'Tenant,Property,Owed,In dispute,Owed from,Days,Rent a month,Last payment on,Last payment'.split(',');

export function arrearsRows({ items }: Pick<Arrears, 'items'>): string[][] {
  return items.map((line) => [
    typed(line.names),
    typed(line.propertyName),
    plainPounds(line.owed),
    plainPounds(line.disputed),
    line.since,
    String(line.days),
    plainPounds(line.rentAMonth),
    line.lastPayment?.date ?? '',
    line.lastPayment ? plainPounds(line.lastPayment.amount) : '',
  ]);
}
