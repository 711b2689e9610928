/** A tenant: what a landlord may enter, what they see, and what the list may be asked. */
import { z } from 'zod';
import { dayField, optionalDay } from '../../shared/dates.ts';
import { penceField, typedPence } from '../../shared/money.ts';
import { isPlainText, line, paragraph } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { LEASE_STATES } from './lease.ts';

const REQUIRED = {
  email: 'Valid email is required',
  property: 'Property selection is required',
  leaseEnd: 'Lease end date is required',
  rent: 'Rent amount is required',
  deposit: 'Deposit amount is required',
} as const;

const fields = z.object({
  name: line({ min: 2, max: 200, message: 'Name is required' }),
  email: z.string({ error: REQUIRED.email }).trim().max(254, REQUIRED.email).pipe(z.email(REQUIRED.email)),
  phone: line({ min: 6, max: 50, message: 'Phone number is required' }),
  propertyId: z.uuid(REQUIRED.property),
  leaseStart: dayField('Lease start date is required'),
  periodic: z.boolean().default(false).describe('No fixed end: the lease end is then left out'),
  leaseEnd: optionalDay(),
  movedOut: optionalDay().describe('From this day on the tenant lives there no more; YYYY-MM-DD'),
  rentAmount: penceField(REQUIRED.rent).describe('Rent per month, in pence'),
  depositAmount: penceField(REQUIRED.deposit).describe('In pence'),
  avatar: fileUrl('tenant_images').nullable().default(null),
  guarantorName: line({ max: 200 }).default(''),
  guarantorAddress: paragraph({ max: 500 }).default(''),
  guarantorPhone: line({ max: 50 }).default(''),
  guarantorAltContact: line({ max: 200 }).default(''),
});

/** A fixed term has an end; a periodic tenancy has none, whatever stands in the field that the form hides. */
const ends = {
  check: ({ periodic, leaseEnd }: { periodic: boolean; leaseEnd: string | null }) => periodic || leaseEnd !== null,
  // Checked also while other fields are wrong, as long as these two can be read.
  rule: {
    path: ['leaseEnd'],
    message: REQUIRED.leaseEnd,
    when: ({ value }: { value: unknown }) => fields.pick({ periodic: true, leaseEnd: true }).safeParse(value).success,
  },
  settle: <T extends { periodic: boolean; leaseEnd: string | null }>(tenant: T): T =>
    tenant.periodic ? { ...tenant, leaseEnd: null } : tenant,
};

/** One schema for form and API. */
export const TenantInput = fields.refine(ends.check, ends.rule).transform(ends.settle).meta({ id: 'TenantInput' });
export type TenantInput = z.infer<typeof TenantInput>;

/** The same in the form, where money is what was typed, and no property is chosen at first. */
export const TenantForm = fields
  .extend({
    propertyId: z.string().pipe(fields.shape.propertyId),
    rentAmount: typedPence(REQUIRED.rent),
    depositAmount: typedPence(REQUIRED.deposit),
  })
  .refine(ends.check, ends.rule)
  .transform(ends.settle);

/** What can be changed without the form: moving out (null takes it back), and the answer to whether a passed fixed term goes on. */
export const TenantChange = z
  .union([
    z.strictObject({ movedOut: dayField('Please enter a date').nullable() }),
    z.strictObject({ periodic: z.boolean().describe('False: the question is not asked again for this lease end') }),
  ])
  .meta({ id: 'TenantChange' });
export type TenantChange = z.infer<typeof TenantChange>;

/** A tenant as lists, page and form show them. */
export const Tenant = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    propertyId: z.uuid().nullable(),
    propertyName: z
      .string()
      .nullable()
      .describe('Address and city; kept when the property has been deleted and propertyId is null'),
    leaseStart: z.string().describe('YYYY-MM-DD'),
    periodic: z.boolean(),
    leaseEnd: z.string().nullable().describe('YYYY-MM-DD; null for a periodic tenancy'),
    periodicDeclined: z
      .boolean()
      .describe('Whether the landlord was asked to make a passed fixed term periodic, and would not'),
    movedOut: z.string().nullable().describe('YYYY-MM-DD'),
    rentAmount: z.number().int().describe('Rent per month, in pence'),
    depositAmount: z.number().int().describe('In pence'),
    avatar: z.string().nullable(),
    guarantorName: z.string(),
    guarantorAddress: z.string(),
    guarantorPhone: z.string(),
    guarantorAltContact: z.string(),
    dateAdded: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Rises by one with each change; the ETag'),
  })
  .meta({ id: 'Tenant' });
export type Tenant = z.infer<typeof Tenant>;

/** A tenant with the property they are assigned to, as it is now. */
export const TenantRecord = Tenant.extend({
  property: z.object({ id: z.uuid(), address: z.string(), city: z.string(), state: z.string() }).nullable(),
}).meta({ id: 'TenantRecord' });
export type TenantRecord = z.infer<typeof TenantRecord>;

/** Ways to sort the list, and how each is called. */
export const TENANT_SORTS = {
  name: 'Name A to Z',
  leaseEnd: 'Lease end, soonest first',
  newest: 'Newest first',
} as const;
export type TenantSort = keyof typeof TENANT_SORTS;
const sorts = Object.keys(TENANT_SORTS) as [TenantSort, ...TenantSort[]];

/** What the list may be asked. */
export const TenantFilter = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .refine(isPlainText)
    .default('')
    .describe('Case-insensitive part of name, email or property name'),
  state: z.enum(LEASE_STATES).optional(),
  propertyId: z.uuid().optional(),
  sort: z.enum(sorts).default('name'),
});
export type TenantFilter = z.infer<typeof TenantFilter>;
