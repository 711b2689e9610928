import { describe, expect, it } from 'vitest';
import { readCount, readDay, readEmail, readMoney, readPhone, readWords } from './cells.ts';

describe('readDay', () => {
  it.each([
    ['12/03/2026', '2026-03-12'],
    ['3.9.25', '2025-09-03'],
    ['01 Jun 2024', '2024-06-01'],
    ['1st June 2024', '2024-06-01'],
    ['2026-03-12', '2026-03-12'],
    ['2026-03-12T00:00:00.000Z', '2026-03-12'],
    ['12/03/2026 00:00', '2026-03-12'],
    ['29/02/2028', '2028-02-29'],
    ['', null],
    ['n/a', null],
    ['–', null],
  ])('reads %j as %j', (cell, value) => {
    expect(readDay(cell)).toEqual({ value });
  });

  it('reads the month first in a column with that order', () => {
    expect(readDay('12/31/2026', { order: 'mdy' })).toEqual({ value: '2026-12-31' });
  });

  it.each([
    ['2024', 'Only a year: give the day'],
    ['Jun 2024', 'Only a month: give the day'],
    ['06/2024', 'Only a month: give the day'],
    ['31/06/2026', 'June has 30 days'],
    ['31 June 2026', 'June has 30 days'],
    ['30/02/2027', 'February 2027 has 28 days'],
    ['29/02/2027', 'February 2027 has 28 days'],
    ['2026-06-31', 'June has 30 days'],
    ['12/31/2026', 'There is no month 31'],
    ['#REF!', 'Error in Excel: the cell lost its link'],
    ['#N/A', 'Error in Excel: #N/A'],
    ['soon', 'Not a date'],
    ['01/01/1066', 'Enter a year between 1900 and 2200'],
  ])('refuses %j: %s', (cell, wrong) => {
    expect(readDay(cell)).toEqual({ wrong });
  });

  it('offers the day of a serial number of Excel', () => {
    const wrong = 'A number, not a date: format the column as dates in Excel';
    expect(readDay('46054')).toEqual({ wrong, suggestion: '01 Feb 2026' });
  });
});

describe('readMoney', () => {
  it.each([
    ['£725', 72_500],
    ['£1,050.00', 105_000],
    ['895', 89_500],
    ['£895 pcm', 89_500],
    ['£1,200.50 p.c.m.', 120_050],
    ['GBP 800', 80_000],
    ['(45.00)', -4_500],
    ['-£41.87', -4_187],
    ['£1,050/month', 105_000],
    ['0', 0],
    ['-', null],
    ['', null],
  ])('reads %j as %j pence', (cell, value) => {
    expect(readMoney(cell)).toEqual({ value });
  });

  it.each([
    ['1.200,50', 120_050],
    ['1.200', 120_000],
    ['895,5', 89_550],
    ['£ 1.050,00', 105_000],
    ['(45,00)', -4_500],
  ])('reads %j with a decimal comma as %j pence', (cell, value) => {
    expect(readMoney(cell, { decimal: 'comma' })).toEqual({ value });
  });

  it.each([
    ['£1,2O0', 'Not a sum of money', '£1,200.00'],
    ['£200 pw', 'A sum a week: give it a month', '£866.67'],
    ['lots', 'Not a sum of money', undefined],
    ['12.345', 'More than two decimals', undefined],
    ['€900', 'Not in pounds', undefined],
    ['#VALUE!', 'Error in Excel: #VALUE!', undefined],
  ])('refuses %j: %s, offers %j', (cell, wrong, suggestion) => {
    expect(readMoney(cell)).toEqual({ wrong, ...(suggestion && { suggestion }) });
  });
});

it.each([
  ['2', 2],
  ['2.0', 2],
  ['3 beds', 3],
  ['Studio', 0],
  ['4 + study', 4],
])('readCount reads %j as %j', (cell, value) => {
  expect(readCount(cell)).toEqual({ value });
});

it('readCount refuses a fraction', () => {
  expect(readCount('2.5')).toEqual({ wrong: 'Not a whole number' });
});

it('readEmail offers the first of several', () => {
  expect(readEmail('jo@example.com')).toEqual({ value: 'jo@example.com' });
  expect(readEmail('jo@example.com; al@example.com')).toEqual({
    wrong: 'Enter one email',
    suggestion: 'jo@example.com',
  });
});

it('readPhone restores the 0 that Excel dropped', () => {
  expect(readPhone('7700900123')).toEqual({ value: '07700900123' });
  expect(readPhone('+44 7700 900123')).toEqual({ value: '+44 7700 900123' });
});

it('readWords removes the apostrophe of a guarded cell', () => {
  expect(readWords("'=A1")).toEqual({ value: '=A1' });
  expect(readWords("'t Hooft")).toEqual({ value: "'t Hooft" });
});
