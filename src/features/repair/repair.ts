import { z } from 'zod';
import { fields, maybeLongText, maybePence, maybeText, option, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { dayField, paragraph } from '../../shared/schemas.ts';
import { fileUrl, StoredFile } from '../file/file.ts';
import {
  CATEGORIES,
  type Category,
  categoryLabel,
  REPAIR_LIST,
  SIDES,
  STATES,
  URGENCIES,
  URGENCY_LABELS,
  type Urgency,
} from './listed.ts';

export const MAX_TEXT = 5_000;
export const MAX_TIMES = 6;
export const MAX_PHOTOS = 10;

export const REPAIR = fields({
  title: { ...text('What is the problem?', { min: 1, max: 200, message: 'Describe the problem' }), wide: true },
  category: option('Category', CATEGORIES, {
    message: 'Choose a category',
    placeholder: 'Choose a category',
    show: (category) => categoryLabel(category as Category),
  }),
  urgency: option('Urgency', URGENCIES, {
    message: 'Choose how urgent it is',
    placeholder: 'Choose how urgent it is',
    show: (urgency) => URGENCY_LABELS[urgency as Urgency],
  }),
  room: maybeText('Room', { max: 100 }),
  description: { ...maybeLongText('Details', { max: MAX_TEXT }), hint: 'The tenant and suppliers see this.' },
  accessNote: {
    ...maybeLongText('How to get in', { max: 1000 }),
    rows: 2,
    hint: 'The supplier who has the job sees this.',
  },
  costLimit: { ...maybePence('Ask me above (£)'), hint: 'You do not need to decide on quotes up to this amount.' },
});

const instant = z.iso.datetime({ error: 'Enter a date and time' });

const TimeSlot = z.object({
  day: dayField('Choose a day'),
  from: z.string().regex(/^\d\d:\d\d$/, 'Enter a time'),
  until: z.string().regex(/^\d\d:\d\d$/, 'Enter a time'),
});
export type TimeSlot = z.infer<typeof TimeSlot>;

const shared = {
  times: z.array(TimeSlot).max(MAX_TIMES, 'Enter up to 6 times').default([]).describe('Times that suit the tenant'),
  pets: z.boolean().default(false),
  vulnerable: z.boolean().default(false).describe('Somebody there is young, old, ill or expecting'),
};

/** The reporter, property and previous repair cannot be changed later. */
export const RepairInput = REPAIR.input
  .extend({
    ...shared,
    propertyId: z.uuid('Choose a property'),
    tenantId: z.uuid().nullable().default(null).describe('The tenant who reported it, who sees it by their link'),
    previousId: z.uuid().nullable().default(null).describe('An earlier repair of the same problem'),
  })
  .meta({ id: 'RepairInput' });
export type RepairInput = z.infer<typeof RepairInput>;

export const RepairChange = REPAIR.input.extend(shared).meta({ id: 'RepairChange' });
export type RepairChange = z.infer<typeof RepairChange>;

const REPORTERS = ['landlord', 'tenant', 'poster', 'inspection', 'plan'] as const;

const named = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const Repair = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    dateAdded: z.string(),
    number: z.number().int(),
    title: z.string(),
    category: z.enum(CATEGORIES),
    urgency: z.enum(URGENCIES),
    room: z.string(),
    state: z.enum(STATES),
    propertyId: z.uuid().nullable(),
    address: z.string().describe('Kept after the property is deleted'),
    tenant: named.describe('The reporter; the name is empty for roles that do not see people'),
    supplier: named.describe('The supplier with the job'),
    reportedBy: z.enum(REPORTERS),
    unconfirmed: z.boolean().describe('Reported on a poster’s page, not matched with a tenant yet'),
    waitsFor: z.enum(SIDES).nullable(),
    reportedAt: z.string(),
    due: z.string().nullable().describe('By the landlord’s targets'),
    late: z.boolean(),
    bookedFrom: z.string().nullable(),
    bookedUntil: z.string().nullable(),
    heldUntil: z.string().nullable().describe('YYYY-MM-DD'),
    doneAt: z.string().nullable(),
    closedAt: z.string().nullable(),
    quotes: z.object({ asked: z.number().int(), given: z.number().int() }),
    photos: z.number().int(),
  })
  .meta({ id: 'Repair' });
export type Repair = z.infer<typeof Repair>;

export const EVENT_KINDS = [
  'reported',
  'moved',
  'message',
  'file',
  'changed',
  'asked',
  'quoted',
  'refused',
  'given',
  'lost',
  'proposed',
  'matched',
  'billed',
  'recharged',
] as const;

const RepairFile = StoredFile.extend({ documentId: z.uuid(), takenAt: z.string().nullable() });

export const RepairEvent = z
  .object({
    id: z.uuid(),
    at: z.string(),
    side: z.enum([...SIDES, 'system']),
    name: z.string(),
    kind: z.enum(EVENT_KINDS),
    text: z.string(),
    was: z.string().nullable(),
    isNow: z.string().nullable(),
    tenantSees: z.boolean(),
    suppliersSee: z.boolean(),
    supplierSees: named.describe('The one supplier who sees it'),
    file: RepairFile.nullable(),
  })
  .meta({ id: 'RepairEvent' });
