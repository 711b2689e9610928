/** Scores how well an amount and a date fit a tenancy's charges, with reasons. `day` counts days since 1970. */
import { formatDay, formatMonth, weekday } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { allocate } from '../../tenancy/rules/allocate.ts';
import type { LettingAgent, OpenTenancy, Part } from './proposal.ts';

/** Minimum points at which an amount counts as expected, a condition of a certain proposal. */
export const EXPECTED = 24;

type Charge = { id: string; due: string; day: number; left: number; whole: number };
type Paid = { date: string; day: number; amount: number };

/** Charges and payments of a tenancy, updated as rows are matched. */
export type Account = { charges: Charge[]; paid: Paid[] };

/** `advance` is the number of periods paid at once by one tenant, if the amount is a multiple of their rent. */
export type Fit = {
  points: number;
  datePoints: number;
  parts: Part[];
  reasons: string[];
  nearest: Charge | null;
  advance?: number;
};

const MAX_DAYS_AHEAD = 35;
/** Older open charges are ignored, as they may have been paid before the first bank row. */
const MAX_OPEN_CHARGES = 6;
const MAX_OPEN_DAYS = 184;
const maxOpenCharges = (period: number) => Math.max(MAX_OPEN_CHARGES, Math.ceil(MAX_OPEN_DAYS / period));
const FOUR_WEEKS = 'rent paid every 4 weeks';

export const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

export function accountOf(tenancy: OpenTenancy): Account {
  return {
    charges: tenancy.owed.map(({ whole = tenancy.rent, ...charge }) => ({
      ...charge,
      whole,
      day: dayNumber(charge.due),
    })),
    paid: tenancy.paid.map(({ date, amount }) => ({ date, day: dayNumber(date), amount })),
  };
}

/** Returns the fee in pence. Integers are divided last, so that half a penny is rounded correctly. */
export function agentFee(rent: number, { feePercent, feeFixed, vat }: LettingAgent): number {
  const tenThousandths = feeFixed === null ? rent * Math.round((feePercent ?? 0) * 100) : feeFixed * 10_000;
  return Math.round((tenThousandths * (vat === 'added' ? 12 : 10)) / 100_000);
}

/** Returns the charge that a payment on a day is for: the nearest, with a preference for charges already due. */
export function nearestCharge(charges: Charge[], day: number): Charge | null {
  const cost = ({ day: due }: Charge) => (due <= day ? day - due : 3 * (due - day));
  return charges.reduce<Charge | null>((best, one) => (best && cost(best) <= cost(one) ? best : one), null);
}

/** Whether a payment is for the period before the ledger's first charge, with days weighted as in `nearestCharge`. */
export function isBeforeLedger(
  { begins, period }: OpenTenancy,
  { day, months }: { day: number; months: number[] },
): boolean {
  if (!begins) return false;
  const first = dayNumber(begins);
  if (day >= first || months.includes(Number(begins.slice(5, 7)))) return false;
  return day - (first - period) < 3 * (first - day);
}

/** Amounts that suggest a tenancy even without a name in the text. */
export function distinctiveAmounts(tenancy: OpenTenancy, { charges, paid }: Account): Set<number> {
  const lefts = charges.map(({ left }) => left);
  const sums = lefts.flatMap((_, from) => runningTotals(lefts, from));
  const { agent } = tenancy;
  const nets = agent ? lefts.map((left) => left - agentFee(left, agent)) : [];
  return new Set([
    ...sums,
    ...nets,
    ...shares(tenancy),
    ...fourWeeks(tenancy),
    ...paid.slice(0, 4).map(({ amount }) => amount),
  ]);
}

