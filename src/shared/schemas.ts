/** Schemas for forms and the API. Separate from dates.ts and money.ts, which screens load without zod. */
import { z } from 'zod';
import { inKnownCenturies, isDay } from './dates.ts';
import { MAX_PENCE, type ParsedMoney, parsePounds } from './money.ts';
import { isPlainText } from './text.ts';

const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

type TextRules = { min?: number; max: number; message?: string };

function plainText({ min = 0, max, message }: TextRules) {
  const tooShort = message ?? `Enter at least ${min} characters`;
  return (
    z
      .string({ error: message ?? 'Enter some text' })
      .trim()
      .min(min, tooShort)
      // Zero-width characters have a length but are invisible.
      .refine((text) => min === 0 || text === '' || VISIBLE.test(text), tooShort)
      .max(max, `Use ${max.toLocaleString('en-GB')} characters or fewer`)
      .refine(isPlainText, 'This contains characters that cannot be stored')
  );
}

/** `message` replaces the default message for missing or too short text. */
export function line(rules: TextRules) {
  return plainText(rules).refine((text) => !/[\r\n]/.test(text), 'Enter this on one line');
}

export function paragraph(rules: TextRules) {
  return plainText(rules);
}

/** A whole number as typed: '3', '1,200'. `rule` validates the number. */
export function typedCount(requiredMessage: string, rule: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text, context) => {
      const bare = text.trim().replace(/,(?=\d{3}\b)/g, '');
      if (/^-?\d{1,15}(\.\d*)?$/.test(bare)) return Number(bare);
      context.addIssue({ code: 'custom', message: bare === '' ? requiredMessage : 'Enter a number' });
      return z.NEVER;
    })
    .pipe(rule);
}

/** An optional typed count: an empty field becomes null. */
export function typedOptionalCount(rule: z.ZodType<number, number>) {
  const typed = typedCount('', rule);
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}

/** An optional day for form and API: '' or null becomes null. */
export function optionalDay() {
  return z
    .string({ error: 'Enter a date' })
    .refine((text) => text === '' || isDay(text), 'Enter a date')
    .refine((text) => text === '' || inKnownCenturies(text), {
      ...YEAR_RANGE,
      when: ({ issues }) => issues.length === 0,
    })
    .transform((text) => text || null)
    .nullable()
    .default(null)
    .describe('YYYY-MM-DD');
}

/** A required day, YYYY-MM-DD, for form and API. */
export function dayField(requiredMessage: string) {
  return z
    .string({ error: requiredMessage })
    .min(1, requiredMessage)
    .refine((text) => text === '' || isDay(text), 'Enter a date')
    .refine((text) => inKnownCenturies(text), { ...YEAR_RANGE, when: ({ issues }) => issues.length === 0 })
    .describe('YYYY-MM-DD');
}

const YEAR_RANGE = { error: 'Enter a year between 1900 and 2200' };

const SENTENCES: Record<Exclude<ParsedMoney, { ok: true }>['reason'], string | undefined> = {
  empty: undefined,
  not_money: 'Enter pounds and pence, e.g. 1250.50',
  three_decimals: 'Enter pounds and pence, e.g. 1250.50',
  payload_too_large: 'Enter £99,999,999.99 or less',
};

/** Integer pence from 0 to £99,999,999.99. */
export function penceField(requiredMessage: string) {
  return z
    .number({ error: requiredMessage })
    .int('Pence are whole numbers')
    .min(0, requiredMessage)
    .max(MAX_PENCE, SENTENCES.payload_too_large);
}

export const pence = z.number().int().describe('Pence');

/** Typed pounds as pence of either sign. */
export function typedPounds(requiredMessage: string) {
  return z.string().transform((text, context) => {
    const parsed = parsePounds(text);
    if (parsed.ok) return parsed.pence;
    context.addIssue({ code: 'custom', message: SENTENCES[parsed.reason] ?? requiredMessage });
    return z.NEVER;
  });
}

export function typedPence(requiredMessage: string) {
  return typedPounds(requiredMessage).pipe(penceField(requiredMessage));
}

export function optionalPence() {
  return penceField('Enter an amount of 0 or more').nullable().default(null);
}

/** The form's schema for `optionalPence`. An empty field becomes null. */
export function typedOptionalPence() {
  const typed = typedPence('Enter an amount of 0 or more');
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}

export const AMOUNT_REQUIRED = 'Enter an amount of at least £0.01';

/** An amount above zero, in pence. */
export const positivePence = () => penceField(AMOUNT_REQUIRED).min(1, AMOUNT_REQUIRED);

/** An amount above zero as typed, in pounds. */
export const typedPositivePence = () => typedPence(AMOUNT_REQUIRED).refine((pence) => pence > 0, AMOUNT_REQUIRED);
