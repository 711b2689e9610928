/**
 * Scores the tenancies that a bank row may pay, with points for the payer (up to 66), the amount (up to 30) and the
 * date (up to 15). Rows are processed by date, and a certain row is posted before the next.
 */
import { DAYS_APART } from '../../bank-row/compare-rows.ts';
import { MAX_TOGETHER } from '../bank-rows.ts';
import { dayAndMonth, EXPECTED, type Fit, fitOf, post } from './amount.ts';
import {
  type Candidates,
  type Incoming,
  indexCandidates,
  isPaidByAnother,
  type Known,
  type RecordedByHand,
  type TenancyCandidate,
} from './candidates.ts';
import { groupsFor } from './group.ts';
import { KNOWN_PAYER, NAMED } from './payer.ts';
import type { BankRow, OpenTenancy, Proposal } from './proposal.ts';

const MAX_PROPOSALS = 3;
const MIN_POINTS = 25;
/** Minimum lead over other tenancies that makes a proposal certain. */
const MIN_LEAD_POINTS = 15;
/** Points of a full name. An initial may belong to two people. */
const FULL_NAME_POINTS = 40;
/** Equal payments within these days may be one payment twice, or from two people. */
const REPEAT_DAYS = 10;
export const MAX_TRANSFER_DAYS = 3;

/** An `ambiguous` option is never certain. */
type Option = {
  proposal: Proposal;
  payees: TenancyCandidate[];
  who: number;
  expected: boolean;
  ambiguous: boolean;
  part: boolean;
  isPartial: boolean;
  hand: RecordedByHand | null;
};

/** Proposes rent by row id, most likely first. Yields before each row. Rows without proposals are omitted. */
export function* proposeFor(rows: BankRow[], known: Known): Generator<void, Map<string, Proposal[]>> {
  const candidates = yield* indexCandidates(known);
  const moved = movedBetweenAccounts(rows);
  const read: Incoming[] = [];
  for (const row of rows) {
    yield;
    if (row.amount > 0) read.push(candidates.read(row));
  }
  const incoming = read
    .map((one) => ({ ...one, own: one.own || moved.has(one.row.id) }))
    .filter(({ row, kind, strongest, elsewhere }) => {
      if (kind === 'other') return false;
      return strongest >= NAMED || !(kind === 'transfer' || elsewhere || moved.has(row.id));
    })
    .sort(
      (one, other) => one.day - other.day || other.strongest - one.strongest || (one.row.id < other.row.id ? -1 : 1),
    );
  const claims = claimsOf(incoming);
  const done = new Set<Incoming>();
  const found = new Map<string, Proposal[]>();
  for (const one of incoming) {
    yield;
    const options = optionsFor(one, candidates).sort((a, b) => b.proposal.score - a.proposal.score);
    done.add(one);
    const [best] = options;
    if (!best) continue;
    best.proposal.certain = isCertain(best, one, options) && !isClaimed(best, one, claims, done);
    if (best.proposal.certain) settle(best, one, candidates);
    found.set(
      one.row.id,
      // Next to a certain proposal, only plausible alternatives are shown.
      options
        .filter((other) => other === best || !best.proposal.certain || (other.who >= NAMED && other.expected))
        .slice(0, MAX_PROPOSALS)
        .map(({ proposal }) => proposal),
    );
  }
  return found;
}

function optionsFor(one: Incoming, candidates: Candidates): Option[] {
  const named = one.strongest >= 36;
  const unnamed = named ? [] : candidates.byAmount(one).filter((candidate) => !one.evidence.has(candidate));
  const deposit = one.kind === 'deposit' || candidates.isDeposit(one);
  const groups = groupOptions(one);
  const rents = [
    // A surname with another first name is not enough.
    ...[...one.evidence].flatMap(([candidate, { points }]) =>
      points >= 24 || candidates.isDistinctive(one, candidate) ? (rentOption(one, candidate) ?? []) : [],
    ),
    // If a tenancy has an agent, the agent pays. A possible deposit needs a name.
    ...unnamed.flatMap((candidate) => (deposit || candidate.tenancy.agent ? [] : (rentOption(one, candidate) ?? []))),
  ].filter(({ expected }) => expected || groups.length === 0);
  const options = [...dropTies(rents), ...groups, ...samePayments(one, candidates)];
  return options.filter(({ proposal }) => proposal.score >= MIN_POINTS);
}