export type RepairEvent = z.infer<typeof RepairEvent>;

export const QUOTE_STATES = ['asked', 'given', 'refused', 'chosen', 'lost'] as const;

export const RepairQuote = z
  .object({
    id: z.uuid(),
    supplierId: z.uuid().nullable(),
    supplierName: z.string(),
    state: z.enum(QUOTE_STATES),
    answerBy: z.string().nullable().describe('YYYY-MM-DD'),
    net: z.number().int().nullable().describe('Pence'),
    vat: z.number().int().nullable().describe('Pence'),
    note: z.string(),
    validUntil: z.string().nullable().describe('YYYY-MM-DD'),
    from: z.string().nullable(),
    until: z.string().nullable(),
    askedAt: z.string(),
    answeredAt: z.string().nullable(),
    jobs: z.number().int().describe('Jobs that this supplier has done'),
    days: z.number().nullable().describe('Days from booking to done, on average'),
  })
  .meta({ id: 'RepairQuote' });
export type RepairQuote = z.infer<typeof RepairQuote>;

export const BILL_STATES = ['received', 'accepted', 'refused'] as const;

export const RepairBill = z
  .object({
    id: z.uuid(),
    supplierId: z.uuid().nullable(),
    supplierName: z.string(),
    number: z.string(),
    net: z.number().int().describe('Pence; negative for a credit note'),
    vat: z.number().int().describe('Pence'),
    due: z.string().nullable().describe('YYYY-MM-DD'),
    state: z.enum(BILL_STATES),
    file: RepairFile.nullable(),
    transactionId: z.uuid().nullable(),
    paid: z.boolean(),
    overQuote: z.number().int().nullable().describe('Pence above the chosen quote; null if it is not above'),
    receivedAt: z.string(),
  })
  .meta({ id: 'RepairBill' });
export type RepairBill = z.infer<typeof RepairBill>;

export const RepairRecord = Repair.extend({
  description: z.string(),
  accessNote: z.string(),
  costLimit: z.number().int().nullable().describe('Pence'),
  firstGetsIt: z.boolean(),
  usualSupplierId: z.uuid().nullable().describe('The usual supplier of its plan'),
  times: z.array(TimeSlot),
  pets: z.boolean(),
  vulnerable: z.boolean(),
  stateReason: z.string(),
  tenancyId: z.uuid().nullable(),
  reporter: z
    .object({ name: z.string(), email: z.string(), phone: z.string() })
    .nullable()
    .describe('As typed on a poster’s page'),
  proposed: z.object({ by: z.enum(SIDES), from: z.string(), until: z.string() }).nullable(),
  acceptedAt: z.string().nullable(),
  previous: z.object({ id: z.uuid(), number: z.number().int(), title: z.string() }).nullable(),
  events: z.array(RepairEvent).describe('Oldest first'),
  offers: z.array(RepairQuote),
  bills: z.array(RepairBill),
  cost: z.object({
    repair: z.number().int().describe('Pence: the accepted invoices of this repair'),
    home: z.number().int().describe('Pence: those of the property’s repairs in this tax year'),
    repairs: z.number().int().describe('Number at the property in this tax year'),
  }),
}).meta({ id: 'RepairRecord' });
export type RepairRecord = z.infer<typeof RepairRecord>;

const id = z.uuid();
export const RepairQuery = listSchema(REPAIR_LIST, {
  search: 'number, title, details or former address',
  more: {
    propertyId: id.describe('Only those of this property'),
    tenantId: id.describe('Only those that this tenant reported'),
    tenancyId: id.describe('Only those of this tenancy'),
    supplierId: id.describe('Only those of this supplier, with requests for a quote'),
  },
});
export type RepairQuery = z.output<typeof RepairQuery>;

const when = { from: instant, until: instant };

/** `was` is the state that the caller saw. */
export const MoveInput = z
  .object({
    to: z.enum(STATES),
    was: z.enum(STATES),
    reason: paragraph({ max: 1000 }).optional().describe('Needed to hold or decline'),
    heldUntil: dayField('Enter a day').nullable().optional(),
    supplierId: z.uuid().optional().describe('Gives the job to this supplier first'),
    from: instant.optional(),
    until: instant.optional(),
  })
  .meta({ id: 'RepairMoveInput' });
export type MoveInput = z.infer<typeof MoveInput>;

/** Returns error messages by field. `from` must be after `now`, and before `until`. */
export function validateTimes(
  times: { from?: string | undefined; until?: string | undefined },
  now: Date,
): Record<string, string> {
  const { from, until } = times;
  const problems: Record<string, string> = {};
  if (from && new Date(from) < now) problems.from = 'Enter a time in the future';
  if (from && until && new Date(until) <= new Date(from)) problems.until = 'Enter an end after the beginning';
  return problems;
}

