/** A line that a bank or a statement file gives, and its category. Amounts are pence, days YYYY-MM-DD. */
import type { BankEntry } from '../../outside/bank/bank.ts';

/** The category of money that has nothing to do with the lets: it is in no list, total, export or proposal unless it is asked for. */
export const NOT_LETTINGS = 'personal';

/** What is stored of a line of a bank or a file. */
export type EntryLine = Pick<BankEntry, 'externalId' | 'date' | 'amount' | 'text' | 'reference' | 'category'> & {
  /** What our own export says of it, which holds as it is. */
  own?: { category: string; refund: boolean };
};

/** The provider's own categories that the specification maps. */
const PROVIDER_CATEGORIES: Record<string, string> = {
  RENT: 'rent',
  HOUSING: 'rent',
  MAINTENANCE: 'maintenance',
  TAX: 'tax',
  INSURANCE: 'insurance',
  UTILITIES: 'utilities',
};

/** Of a description, the first that fits; `credit` and `debit` say which way the money went. Words are looked for from their beginning. */
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

/** Whether money that came in gives back what an expense has cost. */
export function isRefund({ amount, text, own }: Pick<EntryLine, 'amount' | 'text' | 'own'>): boolean {
  return own?.refund ?? (amount > 0 && REFUND.test(text));
}

/**
 * In this order: what our own export says; the provider's, as specified (part 2, section 7); our rules on the description; a credit of a multiple of £100 is rent;
 * else other. A refund has the category of its expense, which only the landlord knows: other. An expense is never rent.
 */
export function categoryOf(line: Pick<EntryLine, 'amount' | 'text' | 'category' | 'own'>): string {
  const { amount, text, category, own } = line;
  if (own) return own.category;
  const provided = PROVIDER_CATEGORIES[(category ?? '').trim().toUpperCase()];
  if (provided) return provided;
  const way = amount < 0 ? 'debit' : 'credit';
  const refund = isRefund(line);
  const rules = refund ? REFUND_RULES : RULES;
  const rule = rules.find((one) => (refund ? one.debit : one[way])?.test(text));
  if (rule) return rule.category;
  return !refund && amount > 0 && amount % 10_000 === 0 ? 'rent' : 'other';
}
