/**
 * Declares a noun's fields once: `fields({ name: text('Company Name', { min: 2, … }) })`.
 * Derives the API and form schemas, labels, an empty form, a form filled from a record, and the merge of two versions.
 */
import { z } from 'zod';
import { formatDay } from './dates.ts';
import { formatPence, penceAsTyped } from './money.ts';
import { mergeFields, type Versions } from './records/merge.ts';
import {
  dayField,
  line,
  optionalDay,
  optionalPence,
  paragraph,
  penceField,
  typedCount,
  typedOptionalCount,
  typedOptionalPence,
  typedPence,
} from './schemas.ts';
import { isPlainText, websiteUrl } from './text.ts';

type FieldKind =
  | 'text'
  | 'code'
  | 'email'
  | 'tel'
  | 'url'
  | 'paragraph'
  | 'option'
  | 'pence'
  | 'count'
  | 'day'
  | 'custom';

export type Field<Input extends z.ZodType = z.ZodType, Form extends z.ZodType = z.ZodType> = {
  kind: FieldKind;
  label: string;
  optional: boolean;
  input: Input;
  /** Schema of the form's input, where money, numbers and options are text. */
  form: Form;
  /** Schema of the API's output, without the rules that were checked on saving. */
  stored: z.ZodType<z.output<Input>>;
  blank: Exclude<z.input<Form>, undefined>;
  toForm(value: z.output<Input>): Exclude<z.input<Form>, undefined>;
  /** Formats the value; '' if it is empty. */
  show(value: z.output<Input>): string;
  /** Compares two values; by default `Object.is`. */
  same?(one: z.output<Input>, other: z.output<Input>): boolean;
  /** For `option`: the choices, and the text of the empty select. */
  options?: readonly { value: string; label: string }[];
  placeholder?: string;
  /** In a form: the hint, whether the field spans both columns, and the number of rows of a paragraph. */
  hint?: string;
  wide?: boolean;
  rows?: number;
};

type TextRules = { min?: number; max: number; message?: string };

function stringField<Schema extends z.ZodType<string, string | undefined>>(
  kind: FieldKind,
  label: string,
  schema: Schema,
  { optional = false }: { optional?: boolean } = {},
) {
  return {
    kind,
    label,
    optional,
    input: schema,
    form: schema,
    stored: z.string(),
    blank: '',
    toForm: (value: string) => value,
    show: (value: string) => value,
  };
}

export function text(label: string, rules: TextRules) {
  return stringField('text', label, line(rules));
}

export function maybeText(label: string, rules: TextRules) {
  return stringField('text', label, line(rules).default(''), { optional: true });
}

export function phone(label: string, rules: TextRules) {
  return stringField('tel', label, line(rules));
}

export function longText(label: string, rules: TextRules) {
  return stringField('paragraph', label, paragraph(rules));
}

export function maybeLongText(label: string, rules: TextRules) {
  return stringField('paragraph', label, paragraph(rules).default(''), { optional: true });
}

export function email(label: string, message: string) {
  return stringField('email', label, z.string({ error: message }).trim().max(254, message).pipe(z.email(message)));
}

/** One line of text with a custom schema, such as a postcode. */
export function textOf<Schema extends z.ZodType<string, string | undefined>>(label: string, schema: Schema) {
  return stringField('text', label, schema);
}

/** An optional http(s) URL with a public host name; the scheme may be missing. Stored as typed. */
export function website(label: string, message: string) {
  const schema = z
    .string({ error: message })
    .trim()
    .max(500, message)
    .refine((typed) => typed === '' || (isPlainText(typed) && websiteUrl(typed) !== null), message)
    .default('');
  return stringField('url', label, schema, { optional: true });
}

/** `show` formats an option whose label differs from its value. */
type OptionRules = { message: string; placeholder?: string; show?: (value: string) => string };

export function option<const Values extends readonly [string, ...string[]]>(
  label: string,
  values: Values,
  { message, show = (value) => value, ...more }: OptionRules,
) {
  const schema = z.enum(values, { error: message });
  type Value = z.output<typeof schema>;
  return {
    kind: 'option' as const,
    label,
    optional: false,
    input: schema,
    form: z.string().pipe(schema),
    stored: z.enum(values),
    blank: '',
    toForm: (value: Value): string => value,
    show: (value: Value): string => show(value),
    options: values.map((value) => ({ value, label: show(value) })),
    ...more,
  };
}

type ChoiceRules = OptionRules & { description?: string };

/** An optional choice from a list: '' in a form, null when stored. */
export function maybeOption<const Values extends readonly [string, ...string[]]>(
  label: string,
  values: Values,
  { message, show = (value) => value, description, ...more }: ChoiceRules,
) {
  const chosen = z.enum(values);
  const schema = z
    .union([z.literal('').transform(() => null), chosen], { error: message })
    .nullable()
    .default(null);
  type Value = z.output<typeof chosen>;
  return {
    kind: 'option' as const,
    label,
    optional: true,
    input: description ? schema.describe(description) : schema,
    form: schema,
    stored: chosen.nullable(),
    blank: '' as '' | Value,
    toForm: (value: Value | null): '' | Value => value ?? '',
    show: (value: Value | null): string => (value === null ? '' : show(value)),
    options: values.map((value) => ({ value, label: show(value) })),
    ...more,
  };
}

