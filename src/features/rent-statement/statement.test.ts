import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../server/pdf/pdf.server.ts';
import type { LedgerEntry } from '../rent/ledger/ledger.ts';
import { receiptDocument } from './receipt.ts';
import { statementCsv, statementDocument, statementOf } from './statement.ts';

const parties = {
  landlord: 'Zoë O’Brien',
  property: '8 Station Row, Bristol',
  tenants: 'Łukasz Nowak, =HYPERLINK("x")',
};
const entry = (
  fields: Partial<LedgerEntry> & Pick<LedgerEntry, 'kind' | 'date' | 'amount' | 'balance'>,
): LedgerEntry => ({
  id: `${fields.date}${fields.kind}`,
  from: null,
  to: null,
  method: null,
  note: '',
  disputedOn: null,
  settled: 0,
  ...fields,
});

/** Newest first, like a ledger: £1,200.00 a month, with January paid £50.00 short and a charge for a window pane. */
const entries = [
  entry({ kind: 'payment', date: '2026-02-03', amount: -130_000, balance: -500, note: `Rent, ${parties.tenants}` }),
  entry({ kind: 'rent', date: '2026-02-01', amount: 120_000, balance: 129_500, from: '2026-02-01', to: '2026-02-28' }),
  entry({
    kind: 'charge',
    date: '2026-01-20',
    amount: 4_500,
    balance: 9_500,
    note: '=1+1 pane',
    disputedOn: '2026-01-22',
  }),
  entry({ kind: 'payment', date: '2026-01-02', amount: -115_000, balance: 5_000, note: 'STANDING ORDER' }),
  entry({ kind: 'rent', date: '2026-01-01', amount: 120_000, balance: 120_000, from: '2026-01-01', to: '2026-01-31' }),
];
const statement = (from: string, to: string) => statementOf({ parties, ledger: { entries }, from, to });

describe('a rent statement', () => {
  it('starts with the opening balance and ends with totals that explain the closing balance', () => {
    const { opening, charged, paid, closing } = statement('2026-01-15', '2026-02-28');
    // 1,200 − 1,150 = 50 before; 45 + 1,200 charged and 1,300 paid; 50 + 1,245 − 1,300 = −5.
    expect({ opening, charged, paid, closing }).toEqual({
      opening: 5_000,
      charged: 124_500,
      paid: 130_000,
      closing: -500,
    });
  });

  it('shows the opening balance for a period without entries', () => {
    expect(statement('2026-01-05', '2026-01-06')).toMatchObject({ opening: 5_000, lines: [], closing: 5_000 });
  });

  it('shows each entry’s title, period, dispute and balance', () => {
    const { facts, rows } = statementDocument(statement('2026-01-15', '2026-02-28'));
    expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Landlord: Zoë O’Brien',
      'Property: 8 Station Row, Bristol',
      'Tenants: Łukasz Nowak, =HYPERLINK("x")',
      'Period: 15 Jan 2026 – 28 Feb 2026',
      'Balance on 28 Feb 2026: £5.00 in credit',
    ]);
    expect(rows).toEqual([
      { cells: ['15 Jan 2026', 'Opening balance', '', '', '£50.00'], bold: true },
      { cells: ['20 Jan 2026', '=1+1 pane', '£45.00', '', '£95.00'], more: 'in dispute since 22 Jan 2026' },
      { cells: ['01 Feb 2026', 'Rent', '£1,200.00', '', '£1,295.00'], more: '01 Feb 2026 – 28 Feb 2026' },
      { cells: ['03 Feb 2026', 'Payment', '', '£1,300.00', '−£5.00'] },
      { cells: ['28 Feb 2026', 'Total', '£1,245.00', '£1,300.00', '−£5.00'], bold: true },
    ]);
  });

  it('escapes formulas in typed text as CSV', () => {
    expect(statementCsv(statement('2026-01-15', '2026-01-31'))).toEqual([
      ['Landlord', 'Zoë O’Brien'],
      ['Property', '8 Station Row, Bristol'],
      ['Tenants', 'Łukasz Nowak, =HYPERLINK("x")'],
      ['Date', 'Entry', 'Details', 'Charge', 'Payment', 'Balance'],
      ['2026-01-15', 'Opening balance', '', '', '', '50.00'],
      ['2026-01-20', "'=1+1 pane", 'in dispute since 22 Jan 2026', '45.00', '', '95.00'],
      ['2026-01-31', 'Total', '', '45.00', '0.00', '95.00'],
    ]);
  });
});

describe('a receipt', () => {
  it('lists the charges that the payment paid and the remaining credit', () => {
    const { from, to, kind, date, method, note, disputedOn } = entry({
      kind: 'rent',
      date: '2026-02-01',
      amount: 120_000,
      balance: 0,
      from: '2026-02-01',
      to: '2026-02-28',
    });
    const paid = [{ from, to, kind, date, method, note, disputedOn, amount: 120_000 }];
    const fields = { parties, date: '2026-02-03', amount: 130_000, reference: 'NOWAK', paid, balance: -10_000 };
    const { rows, facts } = receiptDocument(fields);
    expect(rows).toEqual([
      { cells: ['01 Feb 2026', 'Rent', '£1,200.00'], more: '01 Feb 2026 – 28 Feb 2026' },
      { cells: ['', 'Credit for future rent', '£100.00'] },
      { cells: ['', 'Total', '£1,300.00'], bold: true },
    ]);
    expect(facts.slice(3).map(({ value }) => value)).toEqual([
      '03 Feb 2026',
      '£1,300.00',
      'NOWAK',
      '£100.00 in credit',
    ]);
  });
});

describe('a paper as PDF', () => {
  it('has identical bytes for identical data only', async () => {
    const paper = statementDocument(statement('2026-01-01', '2026-02-28'));
    const first = Buffer.from(await pdfOf(paper));
    expect(Buffer.from(await pdfOf(paper)).equals(first)).toBe(true);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.includes('(D:20260228000000Z)')).toBe(true);
    const later = Buffer.from(await pdfOf({ ...paper, day: '2026-03-01' }));
    expect(later.equals(first)).toBe(false);
  });

  it.each([
    'محمد علي',
    'דוד (דודי) לוי',
    '王小明 and 佐藤 さくら',
    '김민수',
    'नरेन्द्र शर्मा',
    'สมชาย ใจดี',
    'Γιώργος Παπαδόπουλος',
    'Nguyễn Thị Hồng',
    'Zoë 👩‍👩‍👧 𓀀',
  ])('has a letter or a visible substitute for each sign of %s', async (name) => {
    const paper = statementDocument(statement('2026-01-01', '2026-02-28'));
    const facts = [{ name: 'Tenants', value: name }, ...paper.facts];
    const glyphs = glyphsIn(Buffer.from(await pdfOf({ ...paper, facts })));
    expect([glyphs.length > 100, glyphs.filter((glyph) => /^0*$/.test(glyph))]).toEqual([true, []]);
  });
});

/** Glyphs in a PDF as written by pdfkit: four digits each; 0000 is the missing-glyph box. */
function glyphsIn(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs);
  const texts = Array.from(streams, ([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'));
  return texts
    .flatMap((text) => Array.from(text.matchAll(/\[(.*?)\] TJ/g), ([, shown = '']) => shown))
    .flatMap((shown) =>
      Array.from(shown.matchAll(/<([0-9a-f]+)>/g), ([, digits = '']) => digits.match(/.{4}/g) ?? []).flat(),
    );
}
