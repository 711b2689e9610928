/** Translates GoCardless Bank Account Data v2 to the port, without HTTP or a clock. */
import { z } from 'zod';
import { isDay, londonDay } from '../../shared/dates.ts';
import { parsePounds } from '../../shared/money.ts';
import type { AccountDetails, Balance, BankEntry, ConsentState, Entries, Institution, Return } from './bank.ts';

const days = (fallback: number) => z.coerce.number().int().positive().catch(fallback);
const address = z.url({ protocol: /^https?$/ });

export const Tokens = z.object({ access: z.string().min(1), access_expires: z.number().positive() });
export const NewTokens = Tokens.extend({ refresh: z.string().min(1), refresh_expires: z.number().positive() });
export const Institutions = z.array(
  z.object({
    id: z.string().min(1),
    name: z.string().min(1),
    transaction_total_days: days(90),
    max_access_valid_for_days: days(90),
    max_access_valid_for_days_reconfirmation: days(0),
  }),
);
export const Agreement = z.object({ id: z.string().min(1) });
export const Requisition = z.object({
  id: z.string().min(1),
  status: z.string(),
  accounts: z.array(z.string()).default([]),
  link: address,
});
export const Reconfirmation = z.object({ reconfirmation_url: address });

const text = z.string().nullish();
export const Details = z.object({
  account: z.object({
    iban: text,
    bban: text,
    scan: text,
    currency: text,
    ownerName: text,
    name: text,
    displayName: text,
    product: text,
    cashAccountType: text,
  }),
});

const Amount = z.object({ amount: z.string(), currency: z.string().regex(/^[A-Z]{3}$/) });
export const Balances = z.object({
  balances: z.array(z.object({ balanceAmount: Amount, balanceType: z.string() })).min(1),
});

const Transaction = z.object({
  transactionAmount: Amount,
  transactionId: text,
  internalTransactionId: text,
  bookingDate: text,
  valueDate: text,
  bookingDateTime: text,
  valueDateTime: text,
  creditorName: text,
  debtorName: text,
  remittanceInformationUnstructured: text,
  remittanceInformationUnstructuredArray: z.array(z.string()).nullish(),
  remittanceInformationStructured: text,
  additionalInformation: text,
  category: text,
});
export const Transactions = z.object({
  transactions: z.object({ booked: z.array(Transaction), pending: z.array(Transaction).default([]) }),
});

/** A response that matches the contract but has unusable values. */
export class Unreadable extends Error {}

/** Converts '-12.5' to −1250 pence. Ignores trailing zeros; throws `Unreadable` for fractions of a penny. */
export function penceOf(amount: string): number {
  const parsed = /^[-+]?\d+(\.\d+)?$/.test(amount) ? parsePounds(amount.replace(/(\.\d\d)0+$/, '$1')) : undefined;
  if (!parsed?.ok) throw new Unreadable('an amount is not pounds and pence');
  return parsed.pence;
}

export function institutionsOf(answer: z.output<typeof Institutions>): Institution[] {
  return answer.map((bank) => ({
    id: bank.id,
    name: bank.name,
    historyDays: Math.min(bank.transaction_total_days, MAX_DAYS),
    accessDays: Math.min(
      Math.max(bank.max_access_valid_for_days, bank.max_access_valid_for_days_reconfirmation),
      MAX_DAYS,
    ),
  }));
}

const MAX_DAYS = 730;
/** In the UK, a landlord must reconfirm consent after this many days. */
export const RECONFIRM_DAYS = 90;

/** Includes two statuses that the main documentation lacks. Unknown statuses count as pending. */
const OUTCOMES = new Map<string, ConsentState['outcome']>(
  Object.entries({
    CR: 'pending',
    GC: 'pending',
    UA: 'pending',
    SA: 'pending',
    GA: 'pending',
    ID: 'pending',
    LN: 'linked',
    RJ: 'rejected',
    EX: 'expired',
    SU: 'suspended',
    ER: 'failed',
  } as const),
);

export function stateOf({ status, accounts }: z.output<typeof Requisition>): ConsentState {
  return { outcome: OUTCOMES.get(status) ?? 'pending', status, accounts };
}

/** Parses `?ref=…`, with `&error=UserCancelledSession&details=…` after a failure. */
export function returnOf(query: URLSearchParams): Return {
  const reason = query.get('error') ?? '';
  const outcome = reason === '' ? 'returned' : reason === 'UserCancelledSession' ? 'cancelled' : 'failed';
  return { reference: query.get('ref') ?? '', outcome, reason: /^\w{1,60}$/.test(reason) ? reason : '' };
}

