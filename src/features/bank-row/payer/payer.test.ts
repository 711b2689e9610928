import { describe, expect, it } from 'vitest';
import { decide, type KnownPayers, learnedRule, payerKey, type Rule, ruleKey, typeOf } from './payer.ts';

const line = (amount: number, text: string) => ({
  externalId: null,
  date: '2026-11-03',
  amount,
  text,
  reference: '',
  category: null,
});
const NO_RULE: Rule = { category: null, propertyId: null, varies: false, taughtBy: null };
const withRule = (text: string, amount: number, rule: Partial<Rule>): KnownPayers => ({
  rules: new Map([[ruleKey(typeOf({ amount }), payerKey(text)), { ...NO_RULE, ...rule }]]),
  lettingsOnly: false,
});
const NO_PAYERS: KnownPayers = { rules: new Map(), lettingsOnly: false };

it.each([
  ['CARD PAYMENT TO TESCO STORES 3217 ON 12 NOV', 'tesco stores'],
  ['TESCO STORES 6012 LEEDS GB', 'tesco stores'],
  ['NETFLIX.COM 866-579-7172', 'netflix com'],
  ['MR J PATEL RENT SEP', 'j patel'],
  ['B&Q 1123', 'b q'],
  ['DIRECT DEBIT TO BRITISH GAS REF 850047112', 'british gas'],
  ['01 NOV 2026', ''],
])('reduces the payer of %s to a name', (text, key) => {
  expect(payerKey(text)).toBe(key);
});

describe('a new line', () => {
  it.each([
    [-4215, 'TESCO STORES 3217', 'a supermarket'],
    [-1099, 'NETFLIX.COM', 'streaming or games'],
    [-3499, 'PUREGYM LTD', 'a gym or sports club'],
    [215_000, 'ACME LTD SALARY', 'pay'],
    [200_000, 'BGC PAYROLL 0042', 'pay'],
    [10_240, 'HMRC CHILD BENEFIT', 'a benefit or a pension'],
  ])('is suggested as not for the lets: %d pence, %s', (amount, text, why) => {
    expect(decide(line(amount, text), NO_PAYERS)).toMatchObject({ category: 'personal', why });
    expect(decide(line(amount, text), { ...NO_PAYERS, lettingsOnly: true })).toMatchObject({ why: null });
  });

  it.each([
    [-12_000, 'B&Q 1123', 'other'],
    [-4187, 'BRITISH GAS', 'utilities'],
    [75_000, 'J PATEL RENT', 'rent'],
    [46_152, 'LEEDS CC HOUSING BENEFIT', 'rent'],
    [-9900, 'TESCO INSURANCE', 'insurance'],
  ])('belongs to the lets: %d pence, %s', (amount, text, category) => {
    expect(decide(line(amount, text), NO_PAYERS)).toMatchObject({ category, why: null });
  });

  it('follows the landlord’s choice for the line, then the rule of its payer', () => {
    const personal = withRule('NETFLIX.COM', -1, { category: 'personal', propertyId: 'home' });
    const netflix = line(-1099, 'NETFLIX.COM 8665797172');
    expect(decide(netflix, personal)).toMatchObject({
      category: 'personal',
      propertyId: null,
      why: 'rule for NETFLIX COM',
    });
    expect(decide(netflix, personal, false)).toMatchObject({ category: 'other', why: null });
    expect(decide(line(-5000, 'J SMITH PLUMBING'), NO_PAYERS, true)).toMatchObject({ category: 'personal', why: null });
    const insurer = withRule('AVIVA', -1, { propertyId: 'home' });
    expect(decide(line(-2000, 'AVIVA 1234'), insurer)).toMatchObject({ category: 'insurance', propertyId: 'home' });
    expect(decide(line(2000, 'AVIVA 1234'), insurer)).toMatchObject({ propertyId: null, why: null });
  });
});

describe('a rule', () => {
  it('keeps the last category, and the property until another row has a different one', () => {
    const first = learnedRule(undefined, { category: 'insurance', propertyId: 'home' }, ['a']);
    expect(first).toEqual({ category: 'insurance', propertyId: 'home', varies: false, taughtBy: 'a' });
    expect(learnedRule(first, { category: 'tax' }, ['b'])).toMatchObject({ category: 'tax', propertyId: 'home' });
    expect(learnedRule(first, { propertyId: 'flat' }, ['a'])).toMatchObject({ propertyId: 'flat', varies: false });
    const varying = learnedRule(first, { propertyId: 'flat' }, ['b']);
    expect(varying).toMatchObject({ propertyId: null, varies: true });
    expect(learnedRule(varying, { propertyId: 'flat' }, ['b'])).toMatchObject({ propertyId: null, varies: true });
  });

  it('is not learnt from a deposit', () => {
    expect(learnedRule(undefined, { category: 'deposit' }, ['a'])).toEqual(NO_RULE);
  });
});
