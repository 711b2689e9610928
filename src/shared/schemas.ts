/** Schemas of texts, numbers, days and money, as forms and API take them; apart from what shows them, which screens need at once. */
import { z } from 'zod';
import { inKnownCenturies, isDay } from './dates.ts';
import { MAX_PENCE, type ParsedMoney, parsePounds } from './money.ts';
import { isPlainText } from './text.ts';

const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

type TextRules = { min?: number; max: number; message?: string };

function plainText({ min = 0, max, message }: TextRules) {
  const tooShort = message ?? `Please enter at least ${min} characters`;
  return (
    z
      .string({ error: message ?? 'Please enter some text' })
      .trim()
      .min(min, tooShort)
      // Zero-width spaces and their like have a length, and show nothing.
      .refine((text) => min === 0 || text === '' || VISIBLE.test(text), tooShort)
      .max(max, `Please keep this to ${max.toLocaleString('en-GB')} characters`)
      .refine(isPlainText, 'This contains characters that cannot be stored')
  );
}

/** One line of text: trimmed, line ends refused. `message` is the specification's own for too short. */
export function line(rules: TextRules) {
  return plainText(rules).refine((text) => !/[\r\n]/.test(text), 'Please keep this to one line');
}

/** Several lines of text: trimmed. */
export function paragraph(rules: TextRules) {
  return plainText(rules);
}

/** A whole number in a form, as typed: '3', '1,200'. `rule` says what numbers will do; `required` is the sentence for none. */
export function typedCount(required: string, rule: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text, context) => {
      const bare = text.trim().replace(/,(?=\d{3}\b)/g, '');
      if (/^-?\d{1,15}(\.\d*)?$/.test(bare)) return Number(bare);
      context.addIssue({ code: 'custom', message: bare === '' ? required : 'Please enter a number' });
      return z.NEVER;
    })
    .pipe(rule);
}

/** A count that may be left out of a form: an empty field becomes null. */
export function typedOptionalCount(rule: z.ZodType<number, number>) {
  const typed = typedCount('', rule);
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}

/** A day that may be left out: '' (an empty field) or null becomes null. One schema for form and API. */
export function optionalDay() {
  return z
    .string({ error: 'Please enter a date' })
    .refine((text) => text === '' || isDay(text), 'Please enter a date')
    .refine((text) => text === '' || inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .transform((text) => text || null)
    .nullable()
    .default(null)
    .describe('YYYY-MM-DD');
}

/** A day that must be given. One schema for form and API. `required` is the sentence for none. */
export function dayField(required: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .refine((text) => text === '' || isDay(text), 'Please enter a date')
    .refine((text) => inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .describe('YYYY-MM-DD');
}

const FAR = { error: 'Please enter a year between 1900 and 2200' };

const SENTENCES: Record<Exclude<ParsedMoney, { ok: true }>['reason'], string | undefined> = {
  empty: undefined,
  not_money: 'Enter pounds and pence, e.g. 1250.50',
  three_decimals: 'Enter pounds and pence, e.g. 1250.50',
  too_large: 'The most we can keep is £99,999,999.99',
};

/** Integer pence from 0 to £99,999,999.99, as the API takes them. `required` is the sentence for none. */
export function penceField(required: string) {
  return z
    .number({ error: required })
    .int('Pence are whole numbers')
    .min(0, required)
    .max(MAX_PENCE, SENTENCES.too_large);
}

/** Pence in an answer. */
export const pence = z.number().int().describe('Pence');

/** What was typed, in pounds, as pence of either sign; where it is no amount the sentence says what is wrong with it. */
export function typedPounds(required: string) {
  return z.string().transform((text, context) => {
    const parsed = parsePounds(text);
    if (parsed.ok) return parsed.pence;
    context.addIssue({ code: 'custom', message: SENTENCES[parsed.reason] ?? required });
    return z.NEVER;
  });
}

/** `penceField` in a form. */
export function typedPence(required: string) {
  return typedPounds(required).pipe(penceField(required));
}

/** Pence that may be left out. */
export function optionalPence() {
  return penceField('Please enter an amount of 0 or more').nullable().default(null);
}

/** The same in a form: an empty field becomes null. */
export function typedOptionalPence() {
  const typed = typedPence('Please enter an amount of 0 or more');
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}
