import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { maybeText } from '../../shared/fields.ts';
import { formatPence, penceAsTyped } from '../../shared/money.ts';
import { dayField, line, optionalDay, penceField, typedPence } from '../../shared/schemas.ts';
import { DEPOSIT_ITEM_IDS, DEPOSIT_ITEMS, type DepositItem } from './rules/prescribed-information.ts';

/** Methods of service that an agreement may name. Section 196 of the Law of Property Act 1925 is not considered. */
export const SERVICE_METHODS = ['email', 'by-hand', 'left-at-address', 'first-class', 'signed-for'] as const;
export type ServiceMethod = (typeof SERVICE_METHODS)[number];
export const SERVICE_METHOD_LABELS: Record<ServiceMethod, string> = {
  email: 'By email',
  'by-hand': 'By hand',
  'left-at-address': 'Left at the address',
  'first-class': 'First-class post',
  'signed-for': 'Signed-for post',
};

export const ARRIVAL_RULES = [
  'same-day',
  'email-before',
  'next-working-day',
  'second-working-day',
  'second-day-or-next-working',
] as const;
export type ArrivalRule = (typeof ARRIVAL_RULES)[number];
export const ARRIVAL_RULE_LABELS: Record<ArrivalRule, string> = {
  'same-day': 'On the same day',
  'email-before': 'On the same day if sent before a time, otherwise on the next working day',
  'next-working-day': 'On the next working day',
  'second-working-day': 'On the second working day',
  'second-day-or-next-working': 'On the second day, or the next working day after it',
};

const METHOD_WRONG = 'Choose a method';
const TIME_WRONG = 'Enter a time, like 16:30';
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_WRONG);

const Service = z
  .object({
    method: z.enum(SERVICE_METHODS, { error: METHOD_WRONG }),
    address: line({ max: 500 }).describe('Address or email in the agreement; empty if it names none'),
    rule: z.enum(ARRIVAL_RULES).nullable().describe('When it counts as received; null if not agreed'),
    time: time.nullable().describe('For email-before, HH:MM in London'),
  })
  .check(({ value, issues }) => {
    if (value.rule === 'email-before' && value.time === null)
      issues.push({ code: 'custom', path: ['time'], message: TIME_WRONG, input: value });
  })
  .meta({ id: 'ServiceMethod' });
export type Service = z.output<typeof Service>;

const listOfServices = z
  .array(Service)
  .max(SERVICE_METHODS.length)
  .check(({ value, issues }) => {
    for (const [index, { method }] of value.entries())
      if (value.findIndex((one) => one.method === method) < index)
        issues.push({
          code: 'custom',
          path: [index, 'method'],
          message: 'This method is already in the list',
          input: value,
        });
  });
const services = listOfServices.default([]);

const showService = ({ method, address, rule, time: at }: Service) =>
  [SERVICE_METHOD_LABELS[method], address, rule && ARRIVAL_RULE_LABELS[rule].toLowerCase(), at]
    .filter(Boolean)
    .join(', ');
const showServices = (value: readonly Service[]) => value.map(showService).join('; ');

const typedService = z.object({
  method: z.string().pipe(z.enum(SERVICE_METHODS, { error: METHOD_WRONG })),
  address: z.string(),
  rule: z.union([z.literal('').transform(() => null), z.enum(ARRIVAL_RULES)]),
  time: z.string().transform((at) => at.trim() || null),
});

const PART_DAY = 'Enter the day it was received';
const PART_AMOUNT = 'Enter the amount';
const MAX_PARTS = 20;
const part = { received: dayField(PART_DAY), protected: optionalDay(), information: optionalDay() };
const DepositPart = z
  .object({ amount: penceField(PART_AMOUNT).min(1, PART_AMOUNT), ...part })
  .meta({ id: 'DepositPart' });
export type DepositPart = z.output<typeof DepositPart>;
const showParts = (parts: readonly DepositPart[]) =>
  parts
    .map(({ amount, received, ...done }) =>
      [formatPence(amount), formatDay(received), done.protected, done.information].join(' '),
    )
    .join(', ');

const items = z.array(z.enum(DEPOSIT_ITEM_IDS)).default([]);
const showItems = (value: readonly DepositItem[]) => value.map((item) => DEPOSIT_ITEMS[item]).join(', ');

const SIGNED_WRONG = 'Enter the date and time of the signature';
const signed = z.union(
  [z.literal('').transform(() => null), z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, SIGNED_WRONG)],
  {
    error: SIGNED_WRONG,
  },
);

const flag = z.boolean().default(true);

export const AGREEMENT = {
  written: {
    kind: 'custom' as const,
    label: 'The agreement is in writing',
    optional: true,
    input: flag,
    form: z.boolean(),
    stored: z.boolean(),
    blank: true,
    toForm: (value: boolean) => value,
    show: (value: boolean) => (value ? 'In writing' : 'By word of mouth'),
  },
  signedAt: {
    kind: 'custom' as const,
    label: 'Signed at',
    optional: true,
    input: signed.nullable().default(null).describe('YYYY-MM-DDTHH:MM in London'),
    form: signed,
    stored: z.string().nullable(),
    blank: '',
    toForm: (value: string | null) => value ?? '',
    show: (value: string | null) => (value ? `${formatDay(value.slice(0, 10))}, ${value.slice(11)}` : ''),
    hint: 'The tenants need a written statement of terms before they sign.',
  },
  serviceMethods: {
    kind: 'custom' as const,
    label: 'Serving papers',
    optional: true,
    input: services.describe('Methods that the agreement names'),
    form: z.array(typedService).pipe(listOfServices),
    stored: z.array(Service),
    blank: [] as { method: string; address: string; rule: string; time: string }[],
    toForm: (value: Service[]) => value.map((one) => ({ ...one, rule: one.rule ?? '', time: one.time ?? '' })),
    show: showServices,
    same: (a: Service[], b: Service[]) => showServices(a) === showServices(b),
  },
};

export const DEPOSIT_PAPERS = {
  depositPayerName: {
    ...maybeText('Paid by somebody else', { max: 200 }),
    hint: 'A parent, for example. They also get the prescribed information.',
  },
  depositPayerEmail: maybeText('Their email', { max: 254 }),
  depositPayerAddress: maybeText('Their address', { max: 500 }),
  depositItems: {
    kind: 'custom' as const,
    label: 'Prescribed information',
    optional: true,
    input: items.describe('Items that are ready, as lettered in SI 2007/797, article 2(1)'),
    form: items,
    stored: z.array(z.enum(DEPOSIT_ITEM_IDS)),
    blank: [] as DepositItem[],
    toForm: (value: DepositItem[]) => value,
    show: showItems,
    same: (one: DepositItem[], other: DepositItem[]) => showItems(one) === showItems(other),
  },
  depositParts: {
    kind: 'custom' as const,
    label: 'Further parts',
    optional: true,
    input: z.array(DepositPart).max(MAX_PARTS).default([]).describe('Received later, each with its own 30 days'),
    form: z.array(z.object({ amount: typedPence(PART_AMOUNT), ...part })).max(MAX_PARTS),
    stored: z.array(DepositPart),
    blank: [] as { amount: string; received: string; protected: string; information: string }[],
    toForm: (value: DepositPart[]) =>
      value.map((one) => ({
        amount: penceAsTyped(one.amount),
        received: one.received,
        protected: one.protected ?? '',
        information: one.information ?? '',
      })),
    show: showParts,
    same: (one: DepositPart[], other: DepositPart[]) => showParts(one) === showParts(other),
  },
};