/** Returns error messages by field. `today` is YYYY-MM-DD. */
export function validateMove(move: MoveInput, now: Date, today: string): Record<string, string> {
  const problems = move.to === 'booked' ? validateTimes(move, now) : {};
  if (move.to === 'booked' && !move.from) problems.from = 'Enter a date and time';
  if ((move.to === 'on-hold' || move.to === 'declined') && !move.reason) problems.reason = 'Enter a reason';
  if (move.to === 'on-hold' && move.heldUntil && move.heldUntil <= today)
    problems.heldUntil = 'Enter a date after today';
  return problems;
}

export const MessageInput = z
  .object({
    to: z.enum(['tenant', 'supplier', 'nobody']).describe('Without a receiver: a note for the landlord’s side'),
    supplierId: z.uuid().optional(),
    text: paragraph({ max: MAX_TEXT }).min(1, 'Enter a message'),
  })
  .meta({ id: 'RepairMessageInput' });
export type MessageInput = z.infer<typeof MessageInput>;

export const ProposalInput = z.object(when).meta({ id: 'RepairProposalInput' });
export type ProposalInput = z.infer<typeof ProposalInput>;

export const AskInput = z
  .object({
    suppliers: z.array(z.uuid()).min(1, 'Choose who you want to ask').max(20, 'Choose up to 20 suppliers'),
    answerBy: dayField('Enter a day').nullable().default(null),
    text: paragraph({ max: 2000 }).default(''),
    costLimit: z.number().int().positive('Enter an amount above £0').max(99_999_999).nullable().default(null),
    firstGetsIt: z.boolean().default(false).describe('The first who offers at most `costLimit` gets the job'),
  })
  .meta({ id: 'RepairAskInput' });
export type AskInput = z.infer<typeof AskInput>;

export const FileInput = z
  .object({
    url: fileUrl('documents'),
    tenantSees: z.boolean().default(false),
    suppliersSee: z.boolean().default(false).describe('All invited suppliers'),
    supplierId: z.uuid().optional().describe('Only this supplier'),
  })
  .meta({ id: 'RepairFileInput' });
export type FileInput = z.infer<typeof FileInput>;

export const BillInput = z
  .object({
    supplierId: z.uuid('Choose a supplier'),
    number: z.string().trim().min(1, 'Enter the invoice number').max(100, 'Use 100 characters or fewer'),
    net: z
      .number()
      .int()
      .refine((net) => net !== 0, 'Enter an amount'),
    vat: z.number().int().default(0),
    due: dayField('Enter a day').nullable().default(null),
    file: z
      .object({ url: fileUrl('documents') })
      .nullable()
      .default(null),
  })
  .meta({ id: 'RepairBillInput' });
export type BillInput = z.infer<typeof BillInput>;

export const MatchInput = z
  .object({ tenantId: z.uuid().nullable().describe('Null: none of your tenants') })
  .meta({ id: 'RepairMatchInput' });

export const RechargeInput = z
  .object({
    kind: z.enum(['charge', 'reduction']),
    tenancyId: z.uuid(),
    amount: z.number().int().positive('Enter an amount above £0').max(99_999_999),
    reason: paragraph({ max: 500 }).min(1, 'Enter a reason'),
    day: dayField('Enter a day'),
  })
  .meta({ id: 'RepairRechargeInput' });
export type RechargeInput = z.infer<typeof RechargeInput>;

/** Open repairs by state. A column has at most 50 repairs; `total` counts all repairs of the state. */
export const Board = z
  .object({
    columns: z.array(z.object({ state: z.enum(STATES), total: z.number().int(), items: z.array(Repair) })),
    counts: z.object({
      open: z.number().int(),
      held: z.number().int(),
      waiting: z.number().int().describe('Open ones that wait for the landlord'),
      late: z.number().int(),
    }),
  })
  .meta({ id: 'RepairBoard' });
export type Board = z.infer<typeof Board>;

const SummaryOf = z.object({ propertyId: id, tenantId: id, supplierId: id }).partial();
export const RepairSummaryQuery = SummaryOf.refine(
  (of) => Object.values(of).filter(Boolean).length === 1,
  'Choose one record',
).describe('Exactly one of them');
export type RepairSummaryQuery = z.infer<typeof SummaryOf>;

export const RepairSummary = z
  .object({
    open: z.number().int(),
    cost: z.object({
      year: z.number().int().describe('Pence: accepted invoices of this tax year'),
      all: z.number().int().describe('Pence: all accepted invoices'),
    }),
    jobs: z.number().int().describe('Repairs that are done'),
    days: z.number().nullable().describe('Days from accepting to done, on average'),
    quotes: z.object({ given: z.number().int(), chosen: z.number().int() }),
  })
  .meta({ id: 'RepairSummary' });
export type RepairSummary = z.infer<typeof RepairSummary>;

export const BoardQuery = RepairQuery.omit({ sort: true, group: true, state: true });
export type BoardQuery = z.output<typeof BoardQuery>;

const hours = z
  .number({ error: 'Enter a number of hours' })
  .int()
  .min(1, 'Enter at least 1 hour')
  .max(8760, 'Enter up to 8,760 hours');
export const RepairTargets = z
  .object({ emergency: hours, urgent: hours, normal: hours })
  .describe('Hours until a repair is late: your targets, not the law')
  .meta({ id: 'RepairTargets' });
export type RepairTargets = z.infer<typeof RepairTargets>;
