import { expect, it } from 'vitest';
import { newTenantsOf } from './new-tenant-of.ts';

it('derives name, rent and start of a tenant from rows of one payer', () => {
  const row = (date: string, amount: number, text: string) => ({ date, amount, text });
  const rows = [
    row('2026-11-03', 75_000, 'FPI J PATEL RENT NOV'),
    row('2026-10-03', 75_000, 'FPI J PATEL RENT OCT'),
    row('2026-09-03', 20_000, 'FPI J PATEL RENT SEP'),
    row('2026-08-03', 75_000, 'A OSEI'),
  ];
  expect(newTenantsOf(rows)(row('2026-11-03', 75_000, 'FPI J PATEL RENT NOV'))).toEqual({
    name: 'J Patel',
    rent: 75_000,
    start: '2026-10-03',
  });
});
