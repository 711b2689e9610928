/** What a person reads when signing in, signing up or resetting a password has failed. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { authErrorSentence } from './auth-error.ts';

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
