/** What cannot be a bank account: refused in words that stand beside the field, and nothing is kept. */
import { describe, expect, it } from 'vitest';
import { addedBankAccount, listedBankAccounts, newBankAccount } from '../../../test/bank-accounts.ts';
import { landlord } from '../../../test/landlords.ts';
import { BankAccount } from './bank-account.ts';

// One landlord and one account will do for all: nothing here changes anything.
const cleo = await landlord();
const account = BankAccount.parse(await addedBankAccount(cleo));
const expectNothingKept = async () => expect((await listedBankAccounts(cleo)).items).toEqual([account]);

const NAME_ONLY = 'Please enter the name of the bank only, without numbers';

describe('what cannot be a bank account', () => {
  it.each<[string, object, Record<string, string>]>([
    ['no bank', { institution: ' ' }, { institution: 'Bank name is required' }],
    ['a number for a bank', { institution: 12 }, { institution: 'Bank name is required' }],
    ['a bank of 101 letters', { institution: 'x'.repeat(101) }, { institution: 'Please keep this to 100 characters' }],
    ['a bank of two lines', { institution: 'Aegis\nBank' }, { institution: 'Please keep this to one line' }],
    ['NUL in the bank', { institution: 'Ae\0gis' }, { institution: 'This contains characters that cannot be stored' }],
    ['half an emoji', { institution: 'Ae \ud83d' }, { institution: 'This contains characters that cannot be stored' }],
    ['the number in the bank', { institution: 'Aegis 31415926' }, { institution: NAME_ONLY }],
    ['the sort code in the bank', { institution: 'Aegis 27-18-28' }, { institution: NAME_ONLY }],
    ['seven digits', { accountNumber: '3141592' }, { accountNumber: 'Account number must be 8 digits' }],
    ['nine digits', { accountNumber: '314159265' }, { accountNumber: 'Account number must be 8 digits' }],
    ['eight letters', { accountNumber: 'ABCDEFGH' }, { accountNumber: 'Account number must be 8 digits' }],
    ['digits of another script', { accountNumber: '٣١٤١٥٩٢٦' }, { accountNumber: 'Account number must be 8 digits' }],
    ['a masked number', { accountNumber: '****5926' }, { accountNumber: 'Account number must be 8 digits' }],
    ['a number that is none', { accountNumber: null }, { accountNumber: 'Account number must be 8 digits' }],
    ['a sort code of five', { sortCode: '27-18-2' }, { sortCode: 'Sort code must be 6 digits' }],
    ['a sort code of letters', { sortCode: 'ABCDEF' }, { sortCode: 'Sort code must be 6 digits' }],
    ['a sort code as a number', { sortCode: 271_828 }, { sortCode: 'Sort code must be 6 digits' }],
    ['a type of its own', { accountType: 'joint' }, { accountType: 'Account type is required' }],
    ['no type', { accountType: '' }, { accountType: 'Account type is required' }],
    ['null for a type', { accountType: null }, { accountType: 'Account type is required' }],
    [
      'all of it at once',
      { institution: '', accountNumber: '', sortCode: '', accountType: '' },
      {
        institution: 'Bank name is required',
        accountNumber: 'Account number must be 8 digits',
        sortCode: 'Sort code must be 6 digits',
        accountType: 'Account type is required',
      },
    ],
  ])('%s is refused in words, and nothing is kept', async (_, wrong, fields) => {
    const answer = await cleo.post('/api/bank-accounts', { ...newBankAccount(), ...wrong });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    await expectNothingKept();
  });

  it.each(['', '[]', 'null', '"x"', '{"institution":', '{}'])('%s is no bank account', async (body) => {
    expect((await cleo.send('POST', '/api/bank-accounts', { body })).status).toBeOneOf([400, 422]);
    await expectNothingKept();
  });

  it.each(['PUT', 'PATCH'])(
    'there is no %s of an account: what was entered by hand is removed and entered anew',
    async (method) => {
      const answer = await cleo.send(method, `/api/bank-accounts/${account.id}`, {
        body: newBankAccount(),
        headers: { 'if-match': '"1"' },
      });
      expect(answer.outcome).toBe('404 not_found');
      await expectNothingKept();
    },
  );
});