type FlagRules = { show?: (value: boolean) => string; description?: string };

export function flag(label: string, { show = (value) => (value ? 'Yes' : 'No'), description }: FlagRules = {}) {
  const schema = z.boolean().default(false);
  return {
    kind: 'custom' as const,
    label,
    optional: true,
    input: description ? schema.describe(description) : schema,
    form: schema,
    stored: z.boolean(),
    blank: false,
    toForm: (value: boolean) => value,
    show,
  };
}

export function recordId(label: string, requiredMessage: string) {
  const schema = z.uuid(requiredMessage);
  return {
    kind: 'custom' as const,
    label,
    optional: false,
    input: schema,
    form: z.string().pipe(schema),
    stored: z.string(),
    blank: '',
    toForm: (id: string) => id,
    show: (id: string) => id,
  };
}

export function maybeRecordId(label: string, wrong: string) {
  const schema = z.uuid(wrong).nullable();
  return {
    kind: 'custom' as const,
    label,
    optional: true,
    input: schema.default(null),
    form: z
      .string()
      .transform((id) => id || null)
      .pipe(schema),
    stored: z.string().nullable(),
    blank: '',
    toForm: (id: string | null) => id ?? '',
    show: (id: string | null) => id ?? '',
  };
}

export function pence(label: string, requiredMessage: string) {
  return {
    kind: 'pence' as const,
    label,
    optional: false,
    input: penceField(requiredMessage),
    form: typedPence(requiredMessage),
    stored: z.number().int(),
    blank: '',
    toForm: penceAsTyped,
    show: formatPence,
  };
}

export function maybePence(label: string) {
  return {
    kind: 'pence' as const,
    label,
    optional: true,
    input: optionalPence().describe('In pence'),
    form: typedOptionalPence(),
    stored: z.number().int().nullable().describe('In pence'),
    blank: '',
    toForm: (value: number | null) => (value === null ? '' : penceAsTyped(value)),
    show: (value: number | null) => (value === null ? '' : formatPence(value)),
  };
}

export function count(label: string, requiredMessage: string, rule: z.ZodType<number, number>) {
  return {
    kind: 'count' as const,
    label,
    optional: false,
    input: rule,
    form: typedCount(requiredMessage, rule),
    stored: z.number().int(),
    blank: '',
    toForm: String as (value: number) => string,
    show: (value: number) => value.toLocaleString('en-GB'),
  };
}

export function maybeCount(label: string, rule: z.ZodType<number, number>) {
  return {
    kind: 'count' as const,
    label,
    optional: true,
    input: rule.nullable().default(null),
    form: typedOptionalCount(rule),
    stored: z.number().int().nullable(),
    blank: '',
    toForm: (value: number | null) => (value === null ? '' : String(value)),
    show: (value: number | null) => (value === null ? '' : value.toLocaleString('en-GB')),
  };
}

export function day(label: string, requiredMessage: string) {
  return { ...stringField('day', label, dayField(requiredMessage)), show: formatDay };
}

export function maybeDay(label: string) {
  return {
    kind: 'day' as const,
    label,
    optional: true,
    input: optionalDay(),
    form: optionalDay(),
    stored: z.string().nullable(),
    blank: '',
    toForm: (value: string | null) => value ?? '',
    show: (value: string | null) => (value === null ? '' : formatDay(value)),
  };
}

/** The optional URL of an uploaded picture. `shown` is the text for an existing picture. */
export function picture(label: string, url: z.ZodType<string, string>, shown: string) {
  const schema = url.nullable().default(null);
  return {
    kind: 'custom' as const,
    label,
    optional: true,
    input: schema,
    form: schema,
    stored: z.string().nullable(),
    blank: null as string | null,
    toForm: (value: string | null) => value,
    show: (value: string | null) => (value === null ? '' : shown),
  };
}

/** Properties of every record in addition to its fields. */
const RECORD_FIELDS = {
  id: z.uuid(),
  dateAdded: z.string().describe('Instant, ISO 8601'),
  version: z.number().int().describe('Incremented by each change; the ETag'),
};

type Shape = Record<string, Field>;
type Part<S extends Shape, P extends 'input' | 'form' | 'stored'> = { [Name in keyof S]: S[Name][P] };
type Values<S extends Shape> = { [Name in keyof S]: z.output<S[Name]['input']> };
type Typed<S extends Shape> = { [Name in keyof S]: S[Name]['blank'] };

export function fields<S extends Shape>(shape: S) {
  const names = Object.keys(shape) as (keyof S & string)[];
  const each = <T>(make: (field: S[keyof S], name: keyof S & string) => T) =>
    Object.fromEntries(names.map((name) => [name, make(shape[name] as S[keyof S], name)]));
  const stored = each((field) => field.stored) as Part<S, 'stored'>;
  return {
    shape,
    names,
    input: z.object(each((field) => field.input) as Part<S, 'input'>),
    form: z.object(each((field) => field.form) as Part<S, 'form'>),
    stored: z.object(stored),
    record: z.object({ ...stored, ...RECORD_FIELDS }),
    labels: each((field) => field.label) as { [Name in keyof S]: string },
    blank: each((field) => field.blank) as Typed<S>,
    toForm: (record: Values<S>) => each((field, name) => field.toForm(record[name])) as Typed<S>,
    merge: <T extends object>(versions: Versions<T, object>) => mergeFields(versions, shape),
  };
}
