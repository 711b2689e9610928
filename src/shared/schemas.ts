/** Schemas of text, numbers, days and money for forms and the API. Screens load without them. */
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

/** One line of trimmed text. `message` is the specification's message for text that is too short. */
export function line(rules: TextRules) {
  return plainText(rules).refine((text) => !/[\r\n]/.test(text), 'Enter this on one line');
}

/** Several lines of trimmed text. */
export function paragraph(rules: TextRules) {
  return plainText(rules);
}

/** A typed whole number: '3', '1,200'. `rule` validates it; `required` is the message when it is missing. */
export function typedCount(required: string, rule: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text, context) => {
      const bare = text.trim().replace(/,(?=\d{3}\b)/g, '');
      if (/^-?\d{1,15}(\.\d*)?$/.test(bare)) return Number(bare);
      context.addIssue({ code: 'custom', message: bare === '' ? required : 'Enter a number' });
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
    .refine((text) => text === '' || inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .transform((text) => text || null)
    .nullable()
    .default(null)
    .describe('YYYY-MM-DD');
}

/** A required day for form and API. `required` is the message when it is missing. */
export function dayField(required: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .refine((text) => text === '' || isDay(text), 'Enter a date')
    .refine((text) => inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .describe('YYYY-MM-DD');
}

const FAR = { error: 'Enter a year between 1900 and 2200' };

const SENTENCES: Record<Exclude<ParsedMoney, { ok: true }>['reason'], string | undefined> = {
  empty: undefined,
  not_money: 'Enter pounds and pence, e.g. 1250.50',
  three_decimals: 'Enter pounds and pence, e.g. 1250.50',
  payload_too_large: 'Enter £99,999,999.99 or less',
};

/** Integer pence from 0 to £99,999,999.99. `required` is the message when they are missing. */
export function penceField(required: string) {
  return z
    .number({ error: required })
    .int('Pence are whole numbers')
    .min(0, required)
    .max(MAX_PENCE, SENTENCES.payload_too_large);
}

export const pence = z.number().int().describe('Pence');

/** Typed pounds as pence of either sign, or a message about the error. */
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

export function optionalPence() {
  return penceField('Enter an amount of 0 or more').nullable().default(null);
}

/** `optionalPence` in a form: an empty field becomes null. */
export function typedOptionalPence() {
  const typed = typedPence('Enter an amount of 0 or more');
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}
