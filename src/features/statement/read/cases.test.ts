/** Regression cases: files that were once read incorrectly, with the correct result. */
import { describe, expect, it } from 'vitest';
import type { Mapping } from './mapping.ts';
import { readSource, readStatement } from './read-statement.ts';
import type { Reading, Statement } from './statement.ts';

const reading: Reading = { fingerprint: (whole) => whole, today: '2026-11-22' };
const read = (text: string, overrides: Partial<Reading> = {}) =>
  readStatement(readSource(new TextEncoder().encode(text)), { ...reading, ...overrides });

/** Returns lines such as '2: -4187 GAS' and '3: it is in EUR …', a question's suggestion, or a refusal's reason. */
function outcome(statement: Statement): unknown {
  if (statement.kind === 'refused') return statement.reason;
  if (statement.kind === 'ask') return statement.likely;
  const { lines, unreadable } = statement;
  return [
    ...lines.map((at) => [at.line, [`${at.amount} ${at.text}`, at.notPosted].filter(Boolean).join(', ')]),
    ...unreadable.map(({ line, reason }) => [line, reason]),
  ]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([line, words]) => `${line}: ${words}`);
}

const lines = (...rows: string[]) => `${rows.join('\n')}\n`;
const one: Mapping = {
  date: 0,
  order: 'dmy',
  amount: 2,
  out: null,
  into: null,
  side: null,
  reversed: false,
  text: 1,
  reference: null,
};
const EUR = 'it is in EUR, and you can only import pounds';
const TRANSFER = '!Account|NRental account|TBank|^|!Type:Bank|D16/04/2026|T-200.00|PTO PRIVATE|^'.split('|');

describe('QIF', () => {
  const single = (...before: string[]) => lines(...before, 'D13/04/2026', 'T750.00', 'PRENT', '^');
  const day = (date: string) => `!Type:Bank\nD${date}\nT750.00\nPRENT\n^\n`;
  it.each<[string, string, unknown]>([
    [
      'of two accounts is refused',
      lines(
        ...TRANSFER,
        '!Account',
        'NPrivate account',
        '^',
        '!Type:Bank',
        'D16/04/2026',
        'T200.00',
        'PFROM RENTAL',
        '^',
      ),
      'This file holds 2 accounts, Rental account and Private account. Download a file for one account.',
    ],
    [
      'of a bank and a card is refused',
      lines('!Type:Bank', 'D16/04/2026', 'T1', 'PA', '^', '!Type:CCard', 'D16/04/2026', 'T2', 'PB', '^'),
      'This file holds 2 accounts, a bank account and a credit card. Download a file for one account.',
    ],
    [
      'that lists accounts and has rows of one is read',
      lines('!Account', 'NPrivate account', 'TBank', '^', ...TRANSFER),
      ['10: -20000 TO PRIVATE'],
    ],
    [
      'that begins with !Clear is read',
      single('!Clear:AutoSwitch', '!Option:AutoSwitch', '!Type:Bank'),
      ['4: 75000 RENT'],
    ],
    ['without a type is read', single(), ['1: 75000 RENT']],
    ["with the day 28.02'2009 is read", day("28.02'2009"), ['2: 75000 RENT']],
    ["with the day 13/11' 2 is read", day("13/11' 2"), ['2: 75000 RENT']],
  ])('%s', (_, text, wanted) => {
    expect(outcome(read(text))).toEqual(wanted);
  });

  it('imports the total of a split entry, with a warning', () => {
    const text = lines('!Type:Bank', 'D13/04/2026', 'T750.00', 'PRENT', 'SRent', '$700.00', 'SWater', '$50.00', '^');
    const statement = read(text);
    expect(outcome(statement)).toEqual(['2: 75000 RENT']);
    expect(statement).toMatchObject({
      warnings: ['1 row is split into parts in this file. We will import each with its total.'],
    });
  });
});

