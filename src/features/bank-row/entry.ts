/** Amounts are pence, days YYYY-MM-DD. */
import type { BankEntry } from '../../outside/bank/bank.ts';

/** Category of private transactions, which lists, totals, exports and proposals exclude unless requested. */
export const NOT_LETTINGS = 'personal';

export type EntryLine = Pick<BankEntry, 'externalId' | 'date' | 'amount' | 'text' | 'reference' | 'category'> & {
  /** Set for lines of Tenure's own export, whose category is kept. */
  own?: { category: string; refund: boolean };
};

/** Provider categories that the specification maps (part 2, section 7). */
const PROVIDER_CATEGORIES: Record<string, string> = {
  RENT: 'rent',
  HOUSING: 'rent',
  MAINTENANCE: 'maintenance',
  TAX: 'tax',
  INSURANCE: 'insurance',
  UTILITIES: 'utilities',
};

/** Kinds of payment between an account and its pots or spaces. */
const OWN_TRANSFERS: ReadonlySet<string> = new Set(['POT TRANSFER', 'INTERNAL TRANSFER']);

export const isOwnTransfer = (kind: string) => OWN_TRANSFERS.has(kind.toUpperCase());

/** The first rule that matches the description applies. */
const RULES: { category: string; credit?: RegExp; debit?: RegExp }[] = [
  {
    category: 'transfer',
    credit: /\b(own account|between accounts|internal transfer|savings? transfer|from savings|transfer from)\b/i,
    debit: /\b(own account|between accounts|internal transfer|savings? transfer|to savings|transfer to)\b/i,
  },
  { category: 'interest', credit: /\b(gross interest|interest paid|credit interest|interest|int earned)\b/i },
  { category: 'tax', debit: /\b(hmrc|self assessment|council tax)\b/i },
  { category: 'insurance', debit: /\b(insur\w*|aviva|direct line|landlord cover)\b/i },
  {
    category: 'utilities',
    debit: /\b(british gas|octopus energy|e\.?on|edf|ovo|scottish ?power|water|broadband|tv licen[cs]\w*)\b/i,
  },
  {
    category: 'maintenance',
    debit: /\b(repairs?|plumb\w*|electric(al|ian)\w*|boiler|roof\w*|maintenance|screwfix|toolstation)\b/i,
  },
  { category: 'rent', credit: /\b(rent|rental|housing benefit|universal credit)\b/i },
];

const REFUND_RULES = RULES.filter(({ debit, category }) => debit && category !== 'transfer');

const REFUND = /\b(refund\w*|reversal|reversed|cashback|chargeback)\b/i;

export function isRefund({ amount, text, own }: Pick<EntryLine, 'amount' | 'text' | 'own'>): boolean {
  return own?.refund ?? (amount > 0 && REFUND.test(text));
}

/**
 * Tries in this order: Tenure's own export, the provider's category, rules for the description, and rent for income of
 * whole £100s. A refund has its expense's category, or 'other' without a matching rule.
 */
export function categoryOf(line: Pick<EntryLine, 'amount' | 'text' | 'category' | 'own'>): string {
  const { amount, text, category, own } = line;
  if (own) return own.category;
  if (isOwnTransfer(category ?? '')) return 'transfer';
  const provided = PROVIDER_CATEGORIES[(category ?? '').trim().toUpperCase()];
  if (provided) return provided;
  const direction = amount < 0 ? 'debit' : 'credit';
  const refund = isRefund(line);
  const rules = refund ? REFUND_RULES : RULES;
  const rule = rules.find((one) => (refund ? one.debit : one[direction])?.test(text));
  if (rule) return rule.category;
  return !refund && amount > 0 && amount % 10_000 === 0 ? 'rent' : 'other';
}
