/** Finds tenancies for a bank row by words and amount, as comparing all pairs is too slow. */
import { type Account, accountOf, dayNumber, distinctiveAmounts } from './amount.ts';
import {
  type Evidence,
  isSubset,
  keysOfRow,
  keysOfTenancy,
  nameIn,
  onlyPayer,
  payerEvidence,
  personOf,
  type Traits,
  traitsOf,
} from './payer.ts';
import type { BankRow, Declined, Dismissal, OpenTenancy, Payer, RecordedPayment } from './proposal.ts';
import { incomeKind, type RowText, readText } from './words.ts';

export type TenancyCandidate = {
  tenancy: OpenTenancy;
  traits: Traits;
  account: Account;
  /** Days around the start on which the deposit is expected. */
  depositDays: { from: number; to: number };
  only: RowText | null;
};

/** `used` is whether a bank row was matched to the payment. */
export type RecordedByHand = { candidate: TenancyCandidate; payment: RecordedPayment; day: number; used: boolean };

export type Incoming = {
  row: BankRow;
  day: number;
  amount: number;
  text: RowText;
  kind: ReturnType<typeof incomeKind>;
  evidence: Map<TenancyCandidate, Evidence>;
  strongest: number;
  /** Whether the payer is known only from a tenancy that has ended. */
  elsewhere: boolean;
  /** Whether the text contains the landlord's name. */
  own: boolean;
};

export type Candidates = {
  read(row: BankRow): Incoming;
  byAmount(incoming: Incoming): TenancyCandidate[];
  isDistinctive(incoming: Incoming, candidate: TenancyCandidate): boolean;
  recordedByHand(incoming: Incoming): RecordedByHand[];
  isDeposit(incoming: Incoming): boolean;
  allows(row: BankRow, candidate: TenancyCandidate): boolean;
  /** Indexes the amounts left after a payment. */
  update(candidate: TenancyCandidate): void;
};

export type Known = {
  tenancies: OpenTenancy[];
  payers: Payer[];
  dismissed: Dismissal[];
  declined: Declined[];
  landlord: string;
};

/** Yields before each tenancy, as an agent may have thousands. */
export function* indexCandidates({
  tenancies,
  payers,
  dismissed,
  declined,
  landlord,
}: Known): Generator<void, Candidates> {
  const owner = personOf(landlord);
  const indexed: TenancyCandidate[] = [];
  for (const tenancy of tenancies) {
    yield;
    indexed.push(candidateOf(tenancy));
  }
  const byId = new Map(indexed.map((candidate) => [candidate.tenancy.id, candidate]));
  const byKey = new Map<string, Set<TenancyCandidate>>();
  const byAmount = new Map<number, Set<TenancyCandidate>>();
  const byDeposit = new Map<number, Set<TenancyCandidate>>();
  const byHand = new Map<number, RecordedByHand[]>();
  const update = (candidate: TenancyCandidate) => {
    for (const amount of distinctiveAmounts(candidate.tenancy, candidate.account)) add(byAmount, amount, candidate);
  };
  for (const candidate of indexed) {
    yield;
    for (const key of keysOfTenancy(candidate.traits)) add(byKey, key, candidate);
    update(candidate);
    if (candidate.tenancy.deposit > 0) add(byDeposit, candidate.tenancy.deposit, candidate);
    for (const payment of candidate.tenancy.paid) {
      if (payment.rowId !== null) continue;
      const entry = { candidate, payment, day: dayNumber(payment.date), used: false };
      byHand.set(payment.amount, [...(byHand.get(payment.amount) ?? []), entry]);
    }
  }
  const aliases = indexAliases(payers);
  const refused = new Set(dismissed.map(({ rowId, tenancyId }) => `${rowId} ${tenancyId}`));
  const keptAsTwo = new Set(declined.map(({ rowId, paymentId }) => `${rowId} ${paymentId}`));
  const allows = (row: BankRow, { tenancy }: TenancyCandidate) => !refused.has(`${row.id} ${tenancy.id}`);
  return {
    read(row) {
      const text = readText(row.text, row.reference);
      const named = aliases(text);
      const aliased = new Map<TenancyCandidate, Payer>();
      for (const payer of named) {
        const candidate = byId.get(payer.tenancyId);
        if (candidate) aliased.set(candidate, payer);
      }
      const matches = new Set(aliased.keys());
      for (const key of keysOfRow(text)) for (const candidate of byKey.get(key) ?? []) matches.add(candidate);
      const evidence = new Map<TenancyCandidate, Evidence>();
      for (const candidate of matches) {
        const entry = payerEvidence(text, candidate.traits, aliased.get(candidate));
        if (entry.points > 0 && allows(row, candidate)) evidence.set(candidate, entry);
      }
      return {
        row,
        day: dayNumber(row.date),
        amount: row.amount,
        text,
        kind: incomeKind(`${row.text} ${row.reference}`),
        evidence,
        strongest: Math.max(0, ...[...evidence.values()].map(({ points }) => points)),
        elsewhere: named.length > 0 && aliased.size === 0,
        own: owner !== null && !['another', null].includes(nameIn(text.words, owner)),
      };
    },
    byAmount: ({ amount, row }) => [...(byAmount.get(amount) ?? [])].filter((candidate) => allows(row, candidate)),
    isDistinctive: ({ amount }, candidate) => byAmount.get(amount)?.has(candidate) === true,
    recordedByHand: ({ amount, row }) =>
      (byHand.get(amount) ?? []).filter(
        ({ used, candidate, payment }) => !used && allows(row, candidate) && !keptAsTwo.has(`${row.id} ${payment.id}`),
      ),
    isDeposit: ({ amount, day }) =>
      [...(byDeposit.get(amount) ?? [])].some(({ depositDays: { from, to } }) => day >= from && day <= to),
    allows,
    update,
  };
}

export function isPaidByAnother({ only }: TenancyCandidate, text: RowText): boolean {
  return only !== null && !isSubset(only, text);
}

function candidateOf(tenancy: OpenTenancy): TenancyCandidate {
  const traits = traitsOf(tenancy);
  const start = dayNumber(tenancy.start);
  return {
    tenancy,
    traits,
    account: accountOf(tenancy),
    depositDays: { from: start - 45, to: start + 14 },
    only: onlyPayer(traits),
  };
}

/** Returns a function that finds the learnt payers in a text: with the most words, if several match. */
function indexAliases(payers: Payer[]): (text: RowText) => Payer[] {
  const byFirst = new Map<string, { payer: Payer; words: string[] }[]>();
  for (const payer of payers) {
    const words = payer.words.split(' ').filter(Boolean);
    const [first] = words;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { payer, words }]);
  }
  return ({ words }) => {
    const own = new Set(words);
    const named = [...own].flatMap((word) =>
      (byFirst.get(word) ?? []).filter((alias) => alias.words.every((part) => own.has(part))),
    );
    const maxWords = Math.max(...named.map((alias) => alias.words.length));
    return named.filter((alias) => alias.words.length === maxWords).map(({ payer }) => payer);
  };
}

function add<Key>(index: Map<Key, Set<TenancyCandidate>>, key: Key, candidate: TenancyCandidate): void {
  const existing = index.get(key);
  if (existing) existing.add(candidate);
  else index.set(key, new Set([candidate]));
}