/** Returns the best interpretation of an amount as rent, or null. `named` is whether the row names the tenancy. */
export function fitOf(
  row: { day: number; amount: number; months: number[] },
  tenancy: OpenTenancy,
  { charges, paid }: Account,
  named: boolean,
): Fit | null {
  if (isBeforeLedger(tenancy, row)) return null;
  const open = charges
    .filter(({ day, left }) => left > 0 && day <= row.day + MAX_DAYS_AHEAD)
    .slice(-maxOpenCharges(tenancy.period));
  const dated = (charge: Charge | null, points: number, reason: string[], parts: Part[]): Fit => {
    const when = dateFit(charge, row.day);
    return { points, datePoints: when.points, parts, nearest: charge, reasons: [...reason, ...when.reasons] };
  };
  const near = nearestCharge(open, row.day);
  const equal = open.filter(({ left }) => left === row.amount);
  const inMonth = equal.filter(({ due }) => row.months.includes(Number(due.slice(5, 7))));
  const exact = nearestCharge(inMonth.length > 0 ? inMonth : equal, row.day);
  if (exact) {
    const periodOf = tenancy.period < 28 ? dayAndMonth : monthOf;
    const rest = exact.left < exact.whole ? `the rest of ${periodOf(exact.due)}` : 'same amount';
    return dated(exact, 30, [rest], [partOf(tenancy, exact, exact.left, 0)]);
  }
  const { agent } = tenancy;
  const net =
    agent &&
    nearestCharge(
      open.filter(({ left }) => isNet(left, row.amount, agent)),
      row.day,
    );
  if (net)
    return dated(
      net,
      30,
      ['the rent less the fee you agreed'],
      [partOf(tenancy, net, net.left, net.left - row.amount)],
    );
  const run = runOf(open, row);
  if (run) {
    // Two months at once are expected if both are due.
    const due = run.every(({ day }) => day <= row.day + 10);
    return dated(
      nearestCharge(run, row.day),
      due ? 28 : 20,
      [`${namesOf(run)} together`],
      run.map((charge) => partOf(tenancy, charge, charge.left, 0)),
    );
  }
  const parts = partsOf(row.amount, tenancy, open);
  const before = paid.filter(({ amount, day }) => amount === row.amount && day < row.day);
  const rhythm = rhythmOf(before, row.day);
  if (rhythm) {
    const reasons = [sameAmountAs(before), rhythm.reason];
    return { points: 26, datePoints: rhythm.exact ? 15 : 12, parts, nearest: near, reasons };
  }
  const isFourWeeks = fourWeeks(tenancy).includes(row.amount);
  // Four-weekly dates move through the month, so dates and credit do not reduce the points.
  const fourWeekly = { datePoints: 12, parts, nearest: null, reasons: [FOUR_WEEKS] };
  if (isFourWeeks && named) return { points: 26, ...fourWeekly };
  const total = open.reduce((sum, { left }) => sum + left, 0);
  const advance = named ? periodsOf(row.amount, tenancy, total) : null;
  if (advance) return { ...dated(near, 20, [advance.reason], parts), advance: advance.periods };
  if (row.amount > total) {
    if (!named) return null;
    if (before.length > 1) return dated(near, 20, [sameAmountAs(before)], parts);
    return dated(
      near,
      8,
      total > 0 ? [`${formatPence(row.amount - total)} more than is owed`] : ['no rent is owed'],
      parts,
    );
  }
  const isOfNear = near !== null && row.amount < near.left;
  const short = agent && isOfNear ? near.left - agentFee(near.left, agent) - row.amount : 0;
  const part =
    short > 0
      ? `${formatPence(short)} less than the rent after the fee: see the agent’s statement`
      : `part of ${formatPence(isOfNear ? near.left : total)}`;
  // The part settles the nearest charge, so that a second payment is proposed as the rest of that charge.
  const nearParts = isOfNear ? [partOf(tenancy, near, row.amount, 0)] : parts;
  if (shares(tenancy).includes(row.amount)) {
    const fraction = tenancy.names.length === 2 ? 'half' : `one of ${tenancy.names.length} shares`;
    return dated(near, 26, [`${fraction} of ${formatPence(tenancy.rent)}`], parts);
  }
  if (before.length > 1) return dated(near, 26, [part, sameAmountAs(before)], nearParts);
  const [last] = before;
  if (last) return dated(near, 20, [`${part}, as in ${monthOf(last.date)}`], nearParts);
  if (isFourWeeks) return { points: 20, ...fourWeekly };
  return named ? dated(near, 12, [part], nearParts) : null;
}

export function post(account: Account, parts: Part[], paid: Paid): void {
  for (const { chargeId, amount } of parts) {
    const charge = account.charges.find(({ id }) => id === chargeId);
    if (charge) charge.left -= amount;
  }
  account.paid.unshift(paid);
}

export function partOf({ id }: OpenTenancy, charge: Charge | null, amount: number, fee: number): Part {
  return { tenancyId: id, chargeId: charge?.id ?? null, amount, fee };
}

/** Returns the pence that an agent kept of a charge if the payment is the charge less the agreed fee, otherwise 0. */
export function keptFee(charge: number, paid: number, agent: LettingAgent): number {
  return isNet(charge, paid, agent) ? charge - paid : 0;
}

/** Agents round half a penny up or down. */
function isNet(left: number, amount: number, agent: LettingAgent): boolean {
  const fee = agentFee(left, agent);
  return fee > 0 && Math.abs(left - fee - amount) <= 1;
}

