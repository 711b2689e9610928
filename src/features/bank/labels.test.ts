import { describe, expect, it } from 'vitest';
import type { BankAccount } from './bank-account.ts';
import { balanceLine, nameOf, spokenSortCode, stateOf, syncedLine, whatStays } from './labels.ts';

describe('the balance of an account', () => {
  it.each([
    [0, 'GBP', '£0.00'],
    [123_450, 'GBP', '£1,234.50'],
    [-1, 'GBP', '−£0.01'],
    [99_999_999_999_999, 'GBP', '£999,999,999,999.99'],
    [123_450, 'EUR', '€1,234.50'],
    [-123_450, 'USD', '−US$1,234.50'],
    [123_400, 'JPY', 'JP¥1,234'],
    [123_450, 'CHF', 'CHF\u00a01,234.50'],
    [123_450, 'ZZZ', 'ZZZ\u00a01,234.50'],
  ])('of %i hundredths of %s reads %s', (balance, currency, words) => {
    expect(balanceLine({ balance, currency })).toBe(words);
  });
});

describe('when an account was last synced', () => {
  it.each([
    ['2026-11-21T08:14:59.999Z', '21 Nov 2026, 08:14'],
    ['2026-06-30T23:30:00.000Z', '01 Jul 2026, 00:30'],
  ])('is told in the landlord’s time: %s is %s', (lastSynced, words) => {
    expect(syncedLine({ lastSynced, manual: false })).toBe(words);
  });

  it('is never, where it is kept by hand, and not yet, where its bank has sent nothing so far', () => {
    expect(syncedLine({ lastSynced: null, manual: true })).toBe('Never, as it is kept by hand');
    expect(syncedLine({ lastSynced: null, manual: false })).toBe('Not yet');
  });
});

describe('the state of an account', () => {
  it('is a word: connected, disconnected, or entered by hand, which no bank has connected', () => {
    expect(stateOf({ manual: false, isConnected: true })).toEqual({ state: 'good', words: 'Connected' });
    expect(stateOf({ manual: false, isConnected: false })).toEqual({ state: 'bad', words: 'Disconnected' });
    expect(stateOf({ manual: true, isConnected: false })).toEqual({ state: 'none', words: 'Entered by hand' });
  });
});

describe('an account', () => {
  it('is named without a row of asterisks for whoever hears it', () => {
    const account = { name: 'Personal Account', institution: 'Aegis Bank', accountNumber: '****5678' } as BankAccount;
    expect(nameOf(account)).toBe('Personal Account, Aegis Bank, ending in 5678');
    expect(spokenSortCode('12-34-**')).toBe('beginning with 12-34');
  });

  it('says how many transactions stay when it is removed, in the singular and the plural', () => {
    expect([0, 1, 2, 1204].map(whatStays)).toEqual([
      'No transactions came from it.',
      '1 transaction stays, without the account.',
      '2 transactions stay, without the account.',
      '1,204 transactions stay, without the account.',
    ]);
  });
});
