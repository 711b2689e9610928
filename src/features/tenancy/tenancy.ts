/** A tenancy: its fields, its rent, what a list may be asked, and its sentences. */
import { z } from 'zod';
import { weekday } from '../../shared/dates.ts';
import { day, fields, maybeDay, maybeText, option, pence } from '../../shared/fields.ts';
import { listQuery } from '../../shared/list-query.ts';
import { listSchema } from '../../shared/list-schema.ts';
import { dayField, penceField } from '../../shared/schemas.ts';
import { VAT } from './agent-fee.ts';
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency, WEEKS } from './rules/frequency.ts';
import { confirmedStart, startProblem } from './rules/start.ts';
import type { RentTerms } from './schedule/rent-schedule.ts';

const KINDS = ['periodic', 'fixed-term', 'lodger', 'company-let'] as const;
export type Kind = (typeof KINDS)[number];
const KIND_LABELS: Record<Kind, string> = {
  periodic: 'Periodic',
  'fixed-term': 'Fixed term',
  lodger: 'Lodger',
  'company-let': 'Company let',
};

const TIMINGS = ['advance', 'arrears'] as const;
const TIMING_LABELS = { advance: 'In advance', arrears: 'In arrears' } as const;

const NOTICE_GIVERS = ['none', 'landlord', 'tenant'] as const;
const NOTICE_LABELS = { none: 'Not given', landlord: 'The landlord', tenant: 'The tenant' } as const;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DAY_WRONG = 'Please enter a day from 1 to 31, by weeks from 1 (Monday) to 7 (Sunday)';
const NO_RENT = 'Please enter the rent';

const rentDay = z.number({ error: DAY_WRONG }).int(DAY_WRONG).min(1, DAY_WRONG).max(31, DAY_WRONG);
const oneOf = (labels: Record<string, string>) => (value: string) => labels[value] ?? value;

export const TENANCY = fields({
  kind: option('Kind', KINDS, { message: 'Please choose the kind of tenancy', show: oneOf(KIND_LABELS) }),
  start: day('Began', 'Please enter the day it began'),
  end: { ...maybeDay('Ends'), hint: 'The last day of a fixed term. Leave it empty where there is none.' },
  ended: { ...maybeDay('Moved out'), hint: 'From this day on nobody lives there, and no rent is owed.' },
  frequency: option('Rent is paid', FREQUENCIES, {
    message: 'Please choose how often rent is paid',
    show: oneOf(FREQUENCY_LABELS),
  }),
  rentDay: {
    kind: 'custom' as const,
    label: 'Rent day',
    optional: false,
    input: rentDay,
    form: z.string().transform(Number).pipe(rentDay),
    stored: z.number().int(),
    blank: '1',
    toForm: String as (value: number) => string,
    show: String as (value: number) => string,
  },
  timing: option('Paid', TIMINGS, { message: 'Please choose when a period is paid', show: oneOf(TIMING_LABELS) }),
  chargesFrom: {
    ...day('Rent is counted from', 'Please enter a day'),
    hint: 'What was owed before is an opening balance on the ledger.',
  },
  lateInterest: {
    kind: 'custom' as const,
    label: 'The agreement allows interest on late rent',
    optional: true,
    input: z.boolean().default(false),
    form: z.boolean(),
    stored: z.boolean(),
    blank: false,
    toForm: (value: boolean) => value,
    show: (value: boolean) => (value ? 'Yes' : 'No'),
  },
  depositAmount: {
    ...pence('Deposit', 'Please enter the deposit, or 0'),
    input: penceField('Please enter the deposit, or 0').default(0),
  },
  depositReceived: maybeDay('Received on'),
  depositScheme: maybeText('Scheme', { max: 100 }),
  depositReference: maybeText('Reference', { max: 100 }),
  depositProtected: maybeDay('Protected on'),
  depositInformation: maybeDay('Information served on'),
  depositReturned: maybeDay('Returned on'),
  depositDeductions: {
    ...pence('Deductions', 'Please enter the deductions, or 0'),
    input: penceField('Please enter the deductions, or 0').default(0),
  },
  noticeBy: option('Notice given by', NOTICE_GIVERS, {
    message: 'Please choose who gave notice',
    show: oneOf(NOTICE_LABELS),
  }),
  noticeGiven: maybeDay('Notice given on'),
  noticeEnds: maybeDay('Notice ends on'),
});

type Days = { frequency: Frequency; rentDay: number };
const isRentDay = ({ frequency, rentDay }: Days) => rentDay <= (WEEKS[frequency] ? 7 : 31);
const dayRule = { path: ['rentDay'], message: DAY_WRONG };

const PROPERTY_REQUIRED = 'Please choose a property';
const OPTIONAL_IN_API = TENANCY.input.extend({
  confirmedStart: confirmedStart(),
  timing: TENANCY.input.shape.timing.default('advance'),
  noticeBy: TENANCY.input.shape.noticeBy.default('none'),
});

/** A tenancy to be added, with the tenants who have signed for it; each of them leaves the tenancy that they had. */
export const TenancyInput = OPTIONAL_IN_API.extend({
  propertyId: z.uuid(PROPERTY_REQUIRED),
  tenantIds: z.array(z.uuid()).min(1, 'Please choose who rents').max(20),
  rent: penceField(NO_RENT).describe('Pence a period, from the first day on'),
})
  .refine(isRentDay, dayRule)
  .meta({ id: 'TenancyInput' });
