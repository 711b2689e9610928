/** Reminders of rent: on which days, of what, and what they say. Pure; days are those of Europe/London, amounts pence. */
import { z } from 'zod';
import { addDays, daysBetween, formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';

/** Before the due day, on it, and after. */
export const DEFAULT_STEPS = [-3, 0, 3, 7, 14];
const FIRST_STEP = -14;
const LAST_STEP = 60;
const MOST_STEPS = 8;

/** Nobody is written to earlier, or in the evening. */
const FIRST_TIME = '08:00';
const LAST_TIME = '20:00';
/** A step that was missed by more days, as by a server that stood still, is not made up for. */
const DAYS_TO_MAKE_UP = 1;
/** Where the sample's tenants have their addresses: never written to, also once a landlord has made them their own. */
export const SAMPLE_DOMAIN = '@post.example';
/** Emails a day while on trial. */
export const TRIAL_EMAILS_A_DAY = 20;

const STEPS_WRONG = `Please enter up to ${MOST_STEPS} days, from ${-FIRST_STEP} before to ${LAST_STEP} after the due day`;

export const ReminderInput = z
  .object({
    active: z.boolean('Please say yes or no'),
    steps: z
      .array(z.number({ error: STEPS_WRONG }).int(STEPS_WRONG).min(FIRST_STEP, STEPS_WRONG).max(LAST_STEP, STEPS_WRONG))
      .min(1, STEPS_WRONG)
      .max(MOST_STEPS, STEPS_WRONG)
      .transform((steps) => [...new Set(steps)].sort((one, other) => one - other))
      .describe('Days from the due day: below zero before it'),
  })
  .meta({ id: 'ReminderInput' });
export type ReminderInput = z.infer<typeof ReminderInput>;

export const ReminderSettings = z
  .object({
    active: z.boolean(),
    steps: z.array(z.number().int()),
    previewed: z.boolean().describe('Whether the landlord has seen what tenants read'),
    refused: z
      .array(z.object({ tenancyId: z.uuid(), names: z.string(), recipient: z.string(), reason: z.string() }))
      .describe('Emails of the last two weeks that the mail server refused, the latest first'),
  })
  .meta({ id: 'ReminderSettings' });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const ReminderPreview = z
  .object({ to: z.string(), subject: z.string(), text: z.string() })
  .meta({ id: 'ReminderPreview' });
export type ReminderPreview = z.infer<typeof ReminderPreview>;

export const EMAIL_STATES = {
  queued: 'Waits to be sent',
  handed: 'Handed to the mail server, which has not answered',
  sent: 'Given to the mail server',
  refused: 'Refused by the mail server',
  withdrawn: 'Not sent',
} as const;
export type EmailState = keyof typeof EMAIL_STATES;

export const RentEmail = z
  .object({
    id: z.uuid(),
    at: z.string().describe('When it was written'),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    state: z.enum(Object.keys(EMAIL_STATES) as [EmailState, ...EmailState[]]),
    reason: z.string().nullable().describe('Why it was refused or not sent'),
  })
  .meta({ id: 'RentEmail' });
export type RentEmail = z.infer<typeof RentEmail>;

/** Whether tenants may be written to at that time of London's day, HH:MM. */
export function mayWriteAt(time: string): boolean {
  return time >= FIRST_TIME && time < LAST_TIME;
}

/** A charge of rent that is open and not in dispute. */
export type OpenRent = { due: string; left: number };

/** What is left of open rent when so much of it counts as paid, the oldest first. */
export function lessPaid(open: readonly OpenRent[], paid: number): OpenRent[] {
  let rest = paid;
  return open.flatMap(({ due, left }) => {
    const counted = Math.min(rest, left);
    rest -= counted;
    return counted < left ? [{ due, left: left - counted }] : [];
  });
}

/** What has been written, by the day that it was of. */
export type Step = { due: string; step: number };

/**
 * The reminder that is due today: of the latest rent for which one is, the latest step; null for none. Each is given once, and a missed
 * one is made up for the day after at most.
 */
export function stepDue(given: {
  open: readonly OpenRent[];
  steps: readonly number[];
  written: readonly Step[];
  today: string;
}): Step | null {
  const { open, steps, written, today } = given;
  const due = open.flatMap(({ due: day }) =>
    steps
      .filter((step) => {
        const late = daysBetween(addDays(day, step), today);
        return late >= 0 && late <= DAYS_TO_MAKE_UP;
      })
      .map((step) => ({ due: day, step })),
  );
  const latest = due.toSorted((one, other) =>
    one.due === other.due ? other.step - one.step : one.due < other.due ? 1 : -1,
  )[0];
  const isWritten = latest && written.some(({ due: day, step }) => day === latest.due && step >= latest.step);
  return latest && !isWritten ? latest : null;
}

export type Reminded = {
  landlord: string;
  names: string;
  property: string | null;
  /** What is open up to the due day that it reminds of, the oldest first. */
  open: readonly OpenRent[];
  today: string;
};

/** The email, without a word of fees: in England a late one is never asked for. */
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
  const asked =
    last.due < today
      ? {
          subject: `Rent of ${sum} is outstanding`,
          opening: `according to our records rent${home} is still outstanding.`,
        }
      : {
          subject: `Rent of ${formatPence(last.left)} is ${when}`,
          opening: `this is a reminder that your rent${home} is ${when}.${earlier}`,
        };
  return {
    subject: oneLine(asked.subject),
    paragraphs: [
      `Dear ${oneLine(names)},`,
      oneLine(asked.opening),
      ...(lines.length === 1 ? [`Amount: ${lines[0]}.`] : [`${lines.join('; ')}. Together: ${sum}.`]),
      'If you have paid in the last few days, thank you: please ignore this email. If something is not right, please reply to it.',
      `Kind regards, ${oneLine(landlord)}`,
      `Sent with Tenure on behalf of ${oneLine(landlord)}.`,
    ],
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
