import { expect, test } from 'vitest';
import { type LedgerEntry, receivedSince } from './ledger.ts';

const entry = (kind: LedgerEntry['kind'], date: string, amount: number): LedgerEntry => ({
  id: crypto.randomUUID(),
  kind,
  date,
  amount,
  balance: 0,
  from: null,
  to: null,
  method: null,
  note: '',
  disputedOn: null,
  settled: 0,
});

test('sums payments from a day, less returns, without charges or credits', () => {
  const entries = [
    entry('rent', '2026-05-01', 90_000),
    entry('payment', '2026-05-01', -90_000),
    entry('refund', '2026-05-03', 10_000),
    entry('reduction', '2026-05-04', -500),
    entry('payment', '2026-04-06', -1_000),
    entry('payment', '2026-04-05', -70_000),
  ];
  expect(receivedSince({ entries }, '2026-04-06')).toBe(81_000);
});
