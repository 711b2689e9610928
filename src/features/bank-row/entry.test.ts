import { expect, it } from 'vitest';
import { categoryOf, isRefund } from './entry.ts';

const line = (amount: number, text = 'SOMEBODY', category: string | null = null) => ({ amount, text, category });

it.each([
  [line(10_000), 'rent'],
  [line(10_100), 'other'],
  [line(15_050), 'other'],
  [line(0), 'other'],
  [line(-10_000), 'other'],
])('categorises %o by its amount alone as %s', (given, category) => {
  expect(categoryOf(given)).toBe(category);
});

it.each([
  [line(-5_000, 'X', 'HOUSING'), 'rent'],
  [line(12_345, 'Interest', 'rent'), 'rent'],
  [line(-5_000, 'X', 'MAINTENANCE'), 'maintenance'],
  [line(-5_000, 'X', 'TAX'), 'tax'],
  [line(-5_000, 'X', 'INSURANCE'), 'insurance'],
  [line(-5_000, 'X', 'UTILITIES'), 'utilities'],
  [line(20_000, 'X', 'GROCERIES'), 'rent'],
  [line(50_000, 'Deposits pot', 'Pot transfer'), 'transfer'],
  [line(-50_000, 'Bills', 'INTERNAL TRANSFER'), 'transfer'],
])('uses the mapped category of the provider for %o: %s', (given, category) => {
  expect(categoryOf(given)).toBe(category);
});

it.each([
  [line(50_000, 'TRANSFER FROM SAVINGS'), 'transfer'],
  [line(-50_000, 'Transfer to deposits'), 'transfer'],
  [line(412, 'GROSS INTEREST'), 'interest'],
  [line(88_000, 'J PATEL RENT NOV'), 'rent'],
  [line(-4_187, 'BRITISH GAS 850047112 DDR'), 'utilities'],
  [line(-3_862, 'AXA LANDLORD INSURANCE'), 'insurance'],
  [line(-6_448, 'SCREWFIX LEEDS 2117'), 'maintenance'],
  [line(-15_000, 'HMRC SELF ASSESSMENT'), 'tax'],
  [line(10_000, 'REFUND BRITISH GAS'), 'utilities'],
  [line(10_000, 'REFUND SOMEBODY'), 'other'],
  [line(-9_000, 'Rent'), 'other'],
])('categorises %o by its description as %s', (given, category) => {
  expect(categoryOf(given)).toBe(category);
});

it('treats only income as a refund', () => {
  expect([isRefund(line(500, 'Refund AXA')), isRefund(line(-500, 'Refund AXA')), isRefund(line(500))]).toEqual([
    true,
    false,
    false,
  ]);
});
