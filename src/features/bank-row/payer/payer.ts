/** Keys of payers, and rules learnt from a landlord's choices (decision 46). */
import { z } from 'zod';
import { wordsOf } from '../compare-rows.ts';
import { categoryOf, type EntryLine, isRefund, NOT_LETTINGS } from '../entry.ts';
import { personalKind } from './personal.ts';

/** Words for the method, date or purpose of a payment, which do not identify the payer. */
const FILLER = new Set(
  `mr mrs miss ms mx dr rev prof direct debit credit standing order faster transfer giro bill purchase contactless online mobile bank banking
  pymt paid received sent via by for of the at and gb gbp uk rent rental month monthly week weekly www
  january february march april june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
const KEY_WORDS = 2;

/** Returns 'tesco stores' for 'CARD PAYMENT TO TESCO STORES 3217 ON 12 NOV'; empty without a name. */
export function payerKey(text: string): string {
  const words: string[] = [];
  let long = 0;
  for (const word of wordsOf(text)) {
    if (/\d/.test(word) || FILLER.has(word)) continue;
    words.push(word);
    if (word.length > 1) long += 1;
    if (long === KEY_WORDS) break;
  }
  return long === 0 && words.length < KEY_WORDS ? '' : words.join(' ').slice(0, 200);
}

const DIRECTIONS = ['income', 'expense'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const typeOf = ({ amount }: Pick<EntryLine, 'amount'>): Direction => (amount < 0 ? 'expense' : 'income');

/** Payments from and to the same payer have separate rules. */
export const ruleKey = (type: Direction, payer: string) => `${type} ${payer}`;

/** A null `category` is derived from each row's text. `varies` means that rows are for several properties. */
export type Rule = { category: string | null; propertyId: string | null; varies: boolean; taughtBy: string | null };
export type Choice = { category?: string | undefined; propertyId?: string | null | undefined };

/** Categories that are not learnt, because they apply to one payment only. */
const ONE_OFF = ['deposit', 'kept deposit'];

/** Returns the rule after a choice for `rows`. A second property sets `varies`, unless it corrects the same row. */
export function learnedRule(rule: Rule | undefined, { category, propertyId }: Choice, rows: readonly string[]): Rule {
  const before = rule ?? { category: null, propertyId: null, varies: false, taughtBy: null };
  const next = { ...before, ...(category !== undefined && !ONE_OFF.includes(category) && { category }) };
  if (propertyId === undefined) return next;
  const taughtBy = rows[0] ?? null;
  if (before.varies) return next;
  const corrects = before.taughtBy !== null && rows.includes(before.taughtBy);
  if (before.propertyId === null || before.propertyId === propertyId || corrects)
    return { ...next, propertyId, taughtBy };
  return { ...next, propertyId: null, varies: true, taughtBy };
}

export type KnownPayers = { rules: ReadonlyMap<string, Rule>; lettingsOnly: boolean };

export type Decided = {
  category: string;
  refund: boolean;
  propertyId: string | null;
  /** 'rule for NETFLIX COM' or 'a supermarket'; null if the text alone decided. */
  why: string | null;
};

/** Facts that follow from the line alone. `kind` names a shop or payer that is rarely for lets; otherwise null. */
export type LineFacts = { type: Direction; payer: string; category: string; refund: boolean; kind: string | null };

export function factsOf(line: EntryLine): LineFacts {
  const facts = { type: typeOf(line), category: categoryOf(line), refund: isRefund(line) };
  if (line.own) return { ...facts, payer: '', kind: null };
  return { ...facts, payer: payerKey(line.text), kind: personalKind(line) };
}

export function choose(facts: LineFacts, { rules, lettingsOnly }: KnownPayers, personal?: boolean): Decided {
  const { type, payer, category, refund, kind } = facts;
  const byText = { category, refund, propertyId: null, why: null };
  if (personal === true) return { ...byText, category: NOT_LETTINGS };
  const rule = payer === '' ? undefined : rules.get(ruleKey(type, payer));
  const why = `rule for ${payer.toUpperCase()}`;
  if (rule && (rule.category ?? rule.propertyId) !== null && !(personal === false && rule.category === NOT_LETTINGS)) {
    const ruled = rule.category ?? category;
    return { ...byText, category: ruled, propertyId: ruled === NOT_LETTINGS ? null : rule.propertyId, why };
  }
  if (kind === null || personal === false || lettingsOnly) return byText;
  return { ...byText, category: NOT_LETTINGS, refund: false, why: kind };
}

export const decide = (line: EntryLine, known: KnownPayers, personal?: boolean): Decided =>
  choose(factsOf(line), known, personal);

export const PayerRule = z
  .object({
    id: z.uuid(),
    payer: z.string().describe('In capitals, as banks write it'),
    type: z.enum(DIRECTIONS).describe('Income for payments from the payer, expense for payments to them'),
    category: z.string().nullable().describe('Null if it follows the text of each row'),
    propertyId: z.uuid().nullable(),
    propertyAddress: z.string().nullable(),
  })
  .meta({ id: 'PayerRule' });
export type PayerRule = z.infer<typeof PayerRule>;

export const TEXTS = {
  title: 'Payers we know',
  line: 'When a payer appears again, we use the category and property that you chose before.',
  none: 'When you choose a category or property for a bank row, the rule for its payer appears here.',
  listFailed: 'We could not load the payers',
  removed: 'Rule removed',
  remove: {
    failed: 'We could not remove the rule',
    signedOut: 'You must be logged in to remove a rule',
    missing: 'This rule has already been removed',
  },
  lettingsOnly: 'This account is only for my lets',
  onlyLetsHint: 'In other accounts, we mark shops, streaming, salaries and similar payments as not for the lets.',
  accountFailed: {
    failed: 'We could not change the account',
    signedOut: 'You must be logged in to change an account',
    missing: 'This bank account no longer exists',
  },
};