function rentOption(one: Incoming, candidate: TenancyCandidate): Option | null {
  const { tenancy } = candidate;
  const { points, reasons } = one.evidence.get(candidate) ?? { points: 0, reasons: [] };
  const fit = fitOf({ ...one, months: one.text.months }, tenancy, candidate.account, points >= NAMED);
  if (!fit) return null;
  const another = points < 40 && isPaidByAnother(candidate, one.text);
  if (points < 24 && (fit.points < 20 || fit.datePoints < (another ? 12 : 8))) return null;
  const { from, to } = candidate.depositDays;
  const isDeposit = one.amount === tenancy.deposit && one.day >= from && one.day <= to;
  const doubtful = isDeposit || one.kind === 'deposit';
  // The amount of a deposit may be the first rent only if that is owed and the text does not mention a deposit.
  if (doubtful && (fit.points < 28 || (one.kind === 'deposit' && one.amount === tenancy.deposit))) return null;
  // The landlord has to split a first rent that includes the deposit.
  if (fit.points < EXPECTED && one.amount > tenancy.rent && one.day <= to && mayIncludeDeposit(one, tenancy, fit))
    return null;
  const notes: string[] = [];
  if (another && points < NAMED && candidate.only) notes.push(`always paid by ${candidate.only.shown} so far`);
  else if (points < 20) notes.push('a name not seen before');
  const twice = secondPayment(one, candidate, fit);
  const early = fit.nearest ? fit.nearest.day - one.day : 0;
  // Far from the due date, a tenant may pay for something else.
  const far = early > (points < KNOWN_PAYER ? 5 : REPEAT_DAYS) || (points < 40 && early < -14);
  // A part is expected only from a known payer who mentions rent.
  const part = points >= KNOWN_PAYER && one.text.mentionsRent && fit.datePoints >= 8 && early <= 5;
  if (twice) notes.push(twice);
  const { ambiguous = false, isPartial = false } = one.evidence.get(candidate) ?? {};
  return {
    payees: [candidate],
    who: points,
    expected: (fit.points >= EXPECTED || (fit.points >= 12 && part)) && fit.datePoints >= 4,
    ambiguous:
      one.kind === 'deposit' ||
      (isDeposit && !one.text.mentionsRent) ||
      far ||
      one.kind === 'private' ||
      ambiguous ||
      isOwn(one, points),
    part: fit.points < EXPECTED,
    isPartial,
    hand: null,
    proposal: {
      kind: fit.parts.some(({ fee }) => fee > 0) ? 'agent' : 'rent',
      tenancyIds: [tenancy.id],
      parts: fit.parts,
      paymentId: null,
      score: points + fit.points + fit.datePoints - (another ? 6 : 0),
      certain: false,
      reasons: [...fit.reasons, ...reasons, ...notes],
    },
  };
}

/** An unknown deposit is assumed to be up to six weeks' rent, the legal maximum in England. */
const MAX_DEPOSIT_DAYS = 42;

function mayIncludeDeposit({ amount }: Incoming, { deposit, names, period }: OpenTenancy, { advance }: Fit): boolean {
  if (advance === undefined) return true;
  if (deposit === 0) return (advance - 1) * period <= MAX_DEPOSIT_DAYS;
  const unit = amount / advance;
  return [deposit, deposit / names.length].some((part) => amount > part && (amount - part) % unit === 0);
}

