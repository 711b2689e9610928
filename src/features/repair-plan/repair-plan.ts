import { z } from 'zod';
import {
  fields,
  flag,
  maybeCount,
  maybeDay,
  maybeLongText,
  maybeOption,
  maybeRecordId,
  option,
  recordId,
  text,
} from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { CATEGORIES, type Category, categoryLabel } from '../repair/listed.ts';
import { DEADLINE_KINDS, DEADLINE_LABELS, type DeadlineKind, LEAD_DAYS, PLAN_LIST } from './listed.ts';

const MONTHS_WRONG = 'Enter a number of months from 1 to 120';

export const PLAN = fields({
  propertyId: { ...recordId('Property', 'Choose a property'), stored: z.uuid(), wide: true },
  title: { ...text('Work', { min: 1, max: 200, message: 'Enter the work' }), wide: true },
  category: option('Category', CATEGORIES, {
    message: 'Choose a category',
    placeholder: 'Choose a category',
    show: (category) => categoryLabel(category as Category),
  }),
  deadlineKind: {
    ...maybeOption('Before a deadline', DEADLINE_KINDS, {
      message: 'Choose a deadline',
      placeholder: 'No deadline',
      show: (kind) => DEADLINE_LABELS[kind as DeadlineKind],
    }),
    hint: `We add the repair ${LEAD_DAYS} days before it.`,
  },
  everyMonths: {
    ...maybeCount('Repeat in months', z.number().int(MONTHS_WRONG).min(1, MONTHS_WRONG).max(120, MONTHS_WRONG)),
    hint: 'For example 12 for every year.',
  },
  nextOn: maybeDay('Next on'),
  supplierId: { ...maybeRecordId('Usual supplier', 'Choose a supplier'), stored: z.uuid().nullable(), wide: true },
  description: { ...maybeLongText('Details', { max: 5_000 }), rows: 3 },
  paused: flag('Paused'),
});

export const PlanInput = PLAN.input.meta({ id: 'RepairPlanInput' });
export type PlanInput = z.infer<typeof PlanInput>;

/** Returns error messages by field: a plan has either months with a first day, or a deadline. */
export function validatePlan({
  everyMonths,
  nextOn,
  deadlineKind,
}: Pick<PlanInput, 'everyMonths' | 'nextOn' | 'deadlineKind'>) {
  const problems: Record<string, string> = {};
  if (deadlineKind && (everyMonths || nextOn)) problems.deadlineKind = 'Choose months or a deadline, not both';
  else if (!deadlineKind && !everyMonths) problems.everyMonths = 'Enter the months, or choose a deadline';
  else if (everyMonths && !nextOn) problems.nextOn = 'Enter the first day';
  return problems;
}

export const Plan = PLAN.record
  .extend({
    address: z.string(),
    supplier: z.string().nullable(),
    lastRepair: z.object({ id: z.uuid(), number: z.number().int(), open: z.boolean() }).nullable(),
  })
  .meta({ id: 'RepairPlan' });
export type Plan = z.infer<typeof Plan>;

export const PlanQuery = listSchema(PLAN_LIST, {
  search: 'title',
  more: { propertyId: z.uuid().describe('Only those of this property') },
});
export type PlanQuery = z.output<typeof PlanQuery>;

const { form: schema } = PLAN;

export const PLAN_FORM = {
  schema,
  record: Plan,
  blank: PLAN.blank,
  toForm: (plan: Plan): z.input<typeof schema> => PLAN.toForm(plan),
  toInput: (output: z.output<typeof schema>): PlanInput => output,
  merge: PLAN.merge,
};
