/** A tenant: its fields and records. What lists show of it: listed.ts. */
import { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { day, email, fields, maybeDay, pence, phone, picture, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/list-schema.ts';
import { type Merge, mergeFields, type Versions } from '../../shared/merge.ts';
import { formatPence, parsePounds } from '../../shared/money.ts';
import { dayField, optionalDay, penceField } from '../../shared/schemas.ts';
import { counted } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { GUARANTOR } from '../guarantor/guarantor.ts';
import { LedgerStart } from '../tenancy/ledger-start.ts';
import { confirmedStart } from '../tenancy/rules/start.ts';
import { NEW_TENANT_FIELDS, NOT_NEW, newTenantInput, newTenantProblems } from './form/new-tenant.ts';
import { depositCap, leaseEndText, leaseWarning } from './lease.ts';
import { TENANT_LIST, TEXTS } from './listed.ts';

const REQUIRED = {
  property: 'Property selection is required',
  leaseEnd: 'Lease end date is required',
  rent: 'Rent amount is required',
  deposit: 'Deposit amount is required',
} as const;

const propertyId = {
  kind: 'custom' as const,
  label: 'Property',
  wide: true,
  optional: false,
  input: z.uuid(REQUIRED.property),
  form: z.string().pipe(z.uuid(REQUIRED.property)),
  stored: z.string(),
  blank: '',
  toForm: (id: string) => id,
  show: (id: string) => id,
};

const flag = z.boolean().default(false).describe('No fixed end: the lease end is then left out');
const periodic = {
  kind: 'custom' as const,
  label: 'Periodic tenancy (no fixed end)',
  optional: true,
  input: flag,
  form: flag,
  stored: z.boolean(),
  blank: false,
  toForm: (value: boolean) => value,
  show: String as (value: boolean) => string,
};

export const TENANT = fields({
  avatar: picture('Photo', fileUrl('tenant_images'), 'A photo of their own'),
  name: { ...text('Name', { min: 2, max: 200, message: 'Name is required' }), wide: true },
  email: email('Email', 'Valid email is required'),
  phone: phone('Phone', { min: 6, max: 50, message: 'Phone number is required' }),
  propertyId,
  leaseStart: day('Lease Start', 'Lease start date is required'),
  leaseEnd: { ...maybeDay('Lease End'), show: (leaseEnd: string | null) => leaseEndText({ leaseEnd }) },
  periodic,
  rentAmount: {
    ...pence('Rent Amount per month', REQUIRED.rent),
    input: penceField(REQUIRED.rent).describe('Rent per month, in pence'),
  },
  depositAmount: pence('Security Deposit', REQUIRED.deposit),
  movedOut: {
    ...maybeDay('Moved Out'),
    hint: 'From this day they no longer live there.',
    input: optionalDay().describe('From this day on the tenant lives there no more; YYYY-MM-DD'),
  },
  ...GUARANTOR,
});

export const GUARANTOR_TITLE = 'Guarantor Details';

export const FORM_TABS = {
  label: 'Parts of the tenant',
  tabs: [
    { value: 'tenant-details', label: TEXTS.detailTitle },
    { value: 'guarantor-details', label: GUARANTOR_TITLE },
  ],
  tabOf: (field: string) => (field in GUARANTOR ? 'guarantor-details' : 'tenant-details'),
} as const;

type Ends = { periodic: boolean; leaseEnd: string | null };

/** A fixed term has an end; a periodic tenancy has none, whatever stands in the field that the form hides. */
const hasEnd = (tenant: Ends) => tenant.periodic || tenant.leaseEnd !== null;
const ends = TENANT.input.pick({ periodic: true, leaseEnd: true });
const endRule = {
  path: ['leaseEnd'],
  message: REQUIRED.leaseEnd,
  // Checked also while other fields are wrong, as long as these two can be read.
  when: ({ value }: { value: unknown }) => ends.safeParse(value).success && !lacksTerm(value),
};
const TERM_REQUIRED = 'Please choose a fixed term or periodic';
const term = z.object({ askedOn: z.string().min(1), term: z.literal('') });
const lacksTerm = (value: unknown) => term.safeParse(value).success;
const dropEnd = <T extends Ends>(tenant: T): T => (tenant.periodic ? { ...tenant, leaseEnd: null } : tenant);

/** Beside the fields, how their tenancy follows. */
const tenancyWish = {
  tenancyId: z
    .uuid()
    .nullish()
    .describe(
      'The tenancy that the tenant joins, whose lease end they get; null for one of their own, left out for one that may be joined later',
    ),
  rentFrom: dayField('Please enter the day from which it is owed')
    .nullable()
    .optional()
    .describe('From which day on a changed rent is owed; null corrects the one of today; left out, it begins today'),
  changesTenancy: z
    .boolean()
    .optional()
    .describe(
      'That rent and deposit of a tenant who joins replace those of the whole tenancy; refused where they differ',
    ),
  confirmedStart: confirmedStart(),
  ledger: LedgerStart.optional().describe(
    'How far back the ledger of a tenancy of their own goes; left out, from this month on with nothing owed',
  ),
};

export const TenantInput = TENANT.input
  .extend(tenancyWish)
  .refine(hasEnd, endRule)
  .transform(dropEnd)
  .meta({ id: 'TenantInput' });
export type TenantInput = z.infer<typeof TenantInput>;

/** The address of a property as far as a form needs it. */
const Home = z.object({ id: z.uuid(), address: z.string(), city: z.string() });

/**
 * In the form the property has its address, which the API does not take; a tenant of a let property is asked about the tenancy that they
 * join, and a changed rent about its day.
 */
export const TenantForm = TENANT.form
  .extend({
    home: Home.nullable().default(null),
    ...NEW_TENANT_FIELDS,
    rentChange: z.enum(['from', 'correct']).default('from'),
    rentFrom: optionalDay().default(null),
  })
  .refine((tenant) => !lacksTerm(tenant), { path: ['term'], error: TERM_REQUIRED, when: () => true })
  .refine(hasEnd, endRule)
  .superRefine((tenant, context) => {
    for (const { path, message } of newTenantProblems(tenant))
      context.addIssue({ code: 'custom', path: [path], message });
  })
  .transform(dropEnd);
export type TenantFormValues = z.input<typeof TenantForm>;
export type TenantFormOutput = z.output<typeof TenantForm>;

/** What can be changed without the form: moving out (null takes it back), and the answer to whether a passed fixed term goes on. */
export const TenantChange = z
  .union([
    z.strictObject({ movedOut: dayField('Please enter a date').nullable() }),
    z.strictObject({ periodic: z.boolean().describe('False: the question is not asked again for this lease end') }),
  ])
  .meta({ id: 'TenantChange' });
export type TenantChange = z.infer<typeof TenantChange>;

export const Tenant = TENANT.record
  .extend({
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable().describe('Address and city; kept when the property has been deleted'),
    tenancyId: z.uuid(),
    periodicDeclined: z.boolean().describe('Whether a passed fixed term was declined to become periodic'),
  })
  .meta({ id: 'Tenant' });
export type Tenant = z.infer<typeof Tenant>;

/** As the search over everything answers it. */
export const FoundTenant = Tenant.pick({ id: true, name: true, phone: true, propertyName: true, movedOut: true });
export type FoundTenant = z.infer<typeof FoundTenant>;

/** A tenant with the property they are assigned to, as it is now. */
export const TenantRecord = Tenant.extend({ property: Home.extend({ state: z.string() }).nullable() }).meta({
  id: 'TenantRecord',
});
export type TenantRecord = z.infer<typeof TenantRecord>;

export const TenantQuery = listSchema(TENANT_LIST, {
  search: 'name, email, phone or property name',
  more: { propertyId: z.uuid() },
});
export type TenantQuery = z.output<typeof TenantQuery>;

/** Of what is asked only where it matters. */
const NOT_ASKED = { ...NOT_NEW, rentChange: 'from', rentFrom: '' } as const;

const NO_AMOUNTS = { rentAmount: '0', depositAmount: '0' };

/** An empty form on the landlord's day; `id` is of the property that it is opened for. */
export function blankTenant(today: string, id = ''): TenantFormValues {
  return {
    ...TENANT.blank,
    ...NOT_ASKED,
    ...NO_AMOUNTS,
    askedOn: today,
    leaseStart: today,
    leaseEnd: '',
    propertyId: id,
    home: null,
  };
}

export function toFormValues(tenant: TenantRecord): TenantFormValues {
  return {
    ...TENANT.toForm({ ...tenant, propertyId: tenant.propertyId ?? '' }),
    ...NOT_ASKED,
    savedStart: tenant.leaseStart,
    home: tenant.property,
  };
}

/** The lease end tells also whether it is periodic. */
export function toInput({ home: _, rentChange, rentFrom, ...typed }: TenantFormOutput): TenantInput {
  return {
    ...TENANT.input.parse({ ...typed, periodic: typed.leaseEnd === null }),
    ...newTenantInput(typed),
    ...(rentChange === 'correct' && { rentFrom: null }),
    ...(rentChange === 'from' && rentFrom !== null && { rentFrom }),
  };
}

/** Of lease end and periodic only the first is asked about, and of a property that was deleted nothing: the form names one that is there. */
export function mergeTenants({
  base,
  mine,
  theirs,
}: Versions<TenantFormOutput, TenantRecord>): Merge<TenantFormOutput> {
  const { periodic, propertyId } = TENANT.shape;
  const homes: Record<string, string> = {
    [theirs.propertyId ?? '']: theirs.property ? homeLine(theirs.property) : '',
    ...(mine.home && { [mine.home.id]: `${mine.home.address}, ${mine.home.city}` }),
  };
  const show = (id: string) => homes[id] ?? 'Another property';
  const their = { ...theirs, propertyId: theirs.propertyId ?? base.propertyId };
  return mergeFields(
    { base, mine, theirs: their },
    { ...TENANT.shape, periodic: { ...periodic, same: () => true }, propertyId: { ...propertyId, show } },
  );
}

/** '14 Chandos Terrace, Leeds'; the county, which only older records have, follows where it is not the city again. */
export function homeLine({ address, city, state }: NonNullable<TenantRecord['property']>): string {
  return [address, city, state === city ? '' : state].filter(Boolean).join(', ');
}

/** A remark on odd days of a lease as they are typed; undefined while one of them is not there yet. */
export function leaseRemark({ leaseStart, leaseEnd }: { leaseStart: string; leaseEnd: string }): string | undefined {
  return isDay(leaseStart) && isDay(leaseEnd) ? (leaseWarning({ leaseStart, leaseEnd }) ?? undefined) : undefined;
}

/** What the rent starts from in a property that is let for so much, as typed. */
export const startingRent = (rent: number): string => TENANT.shape.rentAmount.toForm(rent);

/** A remark on a deposit as it is typed, in pounds, for a rent per month as typed. */
export function depositHint(deposit: string, rent: string): string | undefined {
  const [asked, paid] = [parsePounds(deposit), parsePounds(rent)];
  // Without a rent there is no cap yet.
  if (!asked.ok || !paid.ok || paid.pence <= 0) return undefined;
  const cap = depositCap(paid.pence);
  if (asked.pence < cap) return undefined;
  if (asked.pence === cap) return 'The most that may be asked in England for this rent.';
  return `Above the cap on deposits in England, which is ${formatPence(cap)} for this rent.`;
}

/** When a property is deleted: '2 tenants are kept, with no property.'; '' where there are none. */
export function stayingSummary(count: number): string {
  return count === 0 ? '' : `${counted(count, 'tenant')} ${count === 1 ? 'is' : 'are'} kept, with no property.`;
}
