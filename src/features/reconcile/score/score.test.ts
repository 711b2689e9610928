import { describe, expect, it } from 'vitest';
import {
  another,
  best,
  byBank,
  byHand,
  owes,
  patel,
  propose,
  row,
  sharers,
} from '../../../../test/fixtures/matching.ts';
import { addMonths } from '../../../shared/dates.ts';
import { agentFee } from './amount.ts';
import { payersOf } from './payer.ts';
import type { BankRow, LettingAgent, OpenTenancy } from './proposal.ts';
import { proposeFor } from './score.ts';
import { payerWords } from './words.ts';

const mensah = patel({
  id: 'mensah',
  names: ['Kwame Mensah'],
  rent: 110_000,
  owed: [{ id: 'nov', due: '2026-11-10', left: 110_000 }],
  paid: byBank('2026-10-17 40000 K MENSAH', '2026-10-10 70000 MENSAH AND SONS'),
});
describe('gives reasons', () => {
  it.each<[string, BankRow, OpenTenancy, string[]]>([
    [
      'a known payer who is late',
      row('2026-11-03', 89_500, 'J PATEL RENT NOV'),
      patel(),
      ['same amount', 'Tuesday 3 Nov, 2 days late', 'paid by J PATEL before'],
    ],
    [
      'a reference that is the same each month',
      row('2026-11-01', 89_500, 'ADEYEMI 14CT'),
      patel({ paid: byBank('2026-10-01 89500 ADEYEMI 14CT', '2026-09-01 89500 ADEYEMI 14CT') }),
      ['same amount', 'on the day it is due', 'reference ADEYEMI 14CT as in earlier months'],
    ],
    [
      'the name of a tenant and the address, before the day',
      row('2026-10-31', 89_500, 'PATEL JAYESH', { reference: 'FLAT 2 NARBOROUGH' }),
      patel({ paid: [] }),
      ['same amount', '1 day before it is due', 'the name of Jayesh Patel', 'the address in the text'],
    ],
    [
      'a charge from before the rent went up',
      row('2026-11-01', 89_500, 'J PATEL'),
      patel({ rent: 92_500, owed: [{ id: 'nov', due: '2026-11-01', left: 89_500, whole: 89_500 }] }),
      ['same amount', 'on the day it is due', 'paid by J PATEL before'],
    ],
    [
      'two charges at once',
      row('2026-12-01', 179_000, 'J PATEL'),
      patel(),
      ['November and December together', 'on the day it is due', 'paid by J PATEL before'],
    ],
    [
      'the half of a sharer',
      row('2026-11-01', 65_000, 'M CHOW'),
      { ...sharers, owed: owes(130_000) },
      ['half of £1,300.00', 'on the day it is due', 'the name of Mei Chow'],
    ],
    [
      'the rest by a guarantor',
      row('2026-11-02', 65_000, 'F LENNOX'),
      { ...sharers, owed: owes(65_000) },
      ['the rest of November', 'Monday 2 Nov, 1 day late', 'the guarantor, Fiona Lennox'],
    ],
    [
      'an old amount after the rent went up',
      row('2026-11-01', 89_500, 'J PATEL'),
      patel({ rent: 92_500, owed: owes(92_500) }),
      ['part of £925.00', 'same amount as 1 Oct and 1 Sep', 'on the day it is due', 'paid by J PATEL before'],
    ],
  ])('for %s, and is certain', (_, one, tenancy, reasons) => {
    expect(best(one, [tenancy])).toMatchObject({ kind: 'rent', certain: true, reasons });
  });

  it.each<[string, BankRow, OpenTenancy, string[]]>([
    [
      'a part by an unknown name',
      row('2026-11-07', 40_000, 'A OSEI'),
      mensah,
      ['part of £1,100.00, as in October', '3 days before it is due', 'a name not seen before'],
    ],
    [
      'another first name',
      row('2026-11-01', 89_500, 'S PATEL'),
      patel({ paid: [] }),
      [
        'same amount',
        'on the day it is due',
        'the surname of Jayesh Patel, with another first name',
        'a name not seen before',
      ],
    ],
    [
      'a surname before what may be another first name',
      row('2026-11-01', 89_500, 'PATEL SUNITA'),
      patel({ paid: [] }),
      ['same amount', 'on the day it is due', 'the surname of Jayesh Patel'],
    ],
    [
      'an unknown name where somebody else has always paid',
      row('2026-11-01', 89_500, 'D WHITTAKER'),
      patel(),
      ['same amount', 'on the day it is due', 'always paid by J PATEL so far'],
    ],
    [
      'more than is owed',
      row('2026-11-01', 189_000, 'J PATEL'),
      patel(),
      ['£100.00 more than is owed', 'on the day it is due', 'paid by J PATEL before'],
    ],
  ])('for %s, and is not certain', (_, one, tenancy, reasons) => {
    expect(best(one, [tenancy])).toMatchObject({ kind: 'rent', certain: false, reasons });
  });

  it('for a payment after 28 days only if the previous interval was 28 days too', () => {
    const paid = byBank('2026-10-02 89500 J PATEL', '2026-09-01 89500 J PATEL');
    const found = best(row('2026-10-30', 89_500, 'J PATEL'), [patel({ rent: 92_500, owed: owes(92_500), paid })]);
    expect(found?.reasons).toContain('same amount as 2 Oct and 1 Sep');
    expect(found?.reasons).not.toContain('every 4 weeks, on the day');
  });

  it('for a council every four weeks, and pays the oldest charge first', () => {
    const brennan = patel({
      rent: 72_500,
      owed: [
        { id: 'oct', due: '2026-10-01', left: 11_154 },
        { id: 'nov', due: '2026-11-01', left: 72_500 },
      ],
      paid: byBank('2026-10-12 66923 BRADFORD COUNCIL HB 00217733', '2026-09-14 66923 BRADFORD COUNCIL HB 00217733'),
    });
    expect(best(row('2026-11-09', 66_923, 'BRADFORD COUNCIL HB 00217733'), [brennan])).toMatchObject({
      certain: true,
      parts: [
        { chargeId: 'oct', amount: 11_154 },
        { chargeId: 'nov', amount: 55_769 },
      ],
      reasons: ['same amount as 12 Oct and 14 Sep', 'every 4 weeks, on the day', 'reference 00217733'],
    });
    const other = row('2026-11-09', 66_923, 'BRADFORD COUNCIL HB 00555555');
    expect(best(other, [brennan])).toMatchObject({ certain: false });
  });
});

