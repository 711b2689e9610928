/** Questions about transactions that need an answer. Keys 1 to 9 choose the first nine options. */
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { TaxLine } from '../../transaction/listed.ts';
import { isReceived, type LineSettings, mayBeImprovement, REPAIR_SOURCE, type TaxRow } from './lines.ts';

type Option = { line: TaxLine; label: string };
type QuestionText = { text: string; options: readonly Option[]; note?: string; source?: RuleSource };

const COSTS: readonly Option[] = [
  { line: 'repairs', label: 'Repair or maintenance' },
  { line: 'premises', label: 'Insurance, utilities, council tax or ground rent' },
  { line: 'professional', label: 'Letting agent, accountant or solicitor' },
  { line: 'services', label: 'Cleaning, gardening, other services or wages' },
  { line: 'travel', label: 'Travel' },
  { line: 'finance_residential', label: 'Loan interest or loan fee for a home' },
  { line: 'finance_other', label: 'Loan interest or loan fee for commercial property' },
  { line: 'other', label: 'Another cost, only for the lets' },
  { line: 'capital', label: 'Purchase or improvement' },
  { line: 'private', label: 'Private, or not allowable' },
  { line: 'domestic_item', label: 'Replaced furniture or an appliance' },
  { line: 'not_tax', label: 'Deposit, transfer or loan capital' },
];

export const QUESTIONS = {
  repair: {
    text: 'Is it a repair or an improvement?',
    options: [
      { line: 'repairs', label: 'Repair: like for like, or today’s equivalent' },
      { line: 'capital', label: 'Improvement: better than before' },
      { line: 'domestic_item', label: 'Replaced furniture or an appliance' },
    ],
    note: 'Work before the first letting on a property bought in poor condition is an improvement. Ordinary wear is a repair.',
    source: REPAIR_SOURCE,
  },
  tax: {
    text: 'Which tax is it?',
    options: [
      { line: 'premises', label: 'Council tax or business rates' },
      { line: 'private', label: 'Income tax or National Insurance' },
      { line: 'capital', label: 'Stamp duty' },
      { line: 'tax_deducted', label: 'Tax that an agent or tenant took off the rent' },
    ],
  },
  grant: {
    text: 'What is the grant for?',
    options: [
      { line: 'other_income', label: 'Income, such as support for lost rent' },
      { line: 'repairs', label: 'A repair, whose cost it reduces' },
      { line: 'capital', label: 'An improvement' },
      { line: 'domestic_item', label: 'Replaced furniture or an appliance' },
    ],
  },
  income: {
    text: 'What is this income?',
    options: [
      { line: 'rent', label: 'Rent' },
      { line: 'other_income', label: 'Other income, such as ground rent or insurance for lost rent' },
      { line: 'not_tax', label: 'Deposit, loan, savings interest or transfer' },
      { line: 'repairs', label: 'Insurance for damage, which lowers the cost of the repair' },
      { line: 'lease_premium', label: 'Lump sum from a tenant for the grant of a lease' },
      { line: 'reverse_premium', label: 'Lump sum for taking on a lease' },
      { line: 'capital', label: 'Sale of a property or a part of it' },
    ],
  },
  refund: { text: 'Which cost does it refund?', options: COSTS },
  expense: { text: 'What was it for?', options: COSTS },
} as const satisfies Record<string, QuestionText>;
export type Question = keyof typeof QUESTIONS;

/** Returns the question about a transaction whose `lineOf` is 'ask'. */
export function questionOf(row: TaxRow): Question {
  if (isReceived(row)) return row.category === 'grant' ? 'grant' : 'income';
  if (mayBeImprovement('repairs', row)) return 'repair';
  if (row.category === 'tax') return 'tax';
  return row.refund ? 'refund' : 'expense';
}

/**
 * Returns a key that is equal for payments of the same kind to or from the same payee, such as monthly direct debits,
 * whose texts differ in numbers and spaces; null for a text of numbers only.
 */
export function payeeOf({ description, ...row }: TaxRow & { description: string }): string | null {
  const words = description
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, ' ')
    .trim();
  return /\p{L}/u.test(words) ? `${questionOf(row)} ${row.type} ${words}` : null;
}

/** Whether an answer might count the capital in a loan payment as interest. */
export const mayBeLoanPayment = ({ description, type }: { description: string; type: TaxRow['type'] }): boolean =>
  type === 'expense' && /\b(mortgage|mtg|loan)/i.test(description);

/** Returns the options, without finance costs of the other kind of letting. */
export function optionsOf(question: Question, { residentialPercent }: Pick<LineSettings, 'residentialPercent'>) {
  const omitted =
    residentialPercent === 100 ? 'finance_other' : residentialPercent === 0 ? 'finance_residential' : null;
  return QUESTIONS[question].options.filter(({ line }) => line !== omitted);
}
