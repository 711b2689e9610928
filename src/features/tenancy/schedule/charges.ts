/** Reconciles a ledger's charges with its schedule: replaces unpaid charges, corrects paid ones with a new line. */
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import type { RentCharge } from './rent-schedule.ts';

/** A charge of the schedule. `from` and `to` are its first and last day, `corrects` is the id of a corrected charge. */
export type ExistingCharge = {
  id: string;
  date: string;
  amount: number;
  from: string | null;
  to: string | null;
  method: string | null;
  corrects: string | null;
  settled: number;
};

type NewCharge = {
  kind: 'rent' | 'correction';
  date: string;
  amount: number;
  from: string | null;
  to: string | null;
  method: string | null;
  note: string;
  corrects: string | null;
};

export type ChargeChanges = {
  add: NewCharge[];
  change: Pick<ExistingCharge, 'id' | 'date' | 'amount' | 'to' | 'method'>[];
  remove: string[];
};

/** Returns the changes that make `existing` equal `scheduled` on each date, with corrections of due, paid charges. */
export function reconcileCharges(
  scheduled: readonly RentCharge[],
  existing: readonly ExistingCharge[],
  today: string,
): ChargeChanges {
  const changes: ChargeChanges = { add: [], change: [], remove: [] };
  const byPeriod = new Map(scheduled.filter(({ amount }) => amount > 0).map((charge) => [charge.from, charge]));
  const byCharge = new Map<string, ExistingCharge[]>();
  for (const line of existing) {
    if (line.corrects === null) continue;
    const others = byCharge.get(line.corrects);
    if (others) others.push(line);
    else byCharge.set(line.corrects, [line]);
  }
  for (const charge of existing.filter(({ corrects }) => corrects === null)) {
    const corrections = byCharge.get(charge.id) ?? [];
    const period = byPeriod.get(charge.from ?? '');
    byPeriod.delete(charge.from ?? '');
    if (charge.date <= today && charge.settled > 0) {
      if (missing(period, [charge, ...corrections]).length === 0) continue;
      const open = corrections.filter(({ settled }) => settled === 0);
      const paid = corrections.filter(({ settled }) => settled !== 0);
      changes.remove.push(...open.map(({ id }) => id));
      for (const line of missing(period, [charge, ...paid])) changes.add.push(correctionOf(charge, period, line));
    } else if (!period) changes.remove.push(charge.id);
    else {
      changes.remove.push(...corrections.map(({ id }) => id));
      const { due: date, amount, to, method } = period;
      if (date !== charge.date || amount !== charge.amount || to !== charge.to || method !== charge.method)
        changes.change.push({ id: charge.id, date, amount, to, method });
    }
  }
  for (const { due, ...charge } of byPeriod.values())
    changes.add.push({ kind: 'rent', date: due, note: '', corrects: null, ...charge });
  return changes;
}

type Line = { date: string; amount: number };

/** Differences between the period and its lines, by date. */
function missing(period: RentCharge | undefined, lines: readonly Line[]): Line[] {
  const byDay = new Map(period && [[period.due, period.amount]]);
  for (const { date, amount } of lines) byDay.set(date, (byDay.get(date) ?? 0) - amount);
  return [...byDay].map(([date, amount]) => ({ date, amount })).filter(({ amount }) => amount !== 0);
}

function correctionOf(charge: ExistingCharge, period: RentCharge | undefined, { date, amount }: Line): NewCharge {
  const days = ({ from, to }: { from: string | null; to: string | null }) =>
    `${formatDay(from ?? '')} – ${formatDay(to ?? '')}`;
  const due = period && period.due !== charge.date ? `, due ${formatDay(period.due)}` : '';
  const note = period
    ? `Rent for ${days(period)} is ${formatPence(period.amount)}${period.method ? `: ${period.method}` : ''}${due}`
    : `No rent is owed for ${days(charge)}`;
  return {
    kind: 'correction',
    date,
    amount,
    from: null,
    to: null,
    method: null,
    note,
    corrects: charge.id,
  };
}
