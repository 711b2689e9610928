import { z } from 'zod';
import { count, day, fields, flag, maybePence, maybeRecordId, maybeText, option, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { dayField, pence } from '../../shared/schemas.ts';
import { personalTaxYear } from '../../shared/tax-years.ts';
import { JOURNEY_LIST, VEHICLE_LABELS, VEHICLES } from './listed.ts';
import {
  MILEAGE_RATES,
  mileageRefusal,
  RATE_CHOICES,
  VEHICLE_COSTS,
  type VehicleCost,
  vehicleCostRefusal,
} from './rules/mileage.ts';

const MILES_WRONG = 'Enter miles from 0.1 to 9,999.9, with one decimal';
const DAY_REQUIRED = 'Enter the date of the journey';
const miles = z
  .number({ error: MILES_WRONG })
  .min(0.1, MILES_WRONG)
  .max(9_999.9, MILES_WRONG)
  .multipleOf(0.1, MILES_WRONG)
  .describe('One way');
const FIRST_DAY = MILEAGE_RATES[0]?.from ?? '';
const journeyDay = dayField(DAY_REQUIRED).refine((date) => date >= FIRST_DAY, {
  error: 'Enter a date from 6 April 2017',
  when: ({ issues }) => issues.length === 0,
});

const returnJourney = flag('Return journey', {
  description: 'Whether the way back counts too, which doubles the miles',
});
const propertyId = maybeRecordId('Property', 'Choose a property');
const driver = maybeRecordId('Driver', 'Choose the driver');
const driverId = { ...driver, input: driver.input.describe('An owner; null for the first') };

const COST_LABELS = {
  parking: 'Parking',
  tolls: 'Tolls',
  'congestion charges': 'Congestion charge',
  fuel: 'Fuel',
  insurance: 'Vehicle insurance',
  repairs: 'Vehicle repairs',
} as const satisfies Record<VehicleCost, string>;

const costs = z.enum(VEHICLE_COSTS, 'Choose what it was for').check(({ value, issues }) => {
  const message = vehicleCostRefusal(value);
  if (message) issues.push({ code: 'custom', message, input: value });
});
const extraKind = {
  kind: 'option' as const,
  label: 'Extra cost',
  optional: true,
  input: costs.nullable().default(null).describe('Parking, tolls or congestion charges; mileage covers other costs'),
  form: z
    .string()
    .transform((kind) => kind || null)
    .pipe(costs.nullable()),
  stored: z.string().nullable(),
  blank: '',
  toForm: (kind: string | null): string => kind ?? '',
  show: (kind: string | null) => (kind === null ? '' : COST_LABELS[kind as VehicleCost]),
  options: VEHICLE_COSTS.map((value) => ({ value, label: COST_LABELS[value] })),
  placeholder: 'None',
};

export const JOURNEY = fields({
  day: { ...day('Date', DAY_REQUIRED), input: journeyDay, form: journeyDay },
  miles: {
    ...count('Miles', MILES_WRONG, miles),
    stored: z.number(),
    hint: 'One way, for example 12.4.',
    show: (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 }),
  },
  returnJourney,
  from: text('From', { min: 1, max: 200, message: 'Enter where the journey started' }),
  to: text('To', { min: 1, max: 200, message: 'Enter where the journey ended' }),
  purpose: { ...text('Purpose', { min: 1, max: 200, message: 'Enter why you made the journey' }), wide: true },
  propertyId,
  driverId,
  vehicle: option('Vehicle', VEHICLES, {
    message: 'Choose a vehicle',
    placeholder: 'Choose a vehicle',
    show: (value) => VEHICLE_LABELS[value as keyof typeof VEHICLE_LABELS],
  }),
  vehicleName: { ...maybeText('Vehicle name', { max: 100 }), hint: 'Such as its make or registration.' },
  extraKind,
  extra: { ...maybePence('Extra cost amount') },
});

type ExtraCost = { extraKind: VehicleCost | null; extra: number | null };

function checked<Schema extends z.ZodType<ExtraCost>>(schema: Schema) {
  return schema
    .refine(({ extraKind, extra }) => !extraKind || extra, { path: ['extra'], error: 'Enter the amount' })
    .refine(({ extraKind, extra }) => !extra || extraKind, { path: ['extraKind'], error: 'Choose what it was for' });
}

const allowances = {
  capitalAllowances: z
    .boolean()
    .default(false)
    .check(({ value, issues }) => {
      const message = mileageRefusal({ capitalAllowances: value });
      if (message) issues.push({ code: 'custom', message, input: value });
    })
    .describe('Whether capital allowances were claimed on the vehicle, which then has no mileage'),
};

export const JourneyInput = checked(JOURNEY.input.extend(allowances)).meta({ id: 'JourneyInput' });
export type JourneyInput = z.infer<typeof JourneyInput>;

export const Journey = JOURNEY.record
  .extend({
    property: z.string().nullable().describe('Address and city'),
    driver: z.string().nullable().describe('Name of the owner who drove; null for the first'),
    totalMiles: z.number().describe('Doubled for a return journey'),
    pence: pence.describe('Pence for the miles, by the rates of the tax year and the driver’s miles before'),
  })
  .meta({ id: 'Journey' });
export type Journey = z.infer<typeof Journey>;

const yearOf = z.string().refine((year) => personalTaxYear(year) !== null, 'Enter a tax year, such as 2026-27');

export const JourneyQuery = listSchema(JOURNEY_LIST, {
  search: 'places, purpose or vehicle',
  more: { year: yearOf.describe('Only those of this tax year') },
});
export type JourneyQuery = z.output<typeof JourneyQuery>;

export const MileageQuery = z.object({
  year: yearOf.describe('Such as 2026-27'),
  owner: z.uuid().optional().describe('Only journeys of this driver'),
});

export const MileageChoice = z
  .object({ rate: z.enum(RATE_CHOICES, 'Choose 55p or 45p').describe('From 6 April 2026') })
  .meta({ id: 'MileageChoice' });
export type MileageChoice = z.infer<typeof MileageChoice>;

export const MileageYear = z
  .object({
    year: z.string(),
    journeys: z.number().int(),
    miles: z.number(),
    mileage: pence.describe('Pence for the miles'),
    extras: pence.describe('Pence for parking, tolls and congestion charges'),
    rate: z.enum(RATE_CHOICES).nullable().describe('The landlord’s choice; null until it is made'),
    unconfirmed: z.boolean().describe('Whether the year has a rate that is not confirmed for landlords'),
  })
  .meta({ id: 'MileageYear' });
export type MileageYear = z.infer<typeof MileageYear>;

const schema = checked(JOURNEY.form.extend(allowances));

export const JOURNEY_FORM = {
  schema,
  record: Journey,
  blank: { ...JOURNEY.blank, capitalAllowances: false },
  toForm: (journey: Journey): z.input<typeof schema> => ({
    ...JOURNEY.toForm(journey as never),
    capitalAllowances: false,
  }),
  toInput: (output: z.output<typeof schema>): JourneyInput => output,
  merge: JOURNEY.merge,
};
