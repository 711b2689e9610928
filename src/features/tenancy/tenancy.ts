import { z } from 'zod';
import { weekday } from '../../shared/dates.ts';
import { day, fields, flag, maybeDay, maybeText, option, pence } from '../../shared/fields.ts';
import { formatPence } from '../../shared/money.ts';
import { listQuery } from '../../shared/records/list-query.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { dayField, penceField, typedPence } from '../../shared/schemas.ts';
import { COUNTRIES } from '../property/home/postcode.ts';
import { AGREEMENT, DEPOSIT_PAPERS } from './papers.ts';
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency, WEEKS } from './rules/frequency.ts';
import { confirmedStart, validateStart } from './rules/start.ts';
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

export const VAT = ['added', 'included', 'none'] as const;
export const VAT_LABELS = { added: 'Plus VAT', included: 'VAT is included', none: 'No VAT' } as const;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DAY_WRONG = 'Enter a day from 1 to 31, or for weekly rent from 1 (Monday) to 7 (Sunday)';
const NO_RENT = 'Enter the rent';

const rentDay = z.number({ error: DAY_WRONG }).int(DAY_WRONG).min(1, DAY_WRONG).max(31, DAY_WRONG);
const oneOf = (labels: Record<string, string>) => (value: string) => labels[value] ?? value;

