/** The words of the emails. */
import { describe, expect, it } from 'vitest';
import {
  addressTakenEmail,
  confirmEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passwordChangedEmail,
  resetEmail,
} from './emails.ts';

const ada = { name: 'Ada <b>', email: 'ada@tenure.example' };
const url = 'https://tenure.example/x?token=1';

describe.each([
  ['to confirm an address', confirmEmail(ada, url), 'Confirm your email address'],
  ['to choose a new password', resetEmail(ada, url), 'Choose a new password'],
  ['about a changed password', passwordChangedEmail(ada, url), 'Choose a new password'],
  ['to confirm a new address', newAddressEmail(ada, url), 'Confirm your new email address'],
  ['to the old address when a new one is asked for', newAddressAskedEmail(ada, url), 'Choose a new password'],
])('the letter %s', (_, letter, label) => {
  it('greets the landlord by name, at their address, with one link', () => {
    expect(letter.to).toBe('ada@tenure.example');
    expect(letter.paragraphs[0]).toBe('Hello Ada <b>,');
    expect(letter.action).toEqual({ label, url });
  });

  it('says what to do if it was somebody else', () => {
    expect(letter.paragraphs.at(-1)).toMatch(/^If (you did not|it was not you)/);
  });

  it('tells no secret but the link', () => {
    expect(letter.paragraphs.join(' ')).not.toContain('token');
  });
});

describe('what the letters promise', () => {
  it('is what the product does', () => {
    expect(confirmEmail(ada, url).paragraphs.join(' ')).toContain('Your 7-day free trial has started.');
    expect(resetEmail(ada, url).paragraphs.join(' ')).toContain('The link works once and for one hour.');
    expect(passwordChangedEmail(ada, url).paragraphs.join(' ')).toContain('every other browser was signed out');
    expect(newAddressEmail(ada, url).paragraphs.join(' ')).toContain('The link works once and for 24 hours.');
    expect(newAddressAskedEmail(ada, url).paragraphs.join(' ')).toContain('That stops the change and signs out');
  });
});

describe('the letter to an address that has an account already', () => {
  it('names nobody, since a stranger may have asked, and leads to signing in', () => {
    const letter = addressTakenEmail(ada.email, url);
    expect(letter.to).toBe('ada@tenure.example');
    expect(letter.paragraphs[0]).toBe('Hello,');
    expect(letter.action).toEqual({ label: 'Sign in', url });
    expect(letter.paragraphs.at(-1)).toBe('If it was not you, you need not do anything.');
  });
});

describe('the letter to an address that has been replaced', () => {
  it.each([
    ['help@tenure.example', 'If it was not you, write to help@tenure.example at once.'],
    [undefined, 'If it was not you, tell the person who runs your Tenure at once.'],
  ])('has no link, and says whom to tell: %s', (contact, last) => {
    const letter = newAddressInForceEmail(ada, contact);
    expect([letter.to, letter.action]).toEqual(['ada@tenure.example', undefined]);
    expect(letter.paragraphs.at(-1)).toBe(last);
  });
});
