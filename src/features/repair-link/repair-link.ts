/** Forms of people without an account: reports by tenants and poster guests, actions of tenants and suppliers. */
import { z } from 'zod';
import { londonDay, londonInstant } from '../../shared/dates.ts';
import { dayField, line, optionalDay, paragraph, typedPence, typedPounds } from '../../shared/schemas.ts';
import { CATEGORIES, type Category, type State } from '../repair/listed.ts';
import { MAX_TEXT, MAX_TIMES, type TimeSlot, validateTimes } from '../repair/repair.ts';
import { CAME_BACK_DAYS } from '../repair/rules/moves.ts';

export type Values = ReadonlyMap<string, readonly string[]>;
export type Errors = Record<string, string>;
type Parsed<T> = { data: T; errors?: undefined } | { data?: undefined; errors: Errors };

export const firstOf = (values: Values, field: string) => values.get(field)?.[0] ?? '';

export const TENANT_STATES: Record<State, string> = {
  reported: 'Your landlord has your report',
  accepted: 'Your landlord has accepted it',
  quoting: 'Your landlord is getting quotes',
  booked: 'A visit is booked',
  'in-progress': 'The work has started',
  done: 'Reported as done',
  closed: 'Closed',
  'on-hold': 'On hold',
  declined: 'Declined by your landlord',
  cancelled: 'Cancelled',
};

const NEXT: Partial<Record<State, string>> = {
  reported: 'Your landlord will read it and reply. We will email you if we have your address.',
  accepted: 'Next, your landlord will book a visit at a time that suits you, or ask you for one.',
  quoting: 'Next, your landlord will choose who does the work and book a visit.',
  booked: 'Someone will come at the booked time.',
  'in-progress': 'When the work is reported as done, we will ask you whether it is fixed.',
  done: 'Is it fixed? If not, select ‘Not fixed’.',
  'on-hold': 'Your landlord has paused this. You can write to them here.',
};

export const nextStep = (state: State) => NEXT[state] ?? '';

const DAY_MS = 86_400_000;

export const mayComeBack = (closedAt: string | null, now: Date) =>
  closedAt !== null && now.getTime() - Date.parse(closedAt) < CAME_BACK_DAYS * DAY_MS;

const SAME_DAYS = 30;
const OPEN: readonly State[] = ['reported', 'accepted', 'quoting', 'booked', 'in-progress', 'on-hold'];

/** The newest open repair of the same category in the last 30 days. `repairs` must be sorted newest first. */
export function duplicateOf<T extends { category: Category; state: State; reportedAt: string }>(
  repairs: readonly T[],
  category: Category,
  now: Date,
): T | undefined {
  return repairs.find(
    (one) =>
      one.category === category &&
      OPEN.includes(one.state) &&
      now.getTime() - Date.parse(one.reportedAt) < SAME_DAYS * DAY_MS,
  );
}

const MAX_TITLE = 80;

/** The first sentence of a description, shortened at a word boundary. */
function titleOf(words: string): string {
  const [first = ''] = words.trim().split(/(?<=[.!?])\s|[\r\n]+/);
  const sentence = first.replace(/\s+/g, ' ').replace(/\.$/, '');
  if (sentence.length <= MAX_TITLE) return sentence;
  const cut = sentence.slice(0, MAX_TITLE);
  const end = cut.lastIndexOf(' ');
  return `${cut
    .slice(0, end > MAX_TITLE / 2 ? end : MAX_TITLE)
    .trimEnd()
    .toWellFormed()}…`;
}

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');
const words = (max: number, message?: string) => paragraph({ max, ...(message && { min: 1, message }) });

const ReportInput = z.object({
  key: z.uuid(),
  category: z.enum(CATEGORIES, { error: 'Choose what it is about' }),
  description: words(MAX_TEXT, 'Describe the problem'),
  room: line({ max: 100 }),
  accessNote: words(1000),
  pets: z.literal(['yes', '']),
  vulnerable: z.enum(['yes', 'no'], { error: 'Choose yes or no' }),
});

const Reporter = z.object({
  name: line({ min: 1, max: 200, message: 'Enter your name' }),
  email: z.union([z.literal(''), z.email('Enter an email address')]),
  phone: line({ max: 50 }),
});

type ReportData = Omit<z.infer<typeof ReportInput>, 'pets' | 'vulnerable'> & {
  title: string;
  urgency: 'emergency' | 'normal';
  times: TimeSlot[];
  pets: boolean;
  vulnerable: boolean;
  name?: string;
  email?: string;
  phone?: string;
};