describe('A debit/credit column', () => {
  const file = (heading: string, [out, into]: [string, string]) =>
    lines(`Posted,Narrative,Amount,${heading}`, `13/04/2026,GAS,41.87,${out}`, `14/04/2026,RENT,750.00,${into}`);
  it.each<[string, [string, string]]>([
    ['DR/CR', ['DR', 'CR']],
    ['Debit or Credit', ['DBIT', 'CRDT']],
    ['Transaction type', ['Debit', 'Credit']],
    ['Direction', ['OUT', 'IN']],
    ['D/C', ['D', 'C']],
    ['Sign', ['-', '+']],
  ])('is suggested and sets the sign when named %s', (heading, words) => {
    const text = file(heading, words);
    expect(outcome(read(text))).toMatchObject({ date: 0, amount: 2, side: 3, text: 1 });
    const wanted = ['2: -4187 GAS', '3: 75000 RENT'];
    expect(outcome(read(text, { mapping: { ...one, side: 3 } }))).toEqual(wanted);
    expect(outcome(read(text, { mapping: { ...one, side: 3, reversed: true } }))).toEqual(wanted);
  });

  it('reads empty cells as the other side when it names one side only', () => {
    const outcomeOf = (words: [string, string]) => outcome(read(file('CR', words), { mapping: { ...one, side: 3 } }));
    expect(outcomeOf(['', 'CR'])).toEqual(['2: -4187 GAS', '3: 75000 RENT']);
    expect(outcomeOf(['DR', ''])).toEqual(['2: -4187 GAS', '3: 75000 RENT']);
    expect(outcomeOf(['DR', 'x'])).toEqual(['2: -4187 GAS', '3: it is not marked as money in or money out']);
  });

  it('warns that every row counts as money in when it is not chosen', () => {
    const statement = read(file('Kind', ['A', 'B']), { mapping: one });
    expect(statement).toMatchObject({
      warnings: ['Every row counts as money in. If that is wrong, change the columns.'],
    });
  });
});

it('reads the side from DR and CR in the amount, and from the setting without them', () => {
  const text = lines(
    'Date,Details,Value',
    '13/04/2026,B&Q,120.00',
    '14/04/2026,PAID,750.00 CR',
    '15/04/2026,REFUND,20.00CR',
    '16/04/2026,FEE,DR 3.00',
  );
  const marked = ['3: 75000 PAID', '4: 2000 REFUND', '5: -300 FEE'];
  expect(outcome(read(text, { mapping: { ...one, reversed: true } }))).toEqual(['2: -12000 B&Q', ...marked]);
  expect(outcome(read(text, { mapping: one }))).toEqual(['2: 12000 B&Q', ...marked]);
});

describe('Another currency', () => {
  const MONZO =
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description';
  const ofx = (...currencies: string[]) =>
    `<OFX>${currencies.map((of) => `<STMTRS><CURDEF>${of}<BANKTRANLIST><STMTTRN><DTPOSTED>20260413<TRNAMT>-12.00<NAME>${of}</STMTTRN></BANKTRANLIST></STMTRS>`).join('\n')}</OFX>`;
  it.each<[string, string, Partial<Reading>, unknown]>([
    [
      'in a column',
      lines('Posting,Narr,Amount,Ccy', '13/04/2026,CAFE,-12.00,EUR', '14/04/2026,RENT,750.00,GBP'),
      { mapping: one },
      [`2: ${EUR}`, '3: 75000 RENT'],
    ],
    [
      'in a column without headings',
      lines('13/04/2026,CAFE,-12.00,EUR', '14/04/2026,RENT,750.00,GBP'),
      { mapping: one },
      [`1: ${EUR}`, '2: 75000 RENT'],
    ],
    [
      'of a Monzo row',
      lines(
        MONZO,
        'tx_1,13/04/2026,10:00,Card,CAFE,,Eating,-12.00,EUR,-12.00,EUR,,,,CAFE',
        'tx_2,14/04/2026,10:00,Card,BAR,,Eating,-10.50,GBP,-12.00,EUR,,,,BAR',
      ),
      {},
      [`2: ${EUR}`, '3: -1050 BAR'],
    ],
    [
      'in the amount',
      lines('Posting,Narr,Value', '13/04/2026,CAFE,€12.00', '14/04/2026,RENT,750'),
      { mapping: one },
      [`2: ${EUR}`, '3: 75000 RENT'],
    ],
    [
      'in the heading',
      lines('Posting,Narr,Amount (EUR)', '13/04/2026,CAFE,-12.00', '14/04/2026,RENT,750'),
      { mapping: one },
      'This statement is in EUR. You can only import statements in pounds.',
    ],
    ['of one of two OFX statements', ofx('EUR', 'GBP'), {}, [`1: ${EUR}`, '2: -1200 GBP']],
    ['of the other of two OFX statements', ofx('GBP', 'EUR'), {}, ['1: -1200 GBP', `2: ${EUR}`]],
    [
      'of one OFX transaction',
      '<OFX><CURDEF>GBP<STMTTRN><DTPOSTED>20260413<TRNAMT>-12<NAME>A<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY></STMTTRN>\n<STMTTRN><DTPOSTED>20260413<TRNAMT>-10<NAME>B<ORIGCURRENCY><CURSYM>EUR</ORIGCURRENCY></STMTTRN>',
      {},
      [`1: ${EUR}`, '2: -1000 B'],
    ],
  ])('%s is not imported as pounds', (_, text, given, wanted) => {
    expect(outcome(read(text, given))).toEqual(wanted);
  });
});

