import { z } from 'zod';
import { addDays, addMonths } from '../../shared/dates.ts';
import { day, fields, maybeCount, maybeLongText, recordId, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { dayField, paragraph } from '../../shared/schemas.ts';
import { DEADLINE_LIST, GROUPS, type Group, KINDS, OWN_LIST, STEPS, WEEKLY } from './listed.ts';
import { FACTS } from './rules/facts.ts';

const MARKS = ['done', 'snoozed', 'not_needed'] as const;
export type MarkKind = (typeof MARKS)[number];

export const DeadlineQuery = listSchema(DEADLINE_LIST, {
  search: 'duty, address or name',
  more: { propertyId: z.uuid().describe('Only those of this property') },
}).omit({ add: true });
export type DeadlineQuery = z.output<typeof DeadlineQuery>;

const Mark = z.object({
  kind: z.enum(MARKS),
  until: z.string().nullable().describe('YYYY-MM-DD: the day it was done, or the end of the snooze'),
  reason: z.string().nullable(),
  by: z.string().nullable().describe('Name of the member'),
  version: z.number().int(),
});

const Source = z.object({
  name: z.string(),
  link: z.string(),
  effectiveFrom: z.string().describe('YYYY-MM-DD'),
});

export const Deadline = z
  .object({
    id: z.uuid(),
    propertyId: z.uuid(),
    address: z.string(),
    tenancyId: z.uuid().nullable(),
    rule: z.string().describe('Id of the rule; ‘own’ for the landlord’s own, ‘facts’ for the missing facts of a home'),
    kind: z.enum(KINDS),
    subject: z.string().describe('The record that it is about; the id of an own deadline'),
    title: z.string(),
    about: z.string().nullable().describe('A name, such as the tenant’s'),
    day: z.string().nullable().describe('YYYY-MM-DD'),
    group: z.enum(GROUPS),
    asks: z.array(z.enum(FACTS)).describe('Missing facts'),
    why: z.array(z.string()),
    source: Source.nullable(),
    mark: Mark.nullable(),
  })
  .meta({ id: 'Deadline' });
export type Deadline = z.infer<typeof Deadline>;

const ComingRule = z.object({ id: z.string(), item: z.string(), text: z.string(), source: Source });

export const DeadlineCounts = z
  .object({
    groups: z.record(z.enum(GROUPS), z.number().int()),
    homes: z.number().int().describe('Homes in England, whose deadlines are known'),
    rules: z.number().int(),
    notCovered: z.array(z.object({ nation: z.string(), homes: z.number().int() })),
    coming: z.array(ComingRule).describe('Announced duties of every let, without a date'),
  })
  .meta({ id: 'DeadlineCounts' });
export type DeadlineCounts = z.infer<typeof DeadlineCounts>;

const reason = paragraph({ max: 500 });
const done = { kind: z.literal('done'), until: dayField('Enter the day') };
const snoozed = {
  kind: z.literal('snoozed'),
  until: dayField('Enter the day'),
  reason: reason.min(1, 'Enter a reason'),
};
const notNeeded = { kind: z.literal('not_needed'), reason: reason.min(1, 'Enter a reason') };

const seen = {
  day: z.string().nullable().describe('The deadline’s day as the caller saw it'),
  version: z.number().int().nullable().default(null).describe('Version of the mark shown to the caller'),
};
export const MarkInput = z
  .discriminatedUnion('kind', [
    z.object({ ...done, ...seen }),
    z.object({ ...snoozed, ...seen }),
    z.object({ ...notNeeded, ...seen }),
  ])
  .meta({ id: 'DeadlineMarkInput' });
export type MarkInput = z.infer<typeof MarkInput>;

const MAX_MARKS = 500;
const rows = z
  .array(z.object({ id: z.uuid(), ...seen }))
  .min(1, 'Choose a deadline')
  .max(MAX_MARKS, `Choose ${MAX_MARKS} deadlines or fewer`);

/** The same mark for several deadlines; ‘open’ removes marks. */
export const MarksInput = z
  .discriminatedUnion('kind', [
    z.object({ ...done, rows }),
    z.object({ ...snoozed, rows }),
    z.object({ ...notNeeded, rows }),
    z.object({ kind: z.literal('open'), rows }),
  ])
  .meta({ id: 'DeadlineMarksInput' });
export type MarksInput = z.infer<typeof MarksInput>;

export const MarkedRows = z
  .object({
    rows: z
      .array(z.object({ id: z.uuid(), day: z.string(), version: z.number().int().nullable() }))
      .describe('The marked deadlines, without repeating ones that moved to their next day'),
    moved: z.number().int().describe('Repeating own deadlines that moved to their next day'),
    skipped: z.number().int().describe('Deadlines that changed since the caller saw them'),
  })
  .meta({ id: 'MarkedDeadlines' });
export type MarkedRows = z.infer<typeof MarkedRows>;

/** Returns the errors of a mark by field; empty if the mark is valid. */
export function validateMark(mark: MarkInput | MarksInput, today: string): Record<string, string> {
  if (mark.kind === 'done' && mark.until > today) return { until: 'Enter today or an earlier date' };
  if (mark.kind === 'snoozed' && mark.until <= today) return { until: 'Enter a date after today' };
  return {};
}

const DAY_REQUIRED = 'Enter the day';
const MONTHS_WRONG = 'Enter a number of months from 1 to 120';

export const OWN = fields({
  propertyId: recordId('Property', 'Choose a property'),
  title: { ...text('Title', { min: 1, max: 200, message: 'Enter a title' }), wide: true },
  day: day('Day', DAY_REQUIRED),
  repeatMonths: {
    ...maybeCount('Repeat in months', z.number().int(MONTHS_WRONG).min(1, MONTHS_WRONG).max(120, MONTHS_WRONG)),
    hint: 'Leave this blank if it does not repeat.',
  },
  note: { ...maybeLongText('Note', { max: 2000 }), rows: 2 },
});

export const OwnDeadlineInput = OWN.input.meta({ id: 'OwnDeadlineInput' });
export type OwnDeadlineInput = z.infer<typeof OwnDeadlineInput>;

export const OwnDeadline = OWN.record.meta({ id: 'OwnDeadline' });
export type OwnDeadline = z.infer<typeof OwnDeadline>;

export const OwnDeadlineQuery = listSchema(OWN_LIST, {
  search: 'title',
  more: { propertyId: z.uuid().describe('Only those of this property') },
});
export type OwnDeadlineQuery = z.output<typeof OwnDeadlineQuery>;

const steps = z
  .array(z.number().int())
  .max(STEPS.length + 1)
  .refine(
    (chosen) => chosen.every((step) => step === WEEKLY || STEPS.some((allowed) => allowed === step)),
    'Choose from the list',
  )
  .describe('Days before the deadline: 90, 60, 30, 14, 7 and 0; -1 for weekly once it is overdue');

export const DeadlineSettingsInput = z
  .object({ steps, delivery: z.enum(['at_once', 'digest']).describe('By email at 07:00, or in Monday’s email') })
  .meta({ id: 'DeadlineSettingsInput' });
export type DeadlineSettingsInput = z.infer<typeof DeadlineSettingsInput>;

export const DeadlineSettings = z
  .object({ items: z.array(DeadlineSettingsInput.extend({ kind: z.enum(KINDS) })) })
  .meta({ id: 'DeadlineSettings' });
export type DeadlineSettings = z.infer<typeof DeadlineSettings>;

/** Returns the last days of the groups 'month' and 'quarter'. */
export function groupEnds(today: string): { month: string; quarter: string } {
  const next = `${addMonths(today, 1).slice(0, 8)}01`;
  return { month: addDays(next, -1), quarter: addDays(addMonths(next, 3), -1) };
}

type Stored = { state: 'due' | 'waiting' | 'ask' | 'coming'; day: string | null; aside: boolean };

export function groupOf({ state, day, aside }: Stored, today: string): Group {
  if (aside) return 'aside';
  if (state !== 'due' || day === null) return state === 'due' ? 'later' : state;
  const { month, quarter } = groupEnds(today);
  if (day < today) return 'overdue';
  if (day <= month) return 'month';
  return day <= quarter ? 'quarter' : 'later';
}
