/** The forms of marks, for one deadline and for several. */
import { z } from 'zod';
import { addDays } from '../../../shared/dates.ts';
import { dayField, paragraph } from '../../../shared/schemas.ts';
import type { MarkKind } from '../deadline.ts';

const reason = paragraph({ max: 500 }).min(1, 'Enter a reason');
export const MARK_FORMS = {
  done: z.object({ until: dayField('Enter the day'), reason: z.string() }),
  snoozed: z.object({ until: dayField('Enter the day'), reason }),
  not_needed: z.object({ until: z.string(), reason }),
} as const;
export type MarkFormValues = { until: string; reason: string };

export const MARK_TITLES = { done: 'Mark as done', snoozed: 'Snooze', not_needed: 'Not needed' } as const;

const WEEK = 7;

export const startOf = (kind: MarkKind, today: string): MarkFormValues => ({
  until: kind === 'snoozed' ? addDays(today, WEEK) : today,
  reason: '',
});

/** Returns the fields of the API that belong to a kind of mark. */
export function markOf(kind: MarkKind, { until, reason: why }: MarkFormValues) {
  if (kind === 'done') return { kind, until };
  return kind === 'snoozed' ? { kind, until, reason: why } : { kind, reason: why };
}