export type TenancyInput = z.infer<typeof TenancyInput>;

/** Its rent and its tenants are changed by routes of their own, and by the tenants. */
export const TenancyChange = OPTIONAL_IN_API.refine(isRentDay, dayRule).meta({ id: 'TenancyChange' });
export type TenancyChange = z.infer<typeof TenancyChange>;

/** In the form, whose choices begin empty. */
export const TenancyForm = TENANCY.form
  .extend({ savedStart: z.string(), confirmedStart: z.boolean() })
  .refine(isRentDay, dayRule)
  .superRefine(({ start, savedStart: before, confirmedStart }, context) => {
    const problem = startProblem({ start, before, confirmedStart });
    if (problem) context.addIssue({ code: 'custom', path: ['confirmedStart'], message: problem.confirmedStart });
  });

const RentRow = z
  .object({
    id: z.uuid(),
    from: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence a period'),
    servedOn: z.string().nullable().describe('When notice of it was served'),
  })
  .meta({ id: 'RentRow' });

export const RentInput = z
  .object({
    from: dayField('Please enter the day from which it is owed'),
    amount: penceField(NO_RENT).describe('Pence a period'),
    servedOn: maybeDay('Served on').input,
  })
  .meta({ id: 'RentInput' });
export type RentInput = z.infer<typeof RentInput>;

export const Tenancy = TENANCY.record
  .extend({
    names: z.string().describe('Of its tenants; kept when they have been deleted'),
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable().describe('Address and city; kept when the property has been deleted'),
    rent: z.number().int().describe('Pence a period as of today'),
    rentAMonth: z.number().int().describe('The same in pence a month'),
    balance: z.number().int().describe('Pence owed as of today; below zero in credit'),
    separate: z.boolean().describe('Whether it was said to be an agreement of its own beside others of its property'),
  })
  .meta({ id: 'Tenancy' });
export type Tenancy = z.infer<typeof Tenancy>;

const TenantOf = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  movedOut: z.string().nullable(),
  guarantorName: z.string(),
  guarantorPhone: z.string(),
});

export const TenancyRecord = Tenancy.extend({
  agent: z
    .object({
      id: z.uuid(),
      name: z.string(),
      feePercent: z.number().nullable(),
      feeFixed: z.number().int().nullable(),
      vat: z.enum(VAT),
    })
    .nullable()
    .describe('Who collects the rent, where the tenants do not pay themselves'),
  propertyPostcode: z
    .string()
    .nullable()
    .describe('Which tells whose rules may apply; null when the property has been deleted'),
  depositRecorded: z.number().int().describe('Pence of the deductions that are in Finance as income'),
  reminded: z
    .boolean()
    .describe('Whether its tenants are reminded of rent by email, where the landlord has them reminded'),
  acceptsCertain: z.boolean().describe('Whether bank rows that are certain go onto the ledger by themselves'),
  rents: z.array(RentRow).describe('The latest first'),
  tenants: z.array(TenantOf),
}).meta({ id: 'TenancyRecord' });
export type TenancyRecord = z.infer<typeof TenancyRecord>;

/** Tenancies of one property that are one agreement. */
export const JoinInput = z
  .object({
    tenancies: z
      .array(z.uuid())
      .min(1, 'Please choose who belongs together')
      .max(20)
      .describe('That become part of this one'),
    rent: penceField(NO_RENT).describe('The rent of the whole, pence a period of this one'),
  })
  .meta({ id: 'JoinInput' });
export type JoinInput = z.infer<typeof JoinInput>;

/** The tenancies that run at a property are an agreement each, as where it is let by the room. */
export const SeparateInput = z.object({ propertyId: z.uuid() }).meta({ id: 'SeparateInput' });

const TENANCY_LIST = listQuery({
  filters: { state: ['running', 'ended'] },
  sorts: { name: 'Name A to Z', newest: 'Newest first' },
});
export const TenancyQuery = listSchema(TENANCY_LIST, {
  search: 'tenant or property',
  more: { propertyId: z.uuid() },
});
export type TenancyQuery = z.output<typeof TenancyQuery>;

/** What a schedule is worked out from. */
export function termsOf({ start, ended, frequency, rentDay, timing, rents }: TenancyRecord): RentTerms {
  const history = rents.map(({ from, amount }) => ({ from, amount })).toReversed();
  return { start, ended, frequency, rentDay, inArrears: timing === 'arrears', rents: history };
}

/** 'Monthly in advance', 'Every 4 weeks in arrears'. */
export function paidWords({ frequency, timing }: Pick<Tenancy, 'frequency' | 'timing'>): string {
  return `${FREQUENCY_LABELS[frequency]} ${TIMING_LABELS[timing].toLowerCase()}`;
}

/** 'The 5th', 'Monday'. */
export function rentDayWords({ frequency, rentDay }: Days): string {
  return WEEKS[frequency] ? (WEEKDAYS[rentDay - 1] ?? '') : `The ${ordinal(rentDay)}`;
}

/** The rent day that goes with a first day: that day of the month, or of the week. */
export function rentDayOf(start: string, frequency: Frequency): number {
  return WEEKS[frequency] ? weekday(start) + 1 : Number(start.slice(8));
}

function ordinal(day: number): string {
  const endings = ['th', 'st', 'nd', 'rd'];
  const tens = day % 100;
  return `${day}${endings[tens > 10 && tens < 14 ? 0 : day % 10] ?? 'th'}`;
}
