import { describe, expect, it } from 'vitest';
import { BankAccountInput, maskedNumber, maskedSortCode } from './bank-account.ts';

const entered = { institution: 'Aegis Bank', accountNumber: '12345678', sortCode: '123456', accountType: 'business' };
const wrong = (given: object) =>
  BankAccountInput.safeParse({ ...entered, ...given }).error?.issues.map(({ path, message }) => [path[0], message]);

describe('an account entered by hand', () => {
  it('has a bank, eight digits, six digits and a type', () => {
    expect(BankAccountInput.parse(entered)).toEqual(entered);
  });

  it('is a personal one where nothing else is said', () => {
    expect(BankAccountInput.parse({ ...entered, accountType: undefined }).accountType).toBe('personal');
  });

  it.each([
    ['1234 5678', '12-34-56'],
    ['12-34-56-78', '12 34 56'],
    [' 12345678\n', '12–34—56'],
    ['1234\u00a05678', '12‐34‑56'],
    ['1234\t5678', '12−34−56'],
  ])('may have its number written %j and its sort code %j', (accountNumber, sortCode) => {
    expect(BankAccountInput.parse({ ...entered, accountNumber, sortCode })).toEqual(entered);
  });

  it.each([
    [{ institution: '' }, 'institution', 'Bank name is required'],
    [{ institution: '  ' }, 'institution', 'Bank name is required'],
    [{ institution: undefined }, 'institution', 'Bank name is required'],
    [{ institution: 'x'.repeat(101) }, 'institution', 'Please keep this to 100 characters'],
    [{ institution: 'Aegis\nBank' }, 'institution', 'Please keep this to one line'],
    [{ accountNumber: '' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: undefined }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: 12_345_678 }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: '1234567' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: '123456789' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: '1234567A' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: '1234.5678' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ accountNumber: '１２３４５６７８' }, 'accountNumber', 'Account number must be 8 digits'],
    [{ sortCode: '' }, 'sortCode', 'Sort code must be 6 digits'],
    [{ sortCode: undefined }, 'sortCode', 'Sort code must be 6 digits'],
    [{ sortCode: '12345' }, 'sortCode', 'Sort code must be 6 digits'],
    [{ sortCode: '1234567' }, 'sortCode', 'Sort code must be 6 digits'],
    [{ sortCode: '12-34-5A' }, 'sortCode', 'Sort code must be 6 digits'],
    [{ accountType: '' }, 'accountType', 'Account type is required'],
    [{ accountType: 'joint' }, 'accountType', 'Account type is required'],
  ])('with %j is refused for its %s: %s', (given, field, message) => {
    expect(wrong(given)).toEqual([[field, message]]);
  });

  it.each(['Aegis 12345678', 'Aegis 12-34-56', '1234 5678', 'Aegis 1.2.3.4.5.6', '１２３４５６'])(
    'cannot have its number in the name of the bank: %s',
    (institution) => {
      expect(wrong({ institution })).toEqual([
        ['institution', 'Please enter the name of the bank only, without numbers'],
      ]);
    },
  );

  it.each(['N26', 'Bank 2000', 'Crédit Agricole (75001)', '中国银行'])('may be with %s', (institution) => {
    expect(BankAccountInput.parse({ ...entered, institution }).institution).toBe(institution);
  });
});

describe('what is kept of a number', () => {
  it('is four asterisks and the last four digits', () => {
    expect(maskedNumber('12345678')).toBe('****5678');
    expect(maskedNumber('00000001')).toBe('****0001');
  });

  it('is two digits, two digits and asterisks of a sort code', () => {
    expect(maskedSortCode('123456')).toBe('12-34-**');
    expect(maskedSortCode('000102')).toBe('00-01-**');
  });
});