/** Allocates an amount to open charges, oldest first. The remainder is credit. */
function partsOf(amount: number, tenancy: OpenTenancy, open: Charge[]): Part[] {
  const { paid, credit } = allocate(open, amount);
  const parts = paid.flatMap(({ pays, ...charge }) => (pays > 0 ? [partOf(tenancy, charge, pays, 0)] : []));
  return credit > 0 ? [...parts, partOf(tenancy, null, credit, 0)] : parts;
}

function shares({ rent, names }: OpenTenancy): number[] {
  return names.length < 2 ? [] : [Math.floor(rent / names.length), Math.ceil(rent / names.length)];
}

/** Councils pay 13 times a year, and round the amount or the weekly rent. */
function fourWeeks({ rent }: OpenTenancy): number[] {
  const week = (rent * 12) / 52;
  return [Math.round(week * 4), 4 * Math.round(week), 4 * Math.floor(week)];
}

function runningTotals(lefts: number[], from: number, max = MAX_OPEN_CHARGES): number[] {
  let sum = 0;
  return lefts.slice(from, from + max).map((left) => {
    sum += left;
    return sum;
  });
}

/** Returns consecutive charges that add up to the amount, the nearest if several do. */
function runOf(open: Charge[], { amount, day }: { amount: number; day: number }): Charge[] | null {
  const lefts = open.map(({ left }) => left);
  const runs = open.flatMap((_, from): Charge[][] => {
    const at = runningTotals(lefts, from, open.length).indexOf(amount);
    return at > 0 ? [open.slice(from, from + at + 1)] : [];
  });
  const near = nearestCharge(runs.flat(), day);
  return runs.find((run) => near && run.includes(near)) ?? null;
}

/** Returns 'October and November', or for rent in weeks 'the 6 charges from 17 Oct to 21 Nov'. */
function namesOf(run: Charge[]): string {
  const months = run.map(({ due }) => monthOf(due));
  if (new Set(months).size === months.length) return new Intl.ListFormat('en-GB').format(months);
  const [first, last] = [run[0], run.at(-1)].map((charge) => dayAndMonth(charge?.due ?? ''));
  return `the ${run.length} charges from ${first} to ${last}`;
}

/** Returns the periods that an amount pays if it is a multiple of the rent, or of a sharer's part of it. */
function periodsOf(amount: number, { rent, names }: OpenTenancy, total: number) {
  if (rent === 0) return null;
  const whole = amount / rent;
  if (amount > total && whole > 1 && Number.isInteger(whole))
    return { periods: whole, reason: `${whole} times the rent of ${formatPence(rent)}` };
  const shared = (amount * names.length) / rent;
  if (names.length < 2 || shared < 2 || !Number.isInteger(shared)) return null;
  return { periods: shared, reason: `${shared} times a share of ${formatPence(Math.round(rent / names.length))}` };
}

/** Returns the weekly rhythm of payments, newest first, if the last two intervals agree to within a day. */
function rhythmOf([last, earlier]: Paid[], day: number): { reason: string; exact: boolean } | null {
  if (!last || !earlier) return null;
  const [now, then] = [day - last.day, last.day - earlier.day];
  const weeks = Math.round(now / 7);
  if (weeks < 1 || weeks > 4 || Math.abs(now - weeks * 7) > 1 || Math.abs(then - weeks * 7) > 1) return null;
  const every = weeks === 1 ? 'every week' : `every ${weeks} weeks`;
  const exact = now === weeks * 7;
  return { reason: exact ? `${every}, on the day` : every, exact };
}

function dateFit(charge: Charge | null, day: number): { points: number; reasons: string[] } {
  if (!charge) return { points: 0, reasons: [] };
  const late = day - charge.day;
  if (late === 0) return { points: 15, reasons: ['on the day it is due'] };
  const days = Math.abs(late) === 1 ? '1 day' : `${Math.abs(late)} days`;
  const date = shortDay(new Date(day * 86_400_000).toISOString().slice(0, 10));
  if (late > 0)
    return { points: late <= 7 ? 12 : late <= 21 ? 8 : late <= 45 ? 4 : 0, reasons: [`${date}, ${days} late`] };
  return { points: late >= -5 ? 12 : late >= -10 ? 8 : late >= -16 ? 4 : 0, reasons: [`${days} before it is due`] };
}

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

function shortDay(date: string): string {
  return `${WEEKDAYS[weekday(date)]} ${dayAndMonth(date)}`;
}

/** For example, '12 Oct'. */
export function dayAndMonth(date: string): string {
  return formatDay(date).slice(0, -5).replace(/^0/, '');
}

const monthOf = (date: string) => formatMonth(date).slice(0, -5);
const sameAmountAs = (before: Paid[]) =>
  `same amount as ${before
    .slice(0, 2)
    .map(({ date }) => dayAndMonth(date))
    .join(' and ')}`;