/** Drops vague options that are tied, as showing three of ten equal options would be arbitrary. */
function dropTies(options: Option[]): Option[] {
  const vague = options.filter(({ who, expected }) => who < 24 || !expected);
  if (vague.length <= MAX_PROPOSALS) return options;
  const best = Math.max(...vague.map(({ proposal }) => proposal.score));
  const leading = vague.filter(({ proposal }) => proposal.score === best);
  return options.filter((one) => !vague.includes(one) || (leading.length <= MAX_PROPOSALS && leading.includes(one)));
}

function groupOptions(one: Incoming): Option[] {
  const payersOf = [...one.evidence].filter(([, { points }]) => points >= FULL_NAME_POINTS);
  if (payersOf.length < 2) return [];
  const payees = new Map(payersOf.map(([candidate]) => [candidate.tenancy.id, candidate]));
  const members = payersOf.map(([{ tenancy, account }, { points, reasons }]) => ({
    tenancy,
    account,
    points,
    reason: reasons[0] ?? '',
  }));
  const groups = groupsFor(one, members).filter(({ parts }) => parts.length <= MAX_TOGETHER);
  return groups.map((group): Option => {
    const who = Math.min(...group.members.map(({ points }) => points));
    const tenancyIds = group.members.map(({ tenancy }) => tenancy.id);
    const dated = group.late <= 7 ? 12 : group.late <= 21 ? 8 : 4;
    const together = `the rent for ${tenancyIds.length} tenancies`;
    return {
      payees: tenancyIds.flatMap((id) => payees.get(id) ?? []),
      who,
      expected: true,
      ambiguous: !group.isUnique || isOwn(one, who),
      part: false,
      isPartial: false,
      hand: null,
      proposal: {
        kind: group.net ? 'agent' : 'split',
        tenancyIds,
        parts: group.parts,
        paymentId: null,
        score: who + 30 + dated - (group.isUnique ? 0 : 15),
        certain: false,
        reasons: [
          group.net ? `${together} less the fees you agreed` : `${together} together`,
          ...new Set(group.members.map(({ reason }) => reason)),
        ],
      },
    };
  });
}

/** Payments recorded by hand with the same amount, some days apart, on the same account or on none. */
function samePayments(one: Incoming, candidates: Candidates): Option[] {
  return candidates.recordedByHand(one).flatMap((hand): Option[] => {
    const { candidate, payment, day } = hand;
    const {
      points,
      reasons,
      ambiguous = false,
      isPartial = false,
    } = one.evidence.get(candidate) ?? { points: 0, reasons: [] };
    const days = Math.abs(day - one.day);
    if (
      days > (points >= NAMED ? maxDaysApart(candidate.tenancy) : DAYS_APART) ||
      (payment.accountId && one.row.accountId && payment.accountId !== one.row.accountId)
    )
      return [];
    if (points === 0 && one.strongest >= 36) return [];
    const proposal: Proposal = {
      kind: 'same-payment',
      tenancyIds: [candidate.tenancy.id],
      parts: [{ tenancyId: candidate.tenancy.id, chargeId: null, amount: payment.amount, fee: 0 }],
      paymentId: payment.id,
      score: points + 40 + (days === 0 ? 15 : days <= DAYS_APART ? 12 : 4),
      certain: false,
      reasons: [`recorded by hand on ${dayAndMonth(payment.date)}`, 'same amount', ...reasons],
    };
    const payees = [candidate];
    return [
      {
        proposal,
        payees,
        who: points,
        expected: true,
        ambiguous: ambiguous || days > DAYS_APART || isOwn(one, points),
        part: false,
        isPartial,
        hand,
      },
    ];
  });
}

/** A past month entered by hand has the due date instead of the day of payment. */
const MAX_DAYS_APART = 14;
const maxDaysApart = ({ period }: OpenTenancy) =>
  Math.max(DAYS_APART, Math.min(MAX_DAYS_APART, Math.floor(period / 2) - 1));

