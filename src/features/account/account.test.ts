import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newPerson } from '../../../test/fixtures/make.ts';
import {
  ConfirmEmailInput,
  ForgotPasswordInput,
  PasswordChange,
  ProfileInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
} from './account.ts';
import { authErrorSentence } from './sentences.ts';

function refusals(schema: z.ZodType, input: object): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message] as const).reverse());
}

const email = 'Please enter a valid email address.';
const password = 'Password must be at least 8 characters.';
const name = 'Name must be at least 2 characters.';
const acceptTerms = 'You must accept the terms and conditions.';
const NOT_STORED = 'This contains characters that cannot be stored';

describe('signing up', () => {
  it.each([{ name: 'Al' }, { email: 'a@b.uk' }, { password: '12345678' }, { password: '😀'.repeat(64) }])(
    'accepts %j',
    (least) => {
      expect(refusals(SignUpInput, { ...newPerson(), ...least })).toEqual({});
    },
  );

  it.each([
    ['S1.5.3 S1.9.4', { name: 'A' }, { name }],
    ['no name', { name: '' }, { name }],
    ['a name of spaces', { name: '    ' }, { name }],
    ['a name of 101 letters', { name: 'A'.repeat(101) }, { name: 'Use 100 characters or fewer' }],
    ['a name of two lines', { name: 'Ada\r\nBcc: eve@tenure.example' }, { name: 'Enter this on one line' }],
    ['NUL in the name', { name: 'Ada\0' }, { name: NOT_STORED }],
    ['half an emoji in the name', { name: 'Ada \ud83d' }, { name: NOT_STORED }],
    ['a number for a name', { name: 7 }, { name }],
    ['no address', { email: '' }, { email }],
    ['S1.5.4', { email: 'a@b' }, { email }],
    ['two addresses', { email: 'ada@tenure.example,bob@tenure.example' }, { email }],
    ['a line end in the address', { email: 'ada@tenure.example\nbcc: eve@tenure.example' }, { email }],
    ['NUL in the address', { email: 'ada\0@tenure.example' }, { email }],
    ['an address of 300 letters', { email: `${'a'.repeat(290)}@tenure.example` }, { email }],
    ['a list of addresses', { email: ['ada@tenure.example'] }, { email }],
    ['S1.5.5 S1.9.3', { password: '1234567' }, { password }],
    ['a password of 129', { password: 'x'.repeat(129) }, { password: 'Password must be at most 128 characters.' }],
    ['NUL in the password', { password: '12345678\0' }, { password: 'Password must not contain control characters.' }],
    ['no password', { password: null }, { password }],
    ['S1.5.6', { acceptTerms: false }, { acceptTerms }],
    ['terms accepted as text', { acceptTerms: 'true' }, { acceptTerms }],
  ])('%s: refuses %j', (_, wrong, sentences) => {
    expect(refusals(SignUpInput, { ...newPerson(), ...wrong })).toEqual(sentences);
  });
});

describe('signing in and resetting a password', () => {
  it.each([
    ['S1.5.1 S1.5.2', SignInInput, { email: 'x', password: '1234567' }, { email, password }],
    ['objects', SignInInput, { email: { $ne: null }, password: ['12345678'] }, { email, password }],
    ['a reset for no address', ForgotPasswordInput, { email: 'not an address' }, { email }],
    ['a short new password', ResetPasswordInput, { token: 'x', newPassword: 'short' }, { newPassword: password }],
    [
      'a short new password in the profile',
      PasswordChange,
      { currentPassword: 'x', newPassword: 'short' },
      { newPassword: password },
    ],
  ])('%s: refuses wrong input', (_, schema, wrong, sentences) => {
    expect(refusals(schema, wrong)).toEqual(sentences);
  });

  it.each(['', 'x'.repeat(2001), 'a\0b', 7, null, ['x']])('rejects the token %j', (token) => {
    expect(ResetPasswordInput.safeParse({ token, newPassword: 'long enough' }).success).toBe(false);
    expect(ConfirmEmailInput.safeParse({ token }).success).toBe(false);
  });
});

describe('the profile', () => {
  const shortName = { name: 'Name must be at least 2 characters' };
  const badEmail = { email: 'Invalid email address' };
  it.each([
    ['S2.5.11', { name: 'A' }, shortName],
    ['S2.5.11', { name: '  ' }, shortName],
    ['S2.5.12', { email: 'ada@' }, badEmail],
    ['S2.5.12', { email: `${'a'.repeat(250)}@b.uk` }, badEmail],
    ['a name of 101 letters', { name: 'x'.repeat(101) }, { name: 'Use 100 characters or fewer' }],
    ['a name of two lines', { name: 'Ada\nLovelace' }, { name: 'Enter this on one line' }],
    ['a line end in the address', { email: 'ada@tenure.example\r\nbcc: eve@tenure.example' }, badEmail],
    ['no texts', { name: 7, email: null }, { ...shortName, ...badEmail }],
  ])('%s: refuses %j', (_, wrong, sentences) => {
    expect(refusals(ProfileInput, { name: 'Al', email: 'a@b.uk' })).toEqual({});
    expect(refusals(ProfileInput, { name: 'Al', email: 'a@b.uk', ...wrong })).toEqual(sentences);
  });
});

describe('the message for a failed sign-in', () => {
  it.each([
    ['S1.8.1', { code: 'invalid_credentials', message: 'x' }, 'Invalid email or password. Please try again.'],
    ['S1.8.2', { code: 'user_not_found', message: 'x' }, 'No account found with this email address.'],
    ['S1.8.3', { code: 'email_taken', message: 'x' }, 'This email is already registered.'],
    ['S1.8.4', new Error('JWT expired'), 'Your session has expired. Please log in again.'],
    ['S1.8.5', { code: 'too_many_attempts', message: 'Wait 30 seconds.' }, 'Wait 30 seconds.'],
    ['S1.8.6', {}, 'Authentication failed. Please try again.'],
    ['S1.8.6', new Error(''), 'Authentication failed. Please try again.'],
    ['S1.8.7', undefined, 'Unknown authentication error'],
    ['S1.8.7', null, 'Unknown authentication error'],
  ])('%s: for %o is: %s', (_id, error, sentence) => {
    expect(authErrorSentence(error)).toBe(sentence);
  });
});