it('proposes a council’s payment with any amount once the landlord has chosen its tenancy', () => {
  const one = row('2026-11-09', 43_210, 'LEEDS CITY COUNCIL HB 00217733');
  const owed = [{ id: 'nov', due: '2026-11-01', left: 50_000 }];
  const first = patel({ rent: 50_000, owed, paid: byBank('2026-10-01 50000 J PATEL') });
  expect(propose([one], [first])).toEqual([[]]);
  const paid = byBank('2026-10-12 43210 LEEDS CITY COUNCIL HB 00217733');
  const payers = payersOf([{ ...first, paid }]);
  expect(best(one, [{ ...first, paid }, another('two', 'Rhys Pugh')], { payers })).toMatchObject({
    tenancyIds: ['patel'],
    parts: [{ amount: 43_210 }],
    reasons: expect.arrayContaining(['paid by LEEDS CITY COUNCIL HB 00217733 before']) as string[],
  });
});

it('proposes four weeks’ rent in whole pence, and is certain once the landlord has chosen its tenancy', () => {
  const owed = [{ id: 'nov', due: '2026-11-01', left: 50_000 }];
  const tenancy = patel({ rent: 50_000, owed, paid: [] });
  expect(best(row('2026-11-09', 46_152, 'LEEDS CITY COUNCIL HB 00217733'), [tenancy])).toMatchObject({
    certain: false,
    reasons: expect.arrayContaining(['rent paid every 4 weeks']) as string[],
  });
  const known = { ...tenancy, paid: byBank('2026-10-12 46152 LEEDS CITY COUNCIL HB 00217733') };
  const payers = payersOf([known]);
  for (const [number, certain] of [
    ['00217733', true],
    ['00555555', false],
  ] as const)
    expect(best(row('2026-11-09', 46_152, `LEEDS CITY COUNCIL HB ${number}`), [known], { payers })).toMatchObject({
      certain,
    });
});

it('proposes rent for its own period if earlier months are unpaid', () => {
  const owed = Array.from({ length: 12 }, (_, back) => addMonths('2026-11-01', back - 11)).map((due) => ({
    id: due,
    due,
    left: 89_500,
  }));
  expect(best(row('2026-11-02', 89_500, 'J PATEL'), [patel({ owed, paid: [] })])).toMatchObject({
    certain: true,
    parts: [{ chargeId: '2026-11-01', amount: 89_500 }],
  });
});

describe('a learnt payer', () => {
  const payers = [{ words: payerWords('A OSEI RENT OCT 40392811'), text: 'A OSEI RENT OCT', tenancyId: 'patel' }];

  it('pays for the tenancy under any reference', () => {
    expect(best(row('2026-11-01', 89_500, 'A OSEI 55510012'), [patel()], { payers })).toMatchObject({
      certain: true,
      reasons: ['same amount', 'on the day it is due', expect.stringContaining('paid by A OSEI')],
    });
  });

  it('with more words takes precedence', () => {
    const both = [
      { words: 'osei', text: 'OSEI', tenancyId: 'patel' },
      { words: 'a osei', text: 'A OSEI', tenancyId: 'two' },
    ];
    const found = best(row('2026-11-01', 89_500, 'A OSEI'), [patel(), another('two', 'Rhys Pugh')], { payers: both });
    expect(found).toMatchObject({ tenancyIds: ['two'], certain: true });
  });

  it('of an ended tenancy is not proposed for another tenancy', () => {
    expect(best(row('2026-11-01', 89_500, 'A OSEI'), [another('new', 'Rhys Pugh')], { payers })).toBeUndefined();
  });
});

