import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOfx } from './ofx.ts';
import { readSource, readStatement } from './read-statement.ts';
import { type Lines, MAX_LINES, type Question, REFUSED, type Reading } from './statement.ts';

const reading: Reading = { fingerprint: (whole) => `print of ${whole}`, today: '2026-11-22' };
const bytesOf = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/statements/${name}`, import.meta.url));

function read(content: string | Uint8Array, overrides: Partial<Reading> = {}): Lines {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const statement = readStatement(readSource(bytes), { ...reading, ...overrides });
  if (statement.kind !== 'lines') throw new Error(JSON.stringify(statement));
  return statement;
}

function asked(content: string): Question {
  const statement = readStatement(readSource(new TextEncoder().encode(content)), reading);
  if (statement.kind !== 'ask') throw new Error(JSON.stringify(statement));
  return statement;
}

const reasons = ({ unreadable }: Lines) => unreadable.map(({ line, reason }) => `${line}: ${reason}`);
const HEAD = 'Number,Date,Account,Amount,Subcategory,Memo';
const barclays = (...rows: string[]) => read([HEAD, ...rows].join('\r\n'));

const brief = ({ lines }: Lines) => lines.map(({ line, date, amount, text }) => `${line} ${date} ${amount} ${text}`);

describe('The statement of', () => {
  it.each<[string, string, string[]]>([
    [
      'barclays.csv',
      'Barclays',
      [
        '2 2026-10-30 -4187 BRITISH GAS 850047112 DDR',
        '3 2026-10-28 -61235 A MORTGAGE LENDER 4471902',
        '4 2026-10-28 -61235 A MORTGAGE LENDER 4471902',
        '5 2026-10-01 115000 A TENANT 14CT ON 01 OCT BCC',
      ],
    ],
    [
      'hsbc.csv',
      'HSBC, first direct or Santander',
      [
        '1 2026-10-30 120000 A TENANT RENT CR',
        '2 2026-10-28 -4187 BRITISH GAS DD',
        '3 2026-10-13 -1230 ))) A SHOP LEEDS',
      ],
    ],
    [
      'first-direct.csv',
      'HSBC, first direct or Santander',
      ['2 2026-10-13 120000 A TENANT RENT', '3 2026-10-02 -4187 BRITISH GAS'],
    ],
    [
      'hsbc-columns.csv',
      'HSBC or first direct',
      ['2 2026-10-30 120000 A TENANT RENT', '3 2026-10-28 -4187 BRITISH GAS'],
    ],
    [
      'lloyds.csv',
      'Lloyds, Halifax or Bank of Scotland',
      ['2 2026-10-30 -4187 BRITISH GAS', '3 2026-10-29 95000 A TENANT RENT OCT'],
    ],
    [
      'natwest.csv',
      'NatWest, RBS or Ulster Bank',
      ['2 2026-10-30 -4187 BRITISH GAS , 850047112', '3 2026-10-29 95000 A TENANT , RENT , FP 29/10/26'],
    ],
    [
      'santander.csv',
      'Santander or Nationwide',
      ['2 2026-10-30 -4187 BRITISH GAS', '3 2026-10-29 95000 A TENANT RENT'],
    ],
    [
      'santander-plain.csv',
      'HSBC, first direct or Santander',
      [
        '2 2026-10-30 -4187 DIRECT DEBIT PAYMENT TO BRITISH GAS',
        '3 2026-10-05 95000 FASTER PAYMENTS RECEIPT FROM A TENANT',
      ],
    ],
    ['nationwide.csv', 'Nationwide', ['6 2026-10-30 -4187 BRITISH GAS', '7 2026-10-29 95000 A TENANT’S RENT']],
    [
      'nationwide-midata.csv',
      'Santander or Nationwide',
      ['2 2026-10-30 -4187 BRITISH GAS', '3 2026-10-29 95000 A TENANT RENT'],
    ],
    [
      'monzo.csv',
      'Monzo',
      ['2 2026-10-30 -4187 British Gas', '3 2026-10-29 95000 A Tenant', '5 2026-10-28 -141346 Deposits Pot'],
    ],
    ['monzo-2018.csv', 'Monzo', ['2 2018-07-01 -4187 BRITISH GAS', '3 2018-01-29 95000 A TENANT']],
    ['starling.csv', 'Starling', ['2 2026-10-30 -4187 British Gas', '3 2026-10-29 95000 A Tenant']],
    ['co-op.csv', 'The Co-operative Bank', ['2 2026-10-30 -4187 BRITISH GAS', '3 2026-10-29 95000 A TENANT RENT']],
    [
      'tenure.csv',
      'Tenure',
      ['3 2026-10-30 -4187 British Gas', '4 2026-10-29 95000 =A  Tenant', '5 2026-10-28 -120000 Roof'],
    ],
    ['bank.ofx', 'OFX', ['17 2026-10-30 -4187 BRITISH GAS 850047112 & DDR', '25 2026-10-29 95000 A TENANT RENT']],
    ['bank.qif', 'QIF', ['6 2026-10-30 -4187 BRITISH GAS 850047112', '11 2026-10-29 95000 A TENANT']],
  ])('%s is recognised and read', (file, name, lines) => {
    const statement = read(bytesOf(file));
    expect([statement.name, brief(statement), reasons(statement)]).toEqual([name, lines, []]);
  });

  it.each([
    ['barclays.csv', '****1185', '20-45-**', 'print of 20451212341185'],
    ['lloyds.csv', '****4417', '30-12-**', 'print of 30124500124417'],
    ['natwest.csv', '****4417', '60-00-**', 'print of 60001212344417'],
    ['bank.ofx', '****1185', '20-45-**', 'print of 20451212341185'],
  ])(
    '%s has a masked account, with the fingerprint of the whole number',
    (file, accountNumber, sortCode, fingerprint) => {
      const statement = read(bytesOf(file));
      expect(statement.account).toEqual({ accountNumber, sortCode, fingerprint });
      expect(JSON.stringify({ ...statement, account: undefined })).not.toMatch(/\d{4}(1185|4417)/);
    },
  );

  it('keeps ids, references and categories of a bank', () => {
    const { lines } = read(bytesOf('monzo.csv'));
    expect(lines[1]).toMatchObject({ externalId: 'tx_0000A2', reference: 'Rent, two lines', category: 'Income' });
    expect(read(bytesOf('starling.csv')).lines[1]).toMatchObject({
      externalId: null,
      reference: 'RENT OCT',
      category: 'INCOME',
    });
  });

  it('marks transfers to own pots, keeps the payment reference and leaves out card checks of Monzo', () => {
    const head = bytesOf('monzo.csv').toString().split('\n')[0] ?? '';
    const row = (kind: string, name: string, amount: string, notes: string, description: string) =>
      `tx_${name},28/10/2026,10:20:30,${kind},${name},,Transfers,${amount},GBP,${amount},GBP,${notes},,,${description},,,`;
    const { lines } = read(
      [
        head,
        row('Pot transfer', 'Deposits Pot', '-500.00', '', ''),
        row('Faster payment', 'MRS J DOYLE', '1495.00', '', 'DAN ROOM'),
        row('Faster payment', 'A Tenant', '950.00', 'by me', 'RENT'),
        row('Card payment', 'Tesco', '-4.00', '', 'Tesco'),
        row('Card payment', 'Google', '0.00', '', 'Active card check'),
      ].join('\n'),
    );
    expect(lines.map((line) => [line.category, line.reference, line.notPosted])).toEqual([
      ['Pot transfer', '', null],
      ['Transfers', 'DAN ROOM', null],
      ['Transfers', 'by me', null],
      ['Transfers', '', null],
      ['Transfers', 'Active card check', 'zero'],
    ]);
  });

  it('keeps categories and unpaid rows of an export from Tenure', () => {
    const { lines } = read(bytesOf('tenure.csv'));
    expect(lines.map(({ category, notPosted }) => `${category} ${notPosted}`)).toEqual([
      'utilities null',
      'rent null',
      'maintenance unpaid',
    ]);
  });

  it.each(['utf-16le', 'utf-16le without a mark', 'utf-16be'])('a bank in %s is read', (encoding) => {
    const text = bytesOf('starling.csv').toString();
    const bytes = Buffer.from(encoding.includes('without') ? text : `\uFEFF${text}`, 'utf16le');
    expect(brief(read(encoding === 'utf-16be' ? bytes.swap16() : bytes))).toHaveLength(2);
  });

  it('reads OFX as XML', () => {
    const sgml = bytesOf('bank.ofx').toString();
    const withoutLine = (file: string) => brief(read(file)).map((line) => line.replace(/^\d+ /, ''));
    const body = sgml.slice(sgml.indexOf('<OFX>')).replace(/<([A-Z]+)>([^<\r\n]+)/g, '<$1>$2</$1>');
    const prolog = '<?xml version="1.0"?><?OFX OFXHEADER="200"?>';
    expect(withoutLine(prolog + body)).toEqual(withoutLine(sgml));
  });
});

describe('A line that cannot be read', () => {
  it('is returned with its number, its masked text and the reason', () => {
    const statement = read(bytesOf('torn.csv'));
    expect(brief(statement)).toEqual(['4 2026-08-23 950 A SHOP']);
    expect(statement.unreadable).toEqual([
      {
        line: 2,
        shown: '31/09/2026, 20-45-** ****1185, -41.87, Direct Debit, BRITISH GAS',
        reason: 'there is no 31 Sep 2026',
        typed: { date: '31/09/2026', amount: '-41.87', text: 'BRITISH GAS' },
      },
      expect.objectContaining({ line: 3, reason: 'the amount has a letter O in it' }),
      expect.objectContaining({
        line: 5,
        shown: '03/08/2026, 20-45-** ****1185, -38.',
        reason: 'the file ends in the middle of this line',
      }),
    ]);
  });

  it.each([
    [',24/13/2026,,1,,X', 'there is no month 13'],
    [',,,1,,X', 'the date is missing'],
    [',soon,,1,,X', 'the date cannot be read'],
    [',24/08/1926,,1,,X', 'the date is before 1990'],
    [',24/08/2062,,1,,X', 'the date is more than five years away'],
    [',24/08/2026,,,,X', 'the amount is missing'],
    [',24/08/2026,,"1,50",,X', 'the amount cannot be read'],
    [',24/08/2026,,1.505,,X', 'the amount has more than two decimals'],
    [',24/08/2026,,100000000,,X', 'the amount is larger than £99,999,999.99'],
  ])('returns the reason for %s', (row, reason) => {
    expect(reasons(barclays(row, ',24/08/2026,,1,,X'))).toEqual([`2: ${reason}`]);
  });

  it.each([
    ['1', 100],
    ['+£1,234.50', 123_450],
    ['\u221212', -1200],
    ["'-12.5000", -1250],
    ['12.00 DR', -1200],
    ['CR 12.00', 1200],
    ['(3)', -300],
    ['GBP 0.00', 0],
  ])('reads the amount %s', (amount, pence) => {
    expect(barclays(`,24/08/2026,,"${amount}",,X`).lines).toMatchObject([{ amount: pence }]);
  });

  it('leaves other lines readable when its quotation mark is never closed', () => {
    const rows = [',24/08/2026,,1,,"X', ',25/08/2026,,2,,Y', ',26/08/2026,,3,,"Z"', ''];
    const torn = barclays(...rows);
    expect([...brief(torn), ...reasons(torn)].join('; ')).not.toContain(' 100 ');
    const alone = barclays(',24/08/2026,,1,,X', ',25/08/2026,,2,,"Y', ',26/08/2026,,3,,Z', '');
    expect(brief(alone)).toEqual(['2 2026-08-24 100 X', '4 2026-08-26 300 Z']);
    expect(reasons(alone)).toEqual(['3: the quotation marks do not match']);
    expect(reasons(barclays(',24/08/2026,,1,,X', ',25/08/2026,,2,,"Y'))).toEqual([
      '3: the file ends in the middle of this line',
    ]);
  });

  it('hides an account number that a spreadsheet has shortened', () => {
    const lloyds = bytesOf('lloyds.csv').toString().replaceAll('00124417', '124417').replace(',41.87,', ',41.8x,');
    const { account, unreadable } = read(lloyds);
    expect(unreadable[0]?.shown).toBe('30/10/2026, DD, 30-12-**, ****4417, BRITISH GAS, 41.8x, 2108.13');
    expect(account?.fingerprint).toBe('print of 30124500124417');
  });

  it('is returned when OFX or QIF is cut off', () => {
    const ofx = bytesOf('bank.ofx').toString();
    expect(reasons(read(ofx.slice(0, ofx.indexOf('<NAME>A TENANT'))))).toEqual([
      '25: the file ends in the middle of this line',
    ]);
    expect(reasons(read(bytesOf('bank.qif').toString().slice(0, -14)))).toEqual([
      '11: the file ends in the middle of this line',
    ]);
  });
});

describe('The order of day and month', () => {
  const plain = (...dates: string[]) => dates.map((date, at) => `${date},A TENANT,${at + 1}.00\n`).join('');

  it('follows from a day above 12, and is a question without one', () => {
    expect(brief(read(plain('03/04/2026', '13/04/2026')))[0]).toContain('2026-04-03');
    expect(brief(read(plain('04/03/2026', '04/13/2026')))[0]).toContain('2026-04-03');
    expect(asked(plain('03/04/2026', '05/04/2026'))).toMatchObject({
      what: 'order',
      samples: [['03/04/2026', 'A TENANT', '1.00'], expect.anything()],
    });
    expect(brief(read(plain('03/04/2026'), { order: 'mdy' }))[0]).toContain('2026-03-04');
    expect(asked('!Type:Bank\nD3/4/26\nT1\nPX\n^\n')).toMatchObject({ what: 'order', name: 'QIF' });
  });

  it('is the order of the bank, and a question when a date contradicts it', () => {
    expect(brief(barclays(',03/04/2026,,1,,X'))).toEqual(['2 2026-04-03 100 X']);
    expect(asked(`${HEAD}\n,04/13/2026,,1,,X\n`)).toMatchObject({ what: 'order', name: 'Barclays' });
  });
});

describe('Any other CSV', () => {
  const unknown = bytesOf('unknown.csv').toString();

  it('returns a question with its headings and a suggestion', () => {
    expect(asked(unknown)).toEqual({
      kind: 'ask',
      what: 'columns',
      name: undefined,
      header: 'posted\nnarrative\nwithdrawn\npaid in\nref\nbalance',
      headings: ['Posted', 'Narrative', 'Withdrawn', 'Paid in', 'Ref', 'Balance'],
      samples: [
        ['08/03/2026', 'BRITISH GAS', '41.87', '', '850047112', '10.00'],
        ['09/04/2026', 'A TENANT', '', '950.00', 'RENT', '51.87'],
      ],
      likely: { date: 0, amount: null, out: 2, into: 3, text: 1, reference: 4 },
    });
  });

  it('is read with the columns of the landlord', () => {
    const mapping = {
      date: 0,
      order: 'dmy',
      amount: null,
      out: 2,
      into: 3,
      side: null,
      reversed: false,
      text: 1,
      reference: 4,
    } as const;
    const { lines } = read(unknown, { mapping });
    expect(lines).toMatchObject([
      { line: 3, date: '2026-03-08', amount: -4187, text: 'BRITISH GAS', reference: '850047112' },
      { line: 4, date: '2026-04-09', amount: 95_000, text: 'A TENANT', reference: 'RENT' },
    ]);
    const one = { ...mapping, amount: 5, out: null, into: null, reversed: true };
    expect(read(unknown, { mapping: one }).lines.map(({ amount }) => amount)).toEqual([-1000, -5187]);
  });
});

it.each([
  ['', REFUSED.empty],
  ['%PDF-1.7 …', REFUSED.notText],
  ['PK\u0003\u0004…', REFUSED.notText],
  ['Dear landlord, the boiler is broken.', REFUSED.noTable],
  [`${HEAD}\n`, REFUSED.noLines],
  [
    '<OFX><CURDEF>EUR<STMTTRN><TRNAMT>1</STMTTRN>',
    'This statement is in EUR. You can only import statements in pounds.',
  ],
  [
    `${HEAD}\n,24/08/2026,20-45-12 12341185,1,,X\n,24/08/2026,20-45-12 12344417,1,,X\n`,
    'This file holds 2 accounts, ****1185 and ****4417. Download a file for one account.',
  ],
])('%j is refused', (content, reason) => {
  expect(readStatement(readSource(new TextEncoder().encode(content)), reading)).toEqual({ kind: 'refused', reason });
});

it.each([
  ['CSV', HEAD, ',24/08/2026,,1,,X\n'],
  ['QIF', '!Type:Bank', 'D24/08/2026\nT1\nPX\n^\n'],
  ['OFX', '<OFX>', '<STMTTRN><DTPOSTED>20260824<TRNAMT>1</STMTTRN>'],
])('%s of too many lines is refused', (_, head, line) => {
  const bytes = new TextEncoder().encode(`${head}\n${line.repeat(MAX_LINES + 1)}`);
  expect(readStatement(readSource(bytes), reading)).toEqual({ kind: 'refused', reason: REFUSED.tooMany });
});

it.each([
  ['20260630', '20260630'],
  ['20260630230000', '20260630'],
  ['20260630225959.999[0:GMT]', '20260630'],
  ['20260630230000[0:GMT]', '2026-07-01'],
  ['20260630230000.000[+1:BST]', '2026-06-30'],
  ['20260630120000[+5.5:IST]', '2026-06-30'],
  ['20261231190000[-5:EST]', '2027-01-01'],
  ['20260701000000[0:GMT]', '2026-07-01'],
  ['20260931000000[0:GMT]', '20260931'],
])('reads the time %s as the day %s in London', (posted, day) => {
  const [read] = readOfx(`<OFX><STMTTRN><DTPOSTED>${posted}<TRNAMT>1<NAME>A</STMTTRN>`).raw;
  expect(read?.date.replaceAll('-', '')).toBe(day.replaceAll('-', ''));
});