const KINDS = new Map(Object.entries({ CACC: 'Current account', SVGS: 'Savings account', CARD: 'Card', LOAN: 'Loan' }));

export function detailsOf({ account }: z.output<typeof Details>): AccountDetails {
  const holder = oneLine(account.ownerName);
  // Many UK banks repeat the holder's name as the account's.
  const name = [account.displayName, account.name, account.product]
    .map(oneLine)
    .find((candidate) => candidate && candidate.toLowerCase() !== holder.toLowerCase());
  return {
    name: name ?? KINDS.get(account.cashAccountType ?? '') ?? 'Bank account',
    holder,
    ...numbersOf(account),
    iban: compact(account.iban) || null,
    currency: account.currency ?? 'GBP',
  };
}

/** Reads sort code and account number from `scan`, otherwise from the end of a UK BBAN or IBAN. */
function numbersOf({ scan, bban, iban }: z.output<typeof Details>['account']) {
  const digits =
    /^(\d{6})(\d{8})$/.exec(compact(scan)) ??
    /^(?:[A-Z]{4})?(\d{6})(\d{8})$/.exec(compact(bban)) ??
    /^GB\d\d[A-Z]{4}(\d{6})(\d{8})$/.exec(compact(iban));
  return { sortCode: digits?.[1] ?? null, accountNumber: digits?.[2] ?? null };
}

/** Balance types in order of preference: booked before available, which can include an overdraft. */
const BALANCES = ['interimbooked', 'closingbooked', 'openingbooked', 'interimcleared', 'interimavailable', 'expected'];

export function balanceOf({ balances }: z.output<typeof Balances>): Omit<Balance, 'limit'> {
  const ranked = BALANCES.map((type) => balances.find(({ balanceType }) => balanceType.toLowerCase() === type));
  const best = ranked.find(Boolean) ?? balances[0];
  if (!best) throw new Unreadable('there is no balance');
  return { amount: penceOf(best.balanceAmount.amount), currency: best.balanceAmount.currency };
}

/** Pending entries without a date get `today`. */
export function entriesOf(
  { transactions }: z.output<typeof Transactions>,
  { accountId, today }: { accountId: string; today: string },
): Omit<Entries, 'limit'> {
  return {
    booked: transactions.booked.map((transaction) => entryOf(transaction, accountId)),
    pending: transactions.pending.map((transaction) => entryOf(transaction, accountId, today)),
  };
}

function entryOf(transaction: z.output<typeof Transaction>, accountId: string, fallback?: string): BankEntry {
  const date = dayOf(transaction) ?? fallback;
  if (!date) throw new Unreadable('a booked transaction has no day');
  const amount = penceOf(transaction.transactionAmount.amount);
  const party = oneLine(amount < 0 ? transaction.creditorName : transaction.debtorName);
  const structured = oneLine(transaction.remittanceInformationStructured);
  const narrative =
    oneLine(transaction.remittanceInformationUnstructured) ||
    oneLine(transaction.remittanceInformationUnstructuredArray?.join(' ')) ||
    structured ||
    oneLine(transaction.additionalInformation);
  const includesParty = narrative.toLowerCase().includes(party.toLowerCase());
  return {
    externalId:
      transaction.internalTransactionId ||
      (transaction.transactionId ? `${accountId}/${transaction.transactionId}` : null),
    date,
    amount,
    currency: transaction.transactionAmount.currency,
    text:
      [includesParty ? '' : party, narrative].filter(Boolean).join(' ') || (amount < 0 ? 'Payment out' : 'Payment in'),
    reference: structured || (includesParty ? '' : narrative),
    category: oneLine(transaction.category) || null,
  };
}

function dayOf(transaction: z.output<typeof Transaction>): string | undefined {
  const day = [transaction.bookingDate, transaction.valueDate].find((value) => value && isDay(value));
  if (day) return day;
  const instant = [transaction.bookingDateTime, transaction.valueDateTime].find(
    (value) => value && !Number.isNaN(Date.parse(value)),
  );
  return instant ? londonDay(new Date(instant)) : undefined;
}

const oneLine = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim();
const compact = (value: string | null | undefined) => (value ?? '').replace(/[\s-]+/g, '').toUpperCase();
