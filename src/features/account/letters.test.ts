/** The words of the letters. */
import { describe, expect, it } from 'vitest';
import { confirmLetter, passwordChangedLetter, resetLetter } from './letters.ts';

const ada = { name: 'Ada <b>', email: 'ada@tenure.example' };
const url = 'https://tenure.example/x?token=1';

describe.each([
  ['to confirm an address', confirmLetter(ada, url), 'Confirm your email address'],
  ['to choose a new password', resetLetter(ada, url), 'Choose a new password'],
  ['about a changed password', passwordChangedLetter(ada, url), 'Choose a new password'],
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
    expect(confirmLetter(ada, url).paragraphs.join(' ')).toContain('Your 7-day free trial has started.');
    expect(resetLetter(ada, url).paragraphs.join(' ')).toContain('The link works once and for one hour.');
    expect(passwordChangedLetter(ada, url).paragraphs.join(' ')).toContain('every other browser was signed out');
  });
});
