import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_NAMES,
  type BankAccount,
  BankAccountInput,
  balanceLine,
  FIELD_LABELS,
  maskedNumber,
  maskedSortCode,
  nameOf,
  optionOf,
  sortCodeForScreenReader,
  stateOf,
  syncedLine,
  TYPE_OPTIONS,
} from './bank-account.ts';
import { keptTransactions, TEXTS } from './listed.ts';

const entered = { institution: 'Aegis Bank', accountNumber: '12345678', sortCode: '123456', accountType: 'business' };
const wrong = (given: object) =>
  BankAccountInput.safeParse({ ...entered, ...given }).error?.issues.map(({ path, message }) => [path[0], message]);

it.each([
  ['S2.2.41', `${TEXTS.panel}, ${TEXTS.add}`, 'Connected Banks, Connect Bank'],
  [
    'S2.2.61',
    Object.values(FIELD_LABELS).join(', '),
    'Bank name, Account number, Sort code, Account type, Account name',
  ],
  ['S2.2.62', TYPE_OPTIONS.map(({ label }) => label).join(', '), 'Personal, Business'],
  ['S2.7.19', Object.values(ACCOUNT_NAMES).join(', '), 'Personal Account, Business Account'],
  [
    'S2.8.22',
    `${TEXTS.listFailed}: ${TEXTS.listFailedHint}`,
    'Failed to load bank accounts: Please try refreshing the page.',
  ],
  [
    'S2.8.23',
    `${TEXTS.addFailedTitle}: ${TEXTS.addFailed}`,
    'Connection failed: Could not connect your bank account. Please try again.',
  ],
  ['S2.8.28', TEXTS.added, 'Bank account connected'],
])('%s: %s', (_, text, specified) => {
  expect(text).toBe(specified);
});

describe('an account entered by hand', () => {
  it('accepts a bank, eight digits, six digits and a type', () => {
    expect(BankAccountInput.parse(entered)).toEqual(entered);
  });

  it('is personal by default (S2.5.19, S2.9.10)', () => {
    expect(BankAccountInput.parse({ ...entered, accountType: undefined }).accountType).toBe('personal');
  });

  it.each([
    ['1234 5678', '12-34-56'],
    ['12-34-56-78', '12 34 56'],
    [' 12345678\n', '12–34—56'],
    ['1234\u00a05678', '12‐34‑56'],
    ['1234\t5678', '12−34−56'],
  ])('accepts the number %j and the sort code %j (S2.5.15, S2.5.17)', (accountNumber, sortCode) => {
    expect(BankAccountInput.parse({ ...entered, accountNumber, sortCode })).toEqual(entered);
  });

  it.each<[string, string, unknown[]]>([
    ['institution', 'Bank name is required', ['', '  ', undefined, 12]],
    ['institution', 'Use 100 characters or fewer', ['x'.repeat(101)]],
    ['institution', 'Enter this on one line', ['Aegis\nBank']],
    ['institution', 'This contains characters that cannot be stored', ['Ae\0gis', 'Ae \ud83d']],
    [
      'institution',
      'Enter only the bank’s name, without numbers',
      ['Aegis 12345678', 'Aegis 12-34-56', '1234 5678', 'Aegis 1.2.3.4.5.6', '１２３４５６'],
    ],
    [
      'accountNumber',
      'Account number must be 8 digits',
      ['', undefined, 12_345_678, '1234567', '123456789', '1234567A', '1234.5678', '１２３４５６７８', '٣١٤١٥٩٢٦'],
    ],
    ['sortCode', 'Sort code must be 6 digits', ['', undefined, '12345', '1234567', '12-34-5A']],
    ['accountType', 'Account type is required', ['', 'joint', null]],
  ])('rejects an invalid %s: %s (S2.5.13, S2.5.14, S2.5.16, S2.5.18, S2.9.11)', (field, message, values) => {
    for (const value of values) expect([value, wrong({ [field]: value })]).toEqual([value, [[field, message]]]);
  });

  it.each(['N26', 'Bank 2000', 'Crédit Agricole (75001)', '中国银行'])('accepts the bank name %s', (institution) => {
    expect(BankAccountInput.parse({ ...entered, institution }).institution).toBe(institution);
  });
});

it('masks a number except the last four digits, and a sort code except the first four (S2.7.17, S2.7.18)', () => {
  expect(['12345678', '00000001'].map(maskedNumber)).toEqual(['****5678', '****0001']);
  expect(['123456', '000102'].map(maskedSortCode)).toEqual(['12-34-**', '00-01-**']);
});

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
  ])('shows %i hundredths of %s as %s', (balance, currency, words) => {
    expect(balanceLine({ balance, currency, manual: false })).toBe(words);
  });

  it('is unknown for a manual account', () => {
    expect(balanceLine({ balance: 0, currency: 'GBP', manual: true })).toBeUndefined();
  });
});

describe('when an account was last synced', () => {
  it.each([
    ['2026-11-21T08:14:59.999Z', '21 Nov 2026, 08:14'],
    ['2026-06-30T23:30:00.000Z', '01 Jul 2026, 00:30'],
  ])('shows %s as %s', (lastSynced, words) => {
    expect(syncedLine({ lastSynced, manual: false })).toBe(words);
  });

  it('is never for a manual account, and not yet before the first sync', () => {
    expect(syncedLine({ lastSynced: null, manual: true })).toBe('Never');
    expect(syncedLine({ lastSynced: null, manual: false })).toBe('Not yet');
  });
});

describe('the state of an account', () => {
  it('is connected, disconnected, or a manual account', () => {
    expect(stateOf({ manual: false, isConnected: true })).toEqual({ state: 'good', words: 'Connected' });
    expect(stateOf({ manual: false, isConnected: false })).toEqual({ state: 'bad', words: 'Disconnected' });
    expect(stateOf({ manual: true, isConnected: false })).toEqual({ state: 'none', words: 'Manual account' });
  });
});

describe('an account', () => {
  it('is named without asterisks for screen readers', () => {
    const account = { name: 'Personal Account', institution: 'Aegis Bank', accountNumber: '****5678' } as BankAccount;
    expect(nameOf(account)).toBe('Personal Account, Aegis Bank, ending in 5678');
    expect(sortCodeForScreenReader('12-34-**')).toBe('beginning with 12-34');
    expect(optionOf(account)).toBe('Aegis Bank ****5678, Personal Account');
  });

  it('is named without a number that is unknown', () => {
    const account = { name: 'Rents', institution: 'Aegis Bank', accountNumber: '****' };
    expect(nameOf(account)).toBe('Rents, Aegis Bank');
    expect(optionOf(account)).toBe('Aegis Bank, Rents');
  });

  it('counts the transactions kept when it is removed', () => {
    expect([0, 1, 2, 1204].map(keptTransactions)).toEqual([
      'This account has no transactions.',
      'We keep 1 transaction, without the account.',
      'We keep 2 transactions, without the account.',
      'We keep 1,204 transactions, without the account.',
    ]);
  });
});