describe('an agent who pays net', () => {
  const agent = (given: Partial<LettingAgent>): LettingAgent => ({
    name: 'Marlow and Reed Lettings',
    feePercent: null,
    feeFixed: null,
    vat: 'none',
    ...given,
  });
  const let1 = patel({ agent: agent({ feePercent: 10, vat: 'included' }), paid: [] });
  const let2 = another('dawson', 'Emma Dawson', { agent: let1.agent, rent: 120_000, owed: owes(120_000) });

  it.each<[string, LettingAgent, number]>([
    ['10 % with VAT', agent({ feePercent: 10, vat: 'included' }), 8_950],
    ['8 % and VAT on top', agent({ feePercent: 8, vat: 'added' }), 8_592],
    ['£75 fixed', agent({ feeFixed: 7_500 }), 7_500],
    ['£75 fixed and VAT on top', agent({ feeFixed: 7_500, vat: 'added' }), 9_000],
  ])('is certain with a fee of %s, and has rent and fee as parts', (_, terms, fee) => {
    const one = row('2026-11-04', 89_500 - fee, 'MARLOW AND REED CLIENT ACC');
    expect(best(one, [patel({ agent: terms, paid: [] })])).toMatchObject({
      kind: 'agent',
      certain: true,
      parts: [{ tenancyId: 'patel', chargeId: 'nov', amount: 89_500, fee }],
      reasons: [
        'the rent less the fee you agreed',
        'Wednesday 4 Nov, 3 days late',
        'Marlow and Reed Lettings is the agent',
      ],
    });
  });

  it.each([
    [164_625, 34.8, 'none', 57_290],
    [164_625, 34.8, 'added', 68_747],
    [89_505, 10, 'included', 8_951],
  ] as const)('keeps from %d pence, at %d per cent with VAT %s, a fee of %d', (rent, feePercent, vat, fee) => {
    // Half a penny is rounded up: 57,289.5; 68,747.4; 8,950.5.
    expect(agentFee(rent, agent({ feePercent, vat }))).toBe(fee);
  });

  it('pays for two tenancies in one payment', () => {
    expect(best(row('2026-11-04', 80_550 + 108_000, 'MARLOW AND REED CLIENT ACC'), [let1, let2])).toMatchObject({
      kind: 'agent',
      certain: true,
      tenancyIds: ['patel', 'dawson'],
      parts: [
        { amount: 89_500, fee: 8_950 },
        { amount: 120_000, fee: 12_000 },
      ],
    });
  });

  it('is not certain if other tenancies make the same sum', () => {
    const let3 = another('lyle', 'Harriet Lyle', { agent: let1.agent, rent: 120_000, owed: owes(120_000) });
    const [found] = propose([row('2026-11-04', 188_550, 'MARLOW AND REED CLIENT ACC')], [let1, let2, let3]);
    expect(found?.map(({ tenancyIds, certain }) => [tenancyIds.sort(), certain])).toEqual([
      [['lyle', 'patel'], false],
      [['dawson', 'patel'], false],
    ]);
  });
});

describe('an agent of seven tenancies', () => {
  const agent = { name: 'Kestrel Lets', feePercent: null, feeFixed: 5_000, vat: 'none' } as const;
  const rents = [60_100, 60_200, 60_400, 60_800, 61_600, 63_200, 66_400];
  const homes = rents.map((rent, at) => another(`${at}`, 'Ann Lowe', { rent, agent, owed: owes(rent) }));
  const net = (some: number[]) => some.reduce((sum, rent) => sum + rent - 5_000, 0);

  it('is certain for the sum of all tenancies, and likely for the sum of two', () => {
    const [all, two] = [net(rents), net(rents.slice(0, 2))].map((sum) =>
      best(row('2026-11-02', sum, 'KESTREL LETS'), homes),
    );
    expect(all).toMatchObject({ tenancyIds: [...rents.keys()].map(String), certain: true });
    expect(two).toMatchObject({ tenancyIds: ['0', '1'], certain: false });
  });

  it('excludes an unknown payer', () => {
    expect(best(row('2026-11-01', 60_100, 'B OAKDEN'), homes)).toBeUndefined();
  });
});