export const TENANCY = fields({
  kind: option('Kind', KINDS, { message: 'Choose the kind of tenancy', show: oneOf(KIND_LABELS) }),
  start: day('Start date', 'Enter the start date'),
  end: { ...maybeDay('End date'), hint: 'The last day of a fixed term. Leave this blank if there is no fixed term.' },
  ended: { ...maybeDay('Moved out'), hint: 'The first day without tenants. No rent is due from this date.' },
  frequency: option('Rent is paid', FREQUENCIES, {
    message: 'Choose how often rent is paid',
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
  timing: option('Paid', TIMINGS, { message: 'Choose when a period is paid', show: oneOf(TIMING_LABELS) }),
  chargesFrom: {
    ...day('Rent is counted from', 'Enter a date'),
    hint: 'Add an opening balance to the ledger for anything owed before.',
  },
  lateInterest: flag('The agreement allows interest on late rent'),
  ...AGREEMENT,
  depositAmount: {
    ...pence('Deposit', 'Enter the deposit, or 0'),
    input: penceField('Enter the deposit, or 0').default(0),
  },
  depositReceived: maybeDay('Received on'),
  depositScheme: maybeText('Scheme', { max: 100 }),
  depositReference: maybeText('Reference', { max: 100 }),
  depositProtected: maybeDay('Protected on'),
  depositInformation: maybeDay('Information served on'),
  depositReturned: maybeDay('Returned on'),
  ...DEPOSIT_PAPERS,
  depositDeductions: {
    ...pence('Deductions', 'Enter the deductions, or 0'),
    input: penceField('Enter the deductions, or 0').default(0),
  },
  noticeBy: option('Notice given by', NOTICE_GIVERS, {
    message: 'Choose who gave notice',
    show: oneOf(NOTICE_LABELS),
  }),
  noticeGiven: maybeDay('Notice given on'),
  noticeEnds: maybeDay('Notice ends on'),
});

type Days = { frequency: Frequency; rentDay: number };
const isRentDay = ({ frequency, rentDay }: Days) => rentDay <= (WEEKS[frequency] ? 7 : 31);
const dayRule = { path: ['rentDay'], message: DAY_WRONG };

const PROPERTY_REQUIRED = 'Choose a property';
const OPTIONAL_IN_API = TENANCY.input.extend({
  confirmedStart: confirmedStart(),
  timing: TENANCY.input.shape.timing.default('advance'),
  noticeBy: TENANCY.input.shape.noticeBy.default('none'),
});

/** A new tenancy with its tenants, who leave their previous tenancies. */
export const TenancyInput = OPTIONAL_IN_API.extend({
  propertyId: z.uuid(PROPERTY_REQUIRED),
  tenantIds: z.array(z.uuid()).min(1, 'Choose the tenants').max(20),
  rent: penceField(NO_RENT).describe('Pence per period, from the first day'),
})
  .refine(isRentDay, dayRule)
  .meta({ id: 'TenancyInput' });
export type TenancyInput = z.infer<typeof TenancyInput>;

/** Tenants have a separate route, and so do rents, unless a new frequency changes what they are for. */
export const TenancyChange = OPTIONAL_IN_API.extend({
  rent: penceField(NO_RENT)
    .optional()
    .describe('Current rent in pence per period of a new frequency. Other rents change in the same ratio.'),
})
  .refine(isRentDay, dayRule)
  .meta({ id: 'TenancyChange' });
export type TenancyChange = z.infer<typeof TenancyChange>;

export const TenancyForm = TENANCY.form
  .extend({
    savedStart: z.string(),
    confirmedStart: z.boolean(),
    savedFrequency: z.enum(FREQUENCIES),
    /** The rent per period of each frequency. */
    rents: z.record(z.enum(FREQUENCIES), typedPence(NO_RENT)),
  })
  .refine(isRentDay, dayRule)
  .superRefine(({ start, savedStart: before, confirmedStart }, context) => {
    const problem = validateStart({ start, before, confirmedStart });
    if (problem) context.addIssue({ code: 'custom', path: ['confirmedStart'], message: problem.confirmedStart });
  });

const RentRow = z
  .object({
    id: z.uuid(),
    from: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence per period'),
    servedOn: z.string().nullable().describe('Date its notice was served'),
  })
  .meta({ id: 'RentRow' });

export const RentInput = z
  .object({
    from: dayField('Enter the date the rent starts'),
    amount: penceField(NO_RENT).describe('Pence per period'),
    servedOn: maybeDay('Served on').input,
  })
  .meta({ id: 'RentInput' });
export type RentInput = z.infer<typeof RentInput>;

export const Tenancy = TENANCY.record
  .extend({
    names: z.string().describe('Names of its tenants; kept after they are deleted'),
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable().describe('Address and city; kept after the property is deleted'),
    rent: z.number().int().describe('Current rent in pence per period'),
    rentAMonth: z.number().int().describe('Current rent in pence per month'),
    balance: z.number().int().describe('Pence owed today; negative for credit'),
    separate: z.boolean().describe('Whether it is confirmed as a separate agreement at its property'),
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
    .describe('The agent who collects the rent, if any'),
  propertyPostcode: z
    .string()
    .nullable()
    .describe('Decides which nation’s rules apply; null if the property has been deleted'),
  propertyCountry: z
    .enum(COUNTRIES)
    .nullable()
    .describe('The country of the property as entered; decides where the postcode does not'),
  depositRecorded: z.number().int().describe('Pence of deductions recorded in Finance as income'),
  reminded: z.boolean().describe('Whether its tenants get rent reminders, if the landlord has turned them on'),
  autoMatch: z.boolean().describe('Whether exact bank matches are recorded automatically'),
  rents: z.array(RentRow).describe('Newest first'),
  tenants: z.array(TenantOf),
}).meta({ id: 'TenancyRecord' });
export type TenancyRecord = z.infer<typeof TenancyRecord>;

export const JoinInput = z
  .object({
    tenancies: z
      .array(z.uuid())
      .min(1, 'Choose the joint tenants')
      .max(20)
      .describe('Tenancies to merge into this one'),
    rent: penceField(NO_RENT).describe('Total rent, in pence per period of this tenancy'),
  })
  .meta({ id: 'JoinInput' });
export type JoinInput = z.infer<typeof JoinInput>;

/** Confirms that a property's current tenancies are separate agreements, as when it is let by the room. */
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

export function termsOf({ start, ended, frequency, rentDay, timing, rents }: TenancyRecord): RentTerms {
  const history = rents.map(({ from, amount }) => ({ from, amount })).toReversed();
  return { start, ended, frequency, rentDay, inArrears: timing === 'arrears', rents: history };
}

export function paidByText({ frequency, timing }: Pick<Tenancy, 'frequency' | 'timing'>): string {
  return `${FREQUENCY_LABELS[frequency]} ${TIMING_LABELS[timing].toLowerCase()}`;
}

export function rentDayText({ frequency, rentDay }: Days): string {
  return WEEKS[frequency] ? (WEEKDAYS[rentDay - 1] ?? '') : `The ${ordinal(rentDay)}`;
}

/** Returns the start's day of the month, or its weekday from 1 (Monday). */
export function rentDayOf(start: string, frequency: Frequency): number {
  return WEEKS[frequency] ? weekday(start) + 1 : Number(start.slice(8));
}

function ordinal(day: number): string {
  const endings = ['th', 'st', 'nd', 'rd'];
  const tens = day % 100;
  return `${day}${endings[tens > 10 && tens < 14 ? 0 : day % 10] ?? 'th'}`;
}

/** A letting agent's fee per payment: per cent of the rent, or pence. */
export type AgentFee = {
  feePercent: number | null;
  feeFixed: number | null;
  vat: (typeof VAT)[number];
};

/** For example, '10% plus VAT' or '£60.00 per payment, VAT included'. */
export function feeLine({ feePercent, feeFixed, vat }: AgentFee): string {
  const plain =
    feeFixed === null ? `${(feePercent ?? 0).toLocaleString('en-GB')}%` : `${formatPence(feeFixed)} per payment`;
  return `${plain}${vat === 'added' ? ' plus VAT' : vat === 'included' ? ', VAT included' : ''}`;
}
