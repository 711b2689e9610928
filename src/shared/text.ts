/** Text as people type it: what a field accepts, and small words for screens. */
import { z } from 'zod';

// Control characters (NUL above all, which PostgreSQL refuses) except tab and line ends; and lone surrogates, which are no text.
// biome would flag the literal form, so the class is built from its parts.
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]`, 'u');

const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/** Whether the text can be stored and shown: no NUL or other control characters, no half of a character. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

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

/** 'house' → 'House'. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** '1 day', '2 days'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** 'It' is deleted: '2 files and 1 invoice will be deleted too.', and `went` once it is done; '' where there is nothing else. */
export function deletedAlong(parts: readonly (readonly [count: number, one: string])[], went = false): string {
  const some = parts.filter(([count]) => count > 0);
  if (some.length === 0) return '';
  const list = new Intl.ListFormat('en-GB').format(some.map(([count, one]) => counted(count, one)));
  const single = some.length === 1 && some[0]?.[0] === 1;
  return `${list} ${went ? (single ? 'was' : 'were') : 'will be'} deleted too.`;
}

/**
 * What names are sorted by, without case and accents: 'Éclair' beside 'Eclair'. The database's `app.sort_key` does the same; keys
 * compare as texts, by `<`.
 */
export function sortKey(name: string): string {
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  // Letter by letter, as the database does: JavaScript would write a Greek Σ differently at the end of a word.
  return Array.from(bare, (letter) => letter.toLowerCase()).join('');
}

/** Up to two initials of a name, for avatars; 'SD' of 'Sparks & Daughters'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[^\p{P}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en-GB') ?? '')
    .join('');
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