it('proposes a part for each of two tenancies with one payer', () => {
  const lines = ['2026-10-01 89500 CASTLE CARE LTD'];
  const [one, two] = [patel({ paid: byBank(...lines) }), another('two', 'Rhys Pugh', { paid: byBank(...lines) })];
  expect(best(row('2026-11-02', 179_000, 'CASTLE CARE LTD'), [one, two])).toMatchObject({
    kind: 'split',
    tenancyIds: ['patel', 'two'],
    parts: [{ amount: 89_500 }, { amount: 89_500 }],
  });
});

describe('a payment recorded by hand', () => {
  const recorded = (accountId: string | null) => patel({ owed: [], paid: [byHand('2026-11-01', 89_500, accountId)] });
  const found = (one: BankRow, tenancy: OpenTenancy) => {
    const proposal = best(one, [tenancy]);
    return [proposal?.kind, proposal?.paymentId, proposal?.certain];
  };

  it.each([null, 'main'])('matches the row of the same amount four days later, with account %s', (account) => {
    expect(found(row('2026-11-05', 89_500, 'J PATEL'), recorded(account))).toEqual(['same-payment', 'by hand', true]);
  });

  it.each<[string, BankRow, string | null]>([
    ['three weeks later', row('2026-11-22', 89_500, 'J PATEL'), null],
    ['on another account', row('2026-11-01', 89_500, 'J PATEL'), 'savings'],
    ['that differs by a penny', row('2026-11-01', 89_501, 'J PATEL'), null],
  ])('does not match a row %s', (_, one, account) => {
    expect(found(one, recorded(account))[0]).not.toBe('same-payment');
  });

  it('may match a row a week later that names the tenant, but is not certain', () => {
    expect(found(row('2026-11-08', 89_500, 'J PATEL'), recorded(null))).toEqual(['same-payment', 'by hand', false]);
  });

  it('does not match a row that names the tenant of another property', () => {
    const found = best(row('2026-11-01', 89_500, 'R PUGH'), [
      recorded(null),
      another('pugh', 'Rhys Pugh', { owed: [] }),
    ]);
    expect(found?.tenancyIds).not.toContain('patel');
  });

  it('matches only one row', () => {
    const rows = [row('2026-11-01', 89_500, 'J PATEL'), row('2026-11-02', 89_500, 'J PATEL')];
    expect(propose(rows, [recorded(null)]).map(([one]) => one?.kind)).toEqual(['same-payment', 'rent']);
  });

  it('is likely, but not certain, for a row without a name', () => {
    expect(found(row('2026-11-02', 89_500, 'CASH PAID IN'), recorded(null))).toEqual([
      'same-payment',
      'by hand',
      false,
    ]);
  });
});

describe('a dismissed row', () => {
  const one = row('2026-11-01', 89_500, 'J PATEL');
  const dismissed = [{ rowId: one.id, tenancyId: 'patel' }];

  it('is never proposed for that tenancy again, by name, by amount or by hand', () => {
    expect(best(one, [patel()])).toBeDefined();
    expect(best(one, [patel({ paid: [byHand('2026-11-01', 89_500)] })], { dismissed })).toBeUndefined();
    const unnamed = row('2026-11-01', 89_500, 'B OAKDEN', { id: one.id });
    expect(best(unnamed, [patel()])).toBeDefined();
    expect(best(unnamed, [patel()], { dismissed })).toBeUndefined();
  });

  it('is still proposed for another', () => {
    expect(best(one, [patel(), another('two', 'Jay Patel')], { dismissed })).toMatchObject({ tenancyIds: ['two'] });
  });
});

describe('a bank text', () => {
  it.each([
    ['Łukasz Żółć', 'FPI LUKASZ ZOLC'],
    ['Søren Østergård', 'FPI SOREN OSTERGARD'],
    ['Søren Østergård', 'FPI SOEREN OESTERGAARD'],
    ['Jürgen Müller', 'JUERGEN MUELLER'],
    ['Jürgen Müller', 'JURGEN MULLER'],
    ['Mary O’Connor', 'M OCONNOR'],
    ['Đorđe Weiß', 'DORDE WEISS'],
  ])('names %s as %s, without accents or with letters spelt as two', (name, text) => {
    const known = patel({ names: [name], paid: [] });
    expect(best(row('2026-11-01', 30_500, text), [known])?.reasons).toContain(`the name of ${name}`);
    expect(best(row('2026-11-01', 30_500, 'FPI ANNA NOVAK'), [known])).toBeUndefined();
  });
});

it('works in steps by tenancy and row, so that other requests are served in between', () => {
  const rows = [row('2026-11-03', 89_500, 'J PATEL'), row('2026-11-04', 110_000, 'K MENSAH')];
  const known = { tenancies: [patel(), mensah], payers: [], dismissed: [], declined: [], landlord: '' };
  expect([...proposeFor(rows, known)]).toHaveLength(2 * known.tenancies.length + 2 * rows.length);
});
