/** Payers of bank rows: the key by which one is known again, and the rules that a landlord's choices leave (decision 46). Pure. */
import { z } from 'zod';
import { wordsOf } from '../compare-rows.ts';
import { categoryOf, type EntryLine, isRefund, NOT_LETTINGS } from '../entry.ts';
import { personalKind } from './personal.ts';

/** How a payment was made, when, or for what: not who made it. */
const FILLER = new Set(
  `mr mrs miss ms mx dr rev prof direct debit credit standing order faster transfer giro bill purchase contactless online mobile bank banking
  pymt paid received sent via by for of the at and gb gbp uk rent rental month monthly week weekly www
  january february march april june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
const KEY_WORDS = 2;

/** 'tesco stores' of 'CARD PAYMENT TO TESCO STORES 3217 ON 12 NOV'; empty where the text names nobody. */
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

const WAYS = ['income', 'expense'] as const;
export type Way = (typeof WAYS)[number];
export const typeOf = ({ amount }: Pick<EntryLine, 'amount'>): Way => (amount < 0 ? 'expense' : 'income');

/** As a rule is found: what came from a payer and what went to them are two things. */
export const ruleKey = (type: Way, payer: string) => `${type} ${payer}`;

/** What is chosen for a payer: a category (null: as its text says) and a property. `varies`: rows are for several properties. */
export type Rule = { category: string | null; propertyId: string | null; varies: boolean; taughtBy: string | null };
export type Choice = { category?: string | undefined; propertyId?: string | null | undefined };

/** These are of one payment each, and say nothing of the payer's next ones. */
const ONCE = ['deposit', 'kept deposit'];

/** The rule after a choice for `rows`. Another property than before makes it vary, unless just that row is corrected. */
export function learnedRule(rule: Rule | undefined, { category, propertyId }: Choice, rows: readonly string[]): Rule {
  const before = rule ?? { category: null, propertyId: null, varies: false, taughtBy: null };
  const next = { ...before, ...(category !== undefined && !ONCE.includes(category) && { category }) };
  if (propertyId === undefined) return next;
  const taughtBy = rows[0] ?? null;
  if (before.varies) return next;
  const corrects = before.taughtBy !== null && rows.includes(before.taughtBy);
  if (before.propertyId === null || before.propertyId === propertyId || corrects)
    return { ...next, propertyId, taughtBy };
  return { ...next, propertyId: null, varies: true, taughtBy };
}

/** What is known when lines come in. */
export type KnownPayers = { rules: ReadonlyMap<string, Rule>; lettingsOnly: boolean };

export type Decided = {
  category: string;
  refund: boolean;
  propertyId: string | null;
  /** Why it is not what its text alone says: 'rule for NETFLIX COM', 'a supermarket'; null where that is not so. */
  why: string | null;
};

/** What a line's own text says, whatever the landlord has taught. `kind` is that of a payer who is hardly ever of a let. */
export type LineFacts = { type: Way; payer: string; category: string; refund: boolean; kind: string | null };

export function factsOf(line: EntryLine): LineFacts {
  const said = { type: typeOf(line), category: categoryOf(line), refund: isRefund(line) };
  // Our own export holds as it is.
  if (line.own) return { ...said, payer: '', kind: null };
  return { ...said, payer: payerKey(line.text), kind: personalKind(line) };
}

/** What a line of these facts becomes. `personal` is what the landlord said of just this line. */
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
    type: z.enum(WAYS).describe('Whether it is about what the payer pays, or about what is paid to them'),
    category: z.string().nullable().describe('Null where the text of each row says it'),
    propertyId: z.uuid().nullable(),
    propertyAddress: z.string().nullable(),
  })
  .meta({ id: 'PayerRule' });
export type PayerRule = z.infer<typeof PayerRule>;

export const TEXTS = {
  title: 'Payers we know',
  line: 'What you chose for a payer is chosen for their next bank rows too.',
  none: 'Set a category or a property of a bank row, and it is remembered here.',
  listFailed: 'Failed to load the payers',
  removed: 'Rule removed',
  remove: {
    failed: 'Failed to remove the rule',
    signedOut: 'You must be logged in to remove a rule',
    missing: 'This rule was removed already',
  },
  lettingsOnly: 'This account is only for my lets',
  onlyLetsHint: 'In other accounts, shops, streaming, salaries and the like are kept apart as not for the lets.',
  accountFailed: {
    failed: 'Failed to change the account',
    signedOut: 'You must be logged in to change an account',
    missing: 'This bank account is no longer there',
  },
};