describe('Rows without a completed payment', () => {
  const REVOLUT = [
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    'TRANSFER,Current,2026-04-13 10:00:00,2026-04-13 10:00:05,To PLUMBER LTD,-100.00,1.20,GBP,COMPLETED,898.80',
    'CARD_PAYMENT,Current,2026-04-14 10:00:00,,B&Q,-50.00,0.00,GBP,REVERTED,',
    'CARD_PAYMENT,Current,2026-04-15 10:00:00,,SCREWFIX,-20.00,0.00,GBP,PENDING,',
  ];
  const wanted = ['2: -10120 To PLUMBER LTD', '3: -5000 B&Q, reverted', '4: -2000 SCREWFIX, pending'];

  it('are marked, and fees are included in the amount', () => {
    const statement = read(lines(...REVOLUT));
    expect(outcome(statement)).toEqual(wanted);
    expect(statement).toMatchObject({
      name: 'Revolut',
      warnings: ['We subtracted bank fees of £1.20 from the amounts of 1 row.'],
    });
  });

  it('are marked, and the completed date suggested, in an unknown layout', () => {
    const text = lines(...REVOLUT.map((row) => row.replace('Product,', 'Pot,')));
    expect(outcome(read(text))).toMatchObject({ date: 3, amount: 5, text: 4 });
    expect(outcome(read(text, { mapping: { ...one, order: 'ymd', date: 3, amount: 5, text: 4 } }))).toEqual(wanted);
  });

  it.each<[string, string | undefined]>([
    ['Completed', undefined],
    ['', undefined],
    ['Declined', 'declined'],
    ['CANCELLED', 'cancelled'],
    ['Failed', 'declined'],
    ['Refunded', undefined],
  ])('with the state %j', (state, notPosted) => {
    const text = lines('Date,Text,Amount,Status', `13/04/2026,GAS,-12.00,${state}`);
    expect(outcome(read(text, { mapping: one }))).toEqual([`2: -1200 GAS${notPosted ? `, ${notPosted}` : ''}`]);
  });

  it('are refused when they are from two products', () => {
    expect(outcome(read(lines(...REVOLUT, String(REVOLUT[1]).replace('Current', 'Savings'))))).toContain(
      'This file holds 2 accounts, Current and Savings.',
    );
  });
});

