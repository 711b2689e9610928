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
export type RecordedByHand = { home: TenancyCandidate; payment: RecordedPayment; day: number; used: boolean };

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
  isDistinctive(incoming: Incoming, home: TenancyCandidate): boolean;
  recordedByHand(incoming: Incoming): RecordedByHand[];
  isDeposit(incoming: Incoming): boolean;
  allows(row: BankRow, home: TenancyCandidate): boolean;
  /** Indexes the amounts left after a payment. */
  update(home: TenancyCandidate): void;
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
  const homes: TenancyCandidate[] = [];
  for (const tenancy of tenancies) {
    yield;
    homes.push(candidateOf(tenancy));
  }
  const byId = new Map(homes.map((home) => [home.tenancy.id, home]));
  const byKey = new Map<string, Set<TenancyCandidate>>();
  const byAmount = new Map<number, Set<TenancyCandidate>>();
  const byDeposit = new Map<number, Set<TenancyCandidate>>();
  const byHand = new Map<number, RecordedByHand[]>();
  const update = (home: TenancyCandidate) => {
    for (const amount of distinctiveAmounts(home.tenancy, home.account)) add(byAmount, amount, home);
  };
  for (const home of homes) {
    yield;
    for (const key of keysOfTenancy(home.traits)) add(byKey, key, home);
    update(home);
    if (home.tenancy.deposit > 0) add(byDeposit, home.tenancy.deposit, home);
    for (const payment of home.tenancy.paid) {
      if (payment.rowId !== null) continue;
      const entry = { home, payment, day: dayNumber(payment.date), used: false };
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
        const home = byId.get(payer.tenancyId);
        if (home) aliased.set(home, payer);
      }
      const matches = new Set(aliased.keys());
      for (const key of keysOfRow(text)) for (const home of byKey.get(key) ?? []) matches.add(home);
      const evidence = new Map<TenancyCandidate, Evidence>();
      for (const home of matches) {
        const entry = payerEvidence(text, home.traits, aliased.get(home));
        if (entry.points > 0 && allows(row, home)) evidence.set(home, entry);
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
    byAmount: ({ amount, row }) => [...(byAmount.get(amount) ?? [])].filter((home) => allows(row, home)),
    isDistinctive: ({ amount }, home) => byAmount.get(amount)?.has(home) === true,
    recordedByHand: ({ amount, row }) =>
      (byHand.get(amount) ?? []).filter(
        ({ used, home, payment }) => !used && allows(row, home) && !keptAsTwo.has(`${row.id} ${payment.id}`),
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

/** Returns a function that finds the learnt payers in a text, but only those with the most words. */
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

function add<Key>(index: Map<Key, Set<TenancyCandidate>>, key: Key, home: TenancyCandidate): void {
  const homes = index.get(key);
  if (homes) homes.add(home);
  else index.set(key, new Set([home]));
}
