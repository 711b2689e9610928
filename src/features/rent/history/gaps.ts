import { addDays } from '../../../shared/dates.ts';
import { isBeforeLedger } from '../../reconcile/score/amount.ts';
import { indexCandidates, type Known } from '../../reconcile/score/candidates.ts';
import { NAMED } from '../../reconcile/score/payer.ts';
import type { BankRow, OpenTenancy } from '../../reconcile/score/proposal.ts';
import { MAX_DAYS_EARLY } from '../../tenancy/schedule/rent-schedule.ts';

/** Matches earlier rows that may be rent to the tenancies they name best. Yields before each row. */
export function* rowsBefore<Row extends BankRow>(
  rows: readonly Row[],
  known: Known,
): Generator<void, { row: Row; tenancy: OpenTenancy }[]> {
  const candidates = yield* indexCandidates(known);
  const matches: { row: Row; tenancy: OpenTenancy }[] = [];
  for (const row of rows) {
    yield;
    if (row.amount <= 0) continue;
    const { day, text, kind, evidence, strongest } = candidates.read(row);
    if (!['any', 'transfer'].includes(kind) || strongest < NAMED) continue;
    for (const [{ tenancy }, { points }] of evidence) {
      const isRent = row.amount * (tenancy.names.length + 1) >= tenancy.rent;
      const isItsTime = row.date >= addDays(tenancy.start, -MAX_DAYS_EARLY);
      const isBefore = isBeforeLedger(tenancy, { day, months: text.months });
      if (points === strongest && isRent && isItsTime && isBefore) matches.push({ row, tenancy });
    }
  }
  return matches;
}

/** Returns the date of the oldest earlier row by tenancy id. */
export function* oldestBefore(rows: readonly BankRow[], known: Known): Generator<void, Map<string, string>> {
  const oldest = new Map<string, string>();
  for (const { row, tenancy } of yield* rowsBefore(rows, known))
    if (row.date < (oldest.get(tenancy.id) ?? '9999')) oldest.set(tenancy.id, row.date);
  return oldest;
}