describe('The layout of', () => {
  it.each<[string, string, string[]]>([
    [
      'Revolut Business',
      lines(
        'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Payment currency,Amount,Total amount,Fee,Balance,Account',
        '2026-04-13,2026-04-14,a,TRANSFER,COMPLETED,To PLUMBER,JOB 4,,GBP,-100.00,-101.20,1.20,898.80,Main',
      ),
      ['2: -10120 To PLUMBER'],
    ],
    [
      'Wise',
      lines(
        '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Total fees"',
        'T-1,13-04-2026,-100.50,GBP,Sent money to PLUMBER,JOB,899.50,0.50',
      ),
      ['2: -10050 Sent money to PLUMBER'],
    ],
    [
      'PayPal',
      lines(
        '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"',
        '"13/04/2026","10:00:00","BST","A TENANT","Payment","Completed","GBP","750.00","-10.00","740.00","1"',
        '"14/04/2026","10:00:00","BST","A SHOP","Payment","Pending","GBP","-5.00","0.00","-5.00","2"',
      ),
      ['2: 74000 A TENANT', '3: -500 A SHOP, pending'],
    ],
    [
      'Chase',
      lines(
        'Date,Time,Transaction Type,Transaction Description,Amount,Currency,Balance',
        '13 April 2026,12:07,Transfer,To PLUMBER,-45.67,GBP,954.33',
      ),
      ['2: -4567 To PLUMBER'],
    ],
    [
      'American Express',
      lines(
        'Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,Town/City,Postcode,Country,Reference,Category',
        '13/04/2026,B&Q,120.00,,,,,,,,',
        '14/04/2026,PAYMENT RECEIVED - THANK YOU,-750.00,,,,,,,,',
      ),
      ['2: -12000 B&Q', '3: 75000 PAYMENT RECEIVED - THANK YOU'],
    ],
  ])('%s is recognised and read', (name, text, wanted) => {
    const statement = read(text);
    expect([statement.kind === 'lines' && statement.name, outcome(statement)]).toEqual([name, wanted]);
  });

  it('returns a question when a card statement has the headings of a bank', () => {
    const text = lines('Date,Description,Amount', '13/04/2026,B&Q,120.00', '14/04/2026,PAYMENT RECEIVED,-750.00');
    expect(read(text)).toMatchObject({ kind: 'ask', what: 'columns', likely: { amount: 2, reversed: true } });
  });
});

describe('CSV', () => {
  const RENT = ['RENT, FLAT 2, MR SMITH, REF 44, APRIL', 'GAS, A, B, C, D'];
  const by = (mark: string) =>
    lines(
      ...[
        ['Date', 'Description', 'Amount'],
        ['13/04/2026', RENT[0], '750.00'],
        ['14/04/2026', RENT[1], '-41.87'],
      ].map((cells) => cells.join(mark)),
    );
  const both = [`2: 75000 ${RENT[0]}`, `3: -4187 ${RENT[1]}`];
  const gas = (day: string) => [lines('Date,Description,Amount', `${day},RENT,750`), ['2: 75000 RENT']] as const;
  it.each<[string, string, unknown]>([
    [
      'with blanks before quotation marks',
      lines('Date, Description, Amount', '13/04/2026, "RENT, FLAT 2", " 7.59"', '14/04/2026, "GAS" , "-41.87"'),
      ['2: 759 RENT, FLAT 2', '3: -4187 GAS'],
    ],
    ['of semicolons', by(';'), both],
    ['of tabs', by('\t'), both],
    ['of vertical bars', by('|'), both],
    ['that names its separator', `sep=;\n${by(';')}`, [`3: 75000 ${RENT[0]}`, `4: -4187 ${RENT[1]}`]],
    [
      'with a text of several lines, commas and figures',
      lines(
        'Date,Description,Amount',
        '13/04/2026,"J SMITH',
        'FLAT 2, 10 HIGH STREET, LEEDS, LS1 1AA',
        'REF 12, 34",750.00',
        '14/04/2026,GAS,-41.87',
      ),
      ['2: 75000 J SMITH FLAT 2, 10 HIGH STREET, LEEDS, LS1 1AA REF 12, 34', '5: -4187 GAS'],
    ],
    [
      'with marks inside a text',
      lines(
        'Date,Description,Amount',
        '13/04/2026,"THE "BEST" SHOP",1',
        '14/04/2026,"A ""B""",2',
        '15/04/2026,5" PIPE,3',
      ),
      ['2: 100 THE "BEST" SHOP', '3: 200 A "B"', '4: 300 5" PIPE'],
    ],
    ...['1,200.00-', '1200.00 -', '£(1,200.00)', '-(1200)', '(£1,200)', '- £1,200', '1200.00 DR'].map(
      (amount): [string, string, unknown] => [
        `with the amount ${amount}`,
        lines('Date,Description,Amount', `13/04/2026,GAS,"${amount}"`),
        ['2: -120000 GAS'],
      ],
    ),
    ...[
      'Wed 15 Apr 2026',
      'Apr 15, 2026',
      '15\u00A0Apr\u00A02026',
      '\u200E15/04/2026',
      'Wednesday, 15th April 2026',
      '2026/4/15',
      '15 Apr 2026, 10:05',
    ].map((day): [string, string, unknown] => [`with the day ${day}`, ...gas(`"${day}"`)]),
  ])('%s is read', (_, text, wanted) => {
    expect(outcome(read(text))).toEqual(wanted);
  });

  it.each([9, 10, 25, 50])('with %i lines above the table is read', (count) => {
    const above = Array.from({ length: count }, (_, at) => `Account info ${at},value`);
    const table = ['Date,Transaction type,Description,Paid out,Paid in,Balance', '13/04/2026,CR,RENT,,£750.00,£9'];
    expect(outcome(read(lines(...above, ...table)))).toEqual([`${count + 2}: 75000 RENT`]);
    const unknown = ['Posted,Kind,Text,Sum', '13/04/2026,CR,RENT,750.00'];
    const mapping = { ...one, amount: 3, text: 2 };
    expect(outcome(read(lines(...above, ...unknown), { mapping }))).toEqual([`${count + 2}: 75000 RENT`]);
  });

  it('reads a dash as an empty amount', () => {
    const text = lines('Date,Text,Paid out,Paid in', '13/04/2026,RENT,-,750.00', '14/04/2026,GAS,41.87,–');
    const mapping = { ...one, amount: null, out: 2, into: 3 };
    expect(outcome(read(text, { mapping }))).toEqual(['2: 75000 RENT', '3: -4187 GAS']);
  });

  it('reads Windows-1252 with a stray pair of UTF-8 bytes', () => {
    const bytes = Buffer.from('Date,Description,Amount\n13/04/2026,Caf\u00C3\u00A9 \u0080 Zo\u00EB,-1\n', 'latin1');
    expect(outcome(readStatement(readSource(bytes), reading))).toEqual(['2: -100 Café € Zoë']);
  });
});

