import { describe, expect, it } from 'vitest';
import { dialled } from './phone.ts';

describe('a telephone number', () => {
  it.each([
    ['07700 900417', '07700900417'],
    [' (01632) 960-174 ', '01632960174'],
    ['01632.960.174', '01632960174'],
    ['+44 7700 900417', '+447700900417'],
    ['Tel. 07700 900417', '07700900417'],
    ['07700\u2013900\u2013417', '07700900417'],
  ])('is dialled without its punctuation: %s', (typed, number) => {
    expect(dialled(typed)).toBe(number);
  });

  it('is dialled without the bracketed zero after a country code', () => {
    expect(dialled('+44 (0)7700 900417')).toBe('+447700900417');
    expect(dialled('+44(0) 1632 960174')).toBe('+441632960174');
  });

  it('is the first of two, and ends before an extension', () => {
    expect(dialled('07700 900417 / 01632 960174')).toBe('07700900417');
    expect(dialled('07700 900417, 01632 960174')).toBe('07700900417');
    expect(dialled('01632 960174 ext. 12')).toBe('01632960174');
    expect(dialled('01632 960174 x12')).toBe('01632960174');
  });

  it.each(['ask at the shop', 'flat 12', '', '12 345', '() ()()', 'none yet'])('is not found in %j', (typed) => {
    expect(dialled(typed)).toBeNull();
  });
});