/** `named`: a poster's guest must also enter a name, and an email address or phone number. */
export function parseReport(values: Values, { named, now }: { named: boolean; now: Date }): Parsed<ReportData> {
  const typed = (...fields: string[]) =>
    Object.fromEntries(fields.map((field) => [field, firstOf(values, field).trim()]));
  const report = ReportInput.safeParse(
    typed('key', 'category', 'description', 'room', 'accessNote', 'pets', 'vulnerable'),
  );
  const reporter = named ? Reporter.safeParse(typed('name', 'email', 'phone')) : undefined;
  const times = parseSlots(values, now);
  const errors = { ...problemsOf(report.error), ...problemsOf(reporter?.error), ...times.errors };
  if (reporter?.data && !reporter.data.email && !reporter.data.phone)
    errors.email = 'Enter an email address or a phone number';
  if (!report.data || !times.data || Object.keys(errors).length > 0) return { errors };
  const { pets, vulnerable, ...rest } = report.data;
  return {
    data: {
      ...rest,
      title: titleOf(rest.description),
      urgency: rest.category === 'gas' ? 'emergency' : 'normal',
      times: times.data,
      pets: pets === 'yes',
      vulnerable: vulnerable === 'yes',
      ...reporter?.data,
    },
  };
}

function problemsOf(error: z.ZodError | undefined): Errors {
  const errors: Errors = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}

/** Reads rows of a day and two times: day1, from1, until1 and so on. Empty rows are skipped. */
function parseSlots(values: Values, now: Date): Parsed<TimeSlot[]> {
  const errors: Errors = {};
  const slots: TimeSlot[] = [];
  for (let row = 1; row <= MAX_TIMES; row += 1) {
    const [day, from, until] = [`day${row}`, `from${row}`, `until${row}`].map((field) => firstOf(values, field).trim());
    if (!(day || from || until)) continue;
    const slot = { day: day ?? '', from: from ?? '', until: until ?? '' };
    const problems = problemsOfTime(slot, now);
    for (const [field, problem] of Object.entries(problems)) errors[`${field}${row}`] = problem;
    slots.push(slot);
  }
  return Object.keys(errors).length > 0 ? { errors } : { data: slots };
}

const Slot = z.object({ day: dayField('Choose a day'), from: time, until: time });

function problemsOfTime(slot: TimeSlot, now: Date): Errors {
  const parsed = Slot.safeParse(slot);
  if (!parsed.success) return problemsOf(parsed.error);
  const { day, from, until } = parsed.data;
  if (day < londonDay(now)) return { day: 'Enter today or a later date' };
  return validateTimes({ from: londonInstant(day, from), until: londonInstant(day, until) }, now);
}

/** Reads a proposed time in the fields `day`, `from` and `until`. */
export function parseTime(values: Values, now: Date): Parsed<{ from: string; until: string }> {
  const slot = { day: firstOf(values, 'day'), from: firstOf(values, 'from'), until: firstOf(values, 'until') };
  const errors = problemsOfTime(slot, now);
  if (Object.keys(errors).length > 0) return { errors };
  return { data: { from: londonInstant(slot.day, slot.from), until: londonInstant(slot.day, slot.until) } };
}

/** Reads a message, or the reason for a move. `message` is the error for an empty text; without it, empty is valid. */
export function parseText(values: Values, max: number, message?: string): Parsed<string> {
  const parsed = words(max, message).safeParse(firstOf(values, 'text'));
  return parsed.success ? { data: parsed.data } : { errors: { text: parsed.error.issues[0]?.message ?? '' } };
}

const NO_VAT = { vat: (typed: string) => typed.trim() || '0' };
const above0 = typedPence('Enter an amount above £0').refine((net) => net > 0, 'Enter an amount above £0');
const vat = z.string().transform(NO_VAT.vat).pipe(typedPence('Enter an amount of 0 or more'));

const QuoteInput = z.object({ net: above0, vat, text: words(2000), validUntil: optionalDay() });

type Quote = z.infer<typeof QuoteInput> & { from: string | null; until: string | null };

/** The time of a visit is optional. */
export function parseQuote(values: Values, now: Date): Parsed<Quote> {
  const typed = Object.fromEntries(
    ['net', 'vat', 'text', 'validUntil'].map((field) => [field, firstOf(values, field)]),
  );
  const quote = QuoteInput.safeParse(typed);
  const hasTime = ['day', 'from', 'until'].some((field) => firstOf(values, field) !== '');
  const offered: Parsed<Pick<Quote, 'from' | 'until'>> = hasTime
    ? parseTime(values, now)
    : { data: { from: null, until: null } };
  const errors = { ...problemsOf(quote.error), ...offered.errors };
  if (quote.data?.validUntil && quote.data.validUntil < londonDay(now))
    errors.validUntil = 'Enter today or a later date';
  if (!quote.data || !offered.data || Object.keys(errors).length > 0) return { errors };
  return { data: { ...quote.data, ...offered.data } };
}

const BillInput = z.object({
  billNumber: line({ min: 1, max: 100, message: 'Enter the invoice number' }),
  // Credit notes have negative amounts.
  net: typedPounds('Enter an amount').refine((net) => net !== 0, 'Enter an amount'),
  vat: z.string().transform(NO_VAT.vat).pipe(typedPounds('Enter an amount')),
  due: optionalDay(),
});

export function parseBill(values: Values): Parsed<z.infer<typeof BillInput>> {
  const typed = Object.fromEntries(['billNumber', 'net', 'vat', 'due'].map((field) => [field, firstOf(values, field)]));
  const parsed = BillInput.safeParse(typed);
  return parsed.success ? { data: parsed.data } : { errors: problemsOf(parsed.error) };
}
