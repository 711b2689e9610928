/** The rules and sentences of signing up, signing in and the profile. */

import { describe, expect, it } from 'vitest';
import { newPerson } from '../../../test/make.ts';
import { AppError } from '../../shared/app-error.ts';
import { authErrorSentence, ProfileInput, SignInInput, SignUpInput } from './account.ts';

const EMAIL = 'Please enter a valid email address.';
const PASSWORD = 'Password must be at least 8 characters.';

describe('signing up', () => {
  it.each([
    ['name', 'Al', 'A', 'Name must be at least 2 characters.'],
    ['email', 'a@b.uk', 'a@b', EMAIL],
    ['password', '12345678', '1234567', PASSWORD],
    ['acceptTerms', true, false, 'You must accept the terms and conditions.'],
  ])('with a %s of %j goes; with %j it is answered: %s', (field, enough, tooLittle, words) => {
    expect(SignUpInput.safeParse({ ...newPerson(), [field]: enough }).success).toBe(true);
    const { error } = SignUpInput.safeParse({ ...newPerson(), [field]: tooLittle });
    expect(error?.issues.map(({ message }) => message)).toEqual([words]);
  });
});

describe('signing in', () => {
  it('asks for a valid address and eight characters', () => {
    expect(SignInInput.safeParse({ email: 'a@b.uk', password: '12345678' }).success).toBe(true);
    const { error } = SignInInput.safeParse({ email: 'ada', password: '1234567' });
    expect(error?.issues.map(({ message }) => message)).toEqual([EMAIL, PASSWORD]);
  });
});

describe('the profile', () => {
  const person = { name: 'Al', email: 'a@b.uk' };

  it.each([
    ['S2.5.11', 'name', 'A', 'Name must be at least 2 characters'],
    ['S2.5.11', 'name', '  ', 'Name must be at least 2 characters'],
    ['S2.5.12', 'email', 'ada@', 'Invalid email address'],
    ['S2.5.12', 'email', `${'a'.repeat(250)}@b.uk`, 'Invalid email address'],
  ])('%s: with a %s of %j is answered: %s', (_id, field, typed, words) => {
    expect(ProfileInput.safeParse(person).success).toBe(true);
    const { error } = ProfileInput.safeParse({ ...person, [field]: typed });
    expect(error?.issues.map(({ message }) => message)).toEqual([words]);
  });
});

describe('the sentence for a failed sign-in', () => {
  it.each([
    ['invalid_credentials', 'Invalid email or password. Please try again.'],
    ['user_not_found', 'No account found with this email address.'],
    ['email_taken', 'This email is already registered.'],
  ])('is the specified one for %s, whatever the message', (code, sentence) => {
    expect(authErrorSentence({ code, message: 'something else' })).toBe(sentence);
  });

  it('tells that the session has expired when a token is the trouble', () => {
    expect(authErrorSentence(new Error('JWT expired'))).toBe('Your session has expired. Please log in again.');
  });

  it('is the error’s own message otherwise, such as how long to wait', () => {
    expect(authErrorSentence(new AppError('too_many_attempts'))).toBe(
      'Too many attempts. Please wait a little and try again.',
    );
  });

  it('asks to try again when there is no message, and names what has no error at all', () => {
    expect(authErrorSentence({})).toBe('Authentication failed. Please try again.');
    expect(authErrorSentence(new Error(''))).toBe('Authentication failed. Please try again.');
    expect(authErrorSentence(undefined)).toBe('Unknown authentication error');
    expect(authErrorSentence(null)).toBe('Unknown authentication error');
  });
});