/** Whether the row may be the landlord's own money. */
const isOwn = ({ own }: Incoming, who: number) => own && who < KNOWN_PAYER;

function isCertain(best: Option, one: Incoming, options: Option[]): boolean {
  if (best.ambiguous || !best.expected || best.who < NAMED) return false;
  // The row may be the payment recorded by hand, or the next payment due.
  if (best.hand && options.some(({ hand, payees, expected }) => !hand && expected && payees[0] === best.payees[0]))
    return false;
  // The text also names another tenant whose rent the row may be.
  if (
    best.isPartial &&
    options.some((other) => other.payees[0] !== best.payees[0] && other.expected && other.who >= NAMED)
  )
    return false;
  const rival = options.find(({ proposal }) => proposal.tenancyIds.join() !== best.proposal.tenancyIds.join());
  // A part is weaker than an expected amount elsewhere.
  if (rival && (best.part || best.proposal.score - rival.proposal.score < MIN_LEAD_POINTS)) return false;
  return !one.elsewhere || best.who >= KNOWN_PAYER;
}

/** A known payer of the same amount takes precedence over a name. */
function isClaimed(
  { who, payees }: Option,
  one: Incoming,
  claims: Map<TenancyCandidate, Incoming[]>,
  done: Set<Incoming>,
): boolean {
  if (who >= KNOWN_PAYER) return false;
  const others = payees.flatMap((candidate) => claims.get(candidate) ?? []).filter((other) => !done.has(other));
  return others.some(({ amount, day }) => amount === one.amount && Math.abs(day - one.day) <= REPEAT_DAYS);
}

function settle({ proposal, payees, hand }: Option, one: Incoming, candidates: Candidates): void {
  if (hand) {
    hand.used = true;
    return;
  }
  for (const candidate of payees) {
    const parts = proposal.parts.filter(({ tenancyId }) => tenancyId === candidate.tenancy.id);
    post(candidate.account, parts, { date: one.row.date, day: one.day, amount: one.amount });
    candidates.update(candidate);
  }
}

/** Returns a note if the row repeats an equal payment and rent is not due soon. */
function secondPayment(one: Incoming, { account }: TenancyCandidate, { nearest }: Fit): string | null {
  const first = account.paid.find(
    ({ day, amount }) => amount === one.amount && one.day >= day && one.day - day <= REPEAT_DAYS,
  );
  if (!first || (nearest && nearest.day <= one.day + REPEAT_DAYS)) return null;
  return `the second payment of this amount since ${dayAndMonth(first.date)}`;
}

function claimsOf(incoming: Incoming[]): Map<TenancyCandidate, Incoming[]> {
  const claims = new Map<TenancyCandidate, Incoming[]>();
  for (const one of incoming)
    for (const [candidate, { points }] of one.evidence) {
      if (points < KNOWN_PAYER) continue;
      const rows = claims.get(candidate);
      if (rows) rows.push(one);
      else claims.set(candidate, [one]);
    }
  return claims;
}

/** Ids of rows with an equal outgoing row on another account within `MAX_TRANSFER_DAYS`. */
export function movedBetweenAccounts(rows: BankRow[]): Set<string> {
  const outgoing = new Map<number, BankRow[]>();
  for (const row of rows) if (row.amount < 0) outgoing.set(-row.amount, [...(outgoing.get(-row.amount) ?? []), row]);
  const near = (one: BankRow, other: BankRow) =>
    Math.abs(Date.parse(one.date) - Date.parse(other.date)) <= MAX_TRANSFER_DAYS * 86_400_000;
  return new Set(
    rows
      .filter((row) =>
        outgoing
          .get(row.amount)
          ?.some((other) => row.accountId && other.accountId && row.accountId !== other.accountId && near(row, other)),
      )
      .map(({ id }) => id),
  );
}