describe('OFX', () => {
  const ofx = (fields: string) => `<OFX><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260413<TRNAMT>-1${fields}</STMTTRN>`;
  it.each<[string, string, string]>([
    ['CDATA', '<NAME><![CDATA[J & K SMITH <RENT> &amp;]]>', 'J & K SMITH <RENT> &amp;'],
    ['mark-up', '<MEMO>LINE ONE $10.00<BR/>Date 23 Feb 2026<br>Card', 'LINE ONE $10.00 Date 23 Feb 2026 Card'],
    ['entities', '<MEMO>COPY &#xE9; &eacute; &copy; &Eacute;&#8364; &unknown;', 'COPY é é © É€ &unknown;'],
    ['a bare angle bracket', '<MEMO>RENT < 5 > 3', 'RENT < 5 > 3'],
    ['a longer name', '<NAME>J SMI<EXTDNAME>J SMITH AND SONS', 'J SMITH AND SONS'],
  ])('keeps the whole text with %s', (_, fields, text) => {
    expect(outcome(read(ofx(fields)))).toEqual([`1: -100 ${text}`]);
  });

  it.each([
    ['1,650.00', 165_000],
    ['1.650,00', 165_000],
    ['-12,50', -1250],
    ['1,650', 165],
  ])('reads the amount %s', (amount, pence) => {
    expect(outcome(read(`<OFX><STMTTRN><DTPOSTED>20260413<TRNAMT>${amount}<NAME>A</STMTTRN>`))).toEqual([
      `1: ${pence} A`,
    ]);
  });

  it('reads a file without a header, and marks pending transactions', () => {
    const text =
      '<BANKTRANLIST><STMTTRN><DTPOSTED>20260413<TRNAMT>1<NAME>A</STMTTRN></BANKTRANLIST><BANKTRANLISTP><STMTTRNP><DTTRAN>20260414<TRNAMT>2<NAME>B</STMTTRNP></BANKTRANLISTP>';
    expect(outcome(read(text))).toEqual(['1: 100 A', '1: 200 B, pending']);
  });
});
