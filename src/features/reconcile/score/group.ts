import { type Account, agentFee, isBeforeLedger, nearestCharge, partOf } from './amount.ts';
import type { OpenTenancy, Part } from './proposal.ts';

export type Member = { tenancy: OpenTenancy; account: Account; points: number; reason: string };

/** `isUnique` is whether other tenancies are unlikely to make the same sum. */
export type GroupFit = { members: Member[]; parts: Part[]; isUnique: boolean; net: boolean; late: number };

/** Larger subsets often make a given sum by chance. */
const MAX_GROUP_SIZE = 6;
/** Maximum sums per member, which bounds the search. */
const MAX_SUMS = 4000;
/** Days before and after the due date within which agents pass rent on. */
const [MAX_DAYS_EARLY, MAX_DAYS_LATE] = [10, 45];

/** Finds tenancies whose rents add up to the amount, net of fees or gross. */
export function groupsFor(row: { day: number; amount: number }, members: Member[]): GroupFit[] {
  const modes = members.some(({ tenancy }) => tenancy.agent) ? [true, false] : [false];
  for (const net of modes) {
    const due = members.flatMap((member) => duePart(member, row.day, net) ?? []);
    const subsets = subsetsOf(
      due.map(({ part }) => part.amount - part.fee),
      row.amount,
    );
    if (subsets.length > 0)
      return subsets.map((subset) => {
        const selected = subset.flatMap((index) => due[index] ?? []);
        return {
          members: selected.map(({ member }) => member),
          parts: selected.map(({ part }) => part),
          isUnique: subset.length === due.length || due.length <= MAX_GROUP_SIZE,
          net: net && selected.some(({ part }) => part.fee > 0),
          late: Math.max(...selected.map(({ late }) => Math.abs(late))),
        };
      });
  }
  return [];
}

function duePart(member: Member, day: number, net: boolean): { member: Member; part: Part; late: number } | null {
  const { tenancy, account } = member;
  if (isBeforeLedger(tenancy, { day, months: [] })) return null;
  const open = account.charges.filter(
    ({ left, day: due }) => left > 0 && due >= day - MAX_DAYS_LATE && due <= day + MAX_DAYS_EARLY,
  );
  const charge = nearestCharge(open, day);
  if (!charge) return null;
  const fee = net && tenancy.agent ? agentFee(charge.left, tenancy.agent) : 0;
  return { member, part: partOf(tenancy, charge, charge.left, fee), late: day - charge.day };
}

/** Returns at most two subsets with this sum, as a second subset makes the sum ambiguous. */
function subsetsOf(values: number[], sum: number): number[][] {
  let sums = new Map<number, number[][]>([[0, [[]]]]);
  let rest = values.reduce((total, value) => total + value, 0);
  if (rest === sum && values.length > 1) return [[...values.keys()]];
  for (const [index, value] of values.entries()) {
    rest -= value;
    const next = new Map<number, number[][]>();
    for (const [reached, ways] of sums)
      for (const [total, added] of [
        [reached, ways],
        [reached + value, ways.map((way) => [...way, index])],
      ] as const)
        if (total <= sum && total + rest >= sum) next.set(total, [...(next.get(total) ?? []), ...added].slice(0, 3));
    if (next.size > MAX_SUMS) return [];
    sums = next;
  }
  return (sums.get(sum) ?? []).filter((way) => way.length > 1).slice(0, 2);
}
