/** Rent reminders: schedule and text. Dates are in Europe/London, amounts are pence. */
import { z } from 'zod';
import { addDays, daysBetween, formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';

/** Days relative to the due date. */
export const DEFAULT_STEPS = [-3, 0, 3, 7, 14];
const FIRST_STEP = -14;
const LAST_STEP = 60;
const MAX_STEPS = 8;

const FIRST_TIME = '08:00';
const LAST_TIME = '20:00';
/** Reminders missed by more days, for example while the server was down, are skipped. */
const MAX_DAYS_LATE = 1;
export const TRIAL_EMAILS_A_DAY = 20;

const STEPS_WRONG = `Enter up to ${MAX_STEPS} days, from ${-FIRST_STEP} before to ${LAST_STEP} after the due date`;

export const ReminderInput = z
  .object({
    active: z.boolean('Choose yes or no'),
    steps: z
      .array(z.number({ error: STEPS_WRONG }).int(STEPS_WRONG).min(FIRST_STEP, STEPS_WRONG).max(LAST_STEP, STEPS_WRONG))
      .min(1, STEPS_WRONG)
      .max(MAX_STEPS, STEPS_WRONG)
      .transform((steps) => [...new Set(steps)].sort((a, b) => a - b))
      .describe('Days relative to the due date, negative before it'),
  })
  .meta({ id: 'ReminderInput' });
export type ReminderInput = z.infer<typeof ReminderInput>;

export const ReminderSettings = z
  .object({
    active: z.boolean(),
    steps: z.array(z.number().int()),
    previewed: z.boolean().describe('Whether the landlord has previewed the email'),
    refused: z
      .array(z.object({ tenancyId: z.uuid(), names: z.string(), recipient: z.string(), reason: z.string() }))
      .describe('Emails refused by the mail server in the last two weeks, newest first'),
  })
  .meta({ id: 'ReminderSettings' });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const ReminderPreview = z
  .object({ to: z.string(), subject: z.string(), text: z.string() })
  .meta({ id: 'ReminderPreview' });
export type ReminderPreview = z.infer<typeof ReminderPreview>;

export const EMAIL_STATES = {
  queued: 'Waiting to be sent',
  handed: 'Passed to the mail server, not confirmed yet',
  sent: 'Sent',
  refused: 'Refused by the mail server',
  withdrawn: 'Not sent',
} as const;
export type EmailState = keyof typeof EMAIL_STATES;

export const RentEmail = z
  .object({
    id: z.uuid(),
    at: z.string().describe('When it was queued'),
    by: z
      .string()
      .nullable()
      .describe('Who sent it, in an account of several people: Tenure, as reminders are automatic'),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    state: z.enum(Object.keys(EMAIL_STATES) as [EmailState, ...EmailState[]]),
    reason: z.string().nullable().describe('Why it was refused or not sent'),
  })
  .meta({ id: 'RentEmail' });
export type RentEmail = z.infer<typeof RentEmail>;

/** `time` is London time, HH:MM. */
export function isWithinSendingHours(time: string): boolean {
  return time >= FIRST_TIME && time < LAST_TIME;
}

/** An unpaid rent charge without a dispute. */
export type OpenRent = { due: string; left: number };

/** Deducts `paid` from the oldest charges first. */
export function lessPaid(open: readonly OpenRent[], paid: number): OpenRent[] {
  let rest = paid;
  return open.flatMap(({ due, left }) => {
    const counted = Math.min(rest, left);
    rest -= counted;
    return counted < left ? [{ due, left: left - counted }] : [];
  });
}

export type Step = { due: string; step: number };

/** Returns the reminder due today: the latest step of the latest rent. A reminder is sent once, at most a day late. */
export function dueStep(args: {
  open: readonly OpenRent[];
  steps: readonly number[];
  written: readonly Step[];
  today: string;
}): Step | null {
  const { open, steps, written, today } = args;
  const due = open.flatMap(({ due: day }) =>
    steps
      .filter((step) => {
        const late = daysBetween(addDays(day, step), today);
        return late >= 0 && late <= MAX_DAYS_LATE;
      })
      .map((step) => ({ due: day, step })),
  );
  const latest = due.toSorted((a, b) => (a.due === b.due ? b.step - a.step : a.due < b.due ? 1 : -1))[0];
  const isWritten = latest && written.some(({ due: day, step }) => day === latest.due && step >= latest.step);
  return latest && !isWritten ? latest : null;
}

export type Reminded = {
  landlord: string;
  names: string;
  property: string | null;
  /** Unpaid rent up to the reminder's due date, oldest first. */
  open: readonly OpenRent[];
  today: string;
};

/** Never mentions fees, which are not allowed for late rent in England. */
export function reminderEmail({ landlord, names, property, open, today }: Reminded): {
  subject: string;
  paragraphs: string[];
} {
  const sum = formatPence(open.reduce((total, { left }) => total + left, 0));
  const last = open.at(-1) ?? { due: today, left: 0 };
  const home = property ? ` for ${property}` : '';
  const lines = open.map(({ due, left }) => `${formatPence(left)} due ${formatDay(due)}`);
  const when = last.due > today ? `due on ${formatDay(last.due)}` : 'due today';
  const earlier = open.length > 1 ? ' Earlier rent is still outstanding.' : '';
  const wording =
    last.due < today
      ? {
          subject: `Rent of ${sum} is outstanding`,
          opening: `According to our records, rent${home} is still outstanding.`,
        }
      : {
          subject: `Rent of ${formatPence(last.left)} is ${when}`,
          opening: `This is a reminder that your rent${home} is ${when}.${earlier}`,
        };
  return {
    subject: oneLine(wording.subject),
    paragraphs: [
      `Dear ${oneLine(names)},`,
      oneLine(wording.opening),
      ...(lines.length === 1 ? [`Amount: ${lines[0]}.`] : [`${lines.join('; ')}. Together: ${sum}.`]),
      'If you have paid in the last few days, please ignore this email. If something is wrong, please reply.',
      `Kind regards, ${oneLine(landlord)}`,
      `Sent with Tenure on behalf of ${oneLine(landlord)}.`,
    ],
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
