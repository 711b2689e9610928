/** The body of HMRC's cumulative update (Property Business API 6.0), and the reasons why HMRC would refuse it. */
import { formatPence } from '../../../shared/money.ts';
import { TAX_LINE_IDS } from '../../transaction/listed.ts';
import { type Amounts, EXPENSE_LINES } from './boxes.ts';
import { TAX_LINES } from './lines.ts';

/** 'three-lines' is for a small turnover, 'income-only' for joint owners. */
export const DETAILS = ['itemised', 'three-lines', 'income-only'] as const;
export type Detail = (typeof DETAILS)[number];

export type UpdateFigures = Amounts & { detail: Detail };

type Field = { name: string; box: string | null; label: string; pence: number };
const BROUGHT_FORWARD = 'expenses.residentialFinancialCostsCarriedForward';

/** Returns the fields with an amount. The others are omitted, because HMRC refused bodies full of zeros. */
function fieldsOf({ totals, broughtForward, detail }: UpdateFigures): Field[] {
  const isThreeLines = detail === 'three-lines';
  const fields = TAX_LINE_IDS.filter((line) => !(isThreeLines && EXPENSE_LINES.includes(line))).map((line): Field => {
    const { field, box, label } = TAX_LINES[line];
    return { name: field ?? '', box, label, pence: totals[line] };
  });
  if (isThreeLines) {
    const pence = EXPENSE_LINES.reduce((sum, line) => sum + totals[line], 0);
    fields.push({ name: 'expenses.consolidatedExpenses', box: null, label: 'Expenses', pence });
  }
  fields.push({ name: BROUGHT_FORWARD, box: '45', label: 'Finance costs brought forward', pence: broughtForward });
  const sent = detail === 'income-only' ? /^income\./ : /^(income|expenses)\./;
  return fields.filter(({ name, pence }) => sent.test(name) && pence !== 0);
}

/** Amounts in pounds, with at most two decimals. */
type Pounds = Record<string, number>;
export type UpdateBody = {
  fromDate: string;
  toDate: string;
  ukProperty: { income?: Pounds; expenses?: Pounds };
};

/** Expects figures that `heldBack` accepts. A nil update has an income of 0; otherwise empty objects are omitted. */
export function updateBody(figures: UpdateFigures, { from, to }: { from: string; to: string }): UpdateBody {
  const fields = fieldsOf(figures);
  const part = (name: 'income' | 'expenses') => {
    const own = fields.filter((field) => field.name.startsWith(`${name}.`));
    // Whole pence divided by 100 serialise with at most two decimals.
    const pounds = own.map((field) => [field.name.slice(name.length + 1), field.pence / 100] as const);
    return own.length > 0 && { [name]: Object.fromEntries(pounds) };
  };
  const ukProperty = fields.length > 0 ? { ...part('income'), ...part('expenses') } : { income: { periodAmount: 0 } };
  return { fromDate: from, toDate: to, ukProperty };
}

/** HMRC's maximum for a field: £99,999,999,999.99. */
const MAX_FIELD_PENCE = 9_999_999_999_999;
/** Fields that HMRC refuses below zero: income, and residential finance costs of this year and brought forward. */
const NEVER_NEGATIVE = /^income\.|\.residential/;

export type HeldBack = { reason: 'negative' | 'too-large' | 'allowance'; box: string | null; text: string };

/** `isLast` means update 4, in which a claimed allowance rules out expenses. */
export type Claim = { allowanceClaimed: boolean; isLast: boolean };

/** Returns the reasons why HMRC would refuse the figures; empty if they can be sent. */
export function heldBack(figures: UpdateFigures, { allowanceClaimed, isLast }: Claim): HeldBack[] {
  const fields = fieldsOf(figures);
  const reasons = fields.flatMap(({ name, box, label, pence }): HeldBack[] => {
    const amount = `${label}: ${formatPence(pence)}.`;
    if (pence < 0 && NEVER_NEGATIVE.test(name)) {
      const text = `${amount} HMRC does not accept an amount below zero here. Check refunds and returned rent.`;
      return [{ reason: 'negative', box, text }];
    }
    if (Math.abs(pence) <= MAX_FIELD_PENCE) return [];
    const text = `${amount} HMRC does not accept more than ${formatPence(MAX_FIELD_PENCE)}.`;
    return [{ reason: 'too-large', box, text }];
  });
  const hasExpenses = fields.some(({ name }) => name.startsWith('expenses.') && name !== BROUGHT_FORWARD);
  if (allowanceClaimed && isLast && hasExpenses) {
    const text =
      'You claim the property income allowance, which replaces expenses. Remove expenses, or stop claiming it.';
    reasons.push({ reason: 'allowance', box: null, text });
  }
  return reasons;
}
