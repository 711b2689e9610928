import { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { day, email, fields, flag, maybeDay, pence, phone, picture, recordId, text } from '../../shared/fields.ts';
import { formatPence, parsePounds } from '../../shared/money.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { type Merge, mergeFields, type Versions } from '../../shared/records/merge.ts';
import { dayField, optionalDay, penceField } from '../../shared/schemas.ts';
import { counted } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { GUARANTOR } from '../guarantor/guarantor.ts';
import { LedgerStart } from '../tenancy/ledger-start.ts';
import { confirmedStart } from '../tenancy/rules/start.ts';
import { NEW_TENANT_FIELDS, NOT_NEW, newTenantInput, newTenantProblems } from './form/new-tenant.ts';
import { depositCap, depositWeeks, leaseEndText, leaseWarning } from './lease.ts';
import { TENANT_LIST, TEXTS } from './listed.ts';

const REQUIRED = {
  property: 'Property selection is required',
  leaseEnd: 'Lease end date is required',
  rent: 'Rent amount is required',
  deposit: 'Deposit amount is required',
} as const;

export const TENANT = fields({
  avatar: picture('Photo', fileUrl('tenant_images'), 'Their own photo'),
  name: { ...text('Name', { min: 2, max: 200, message: 'Name is required' }), wide: true },
  email: email('Email', 'Valid email is required'),
  phone: phone('Phone', { min: 6, max: 50, message: 'Phone number is required' }),
  propertyId: { ...recordId('Property', REQUIRED.property), wide: true },
  leaseStart: day('Lease Start', 'Lease start date is required'),
  leaseEnd: { ...maybeDay('Lease End'), show: (leaseEnd: string | null) => leaseEndText({ leaseEnd }) },
  periodic: flag('Periodic tenancy (no fixed end)', {
    show: String,
    description: 'Whether there is no fixed end; then the lease end is omitted',
  }),
  rentAmount: {
    ...pence('Rent Amount per month', REQUIRED.rent),
    input: penceField(REQUIRED.rent).describe('Rent per month, in pence'),
  },
  depositAmount: pence('Security Deposit', REQUIRED.deposit),
  movedOut: {
    ...maybeDay('Moved out'),
    hint: 'The first day they no longer live there.',
    input: optionalDay().describe('First day the tenant no longer lives there; YYYY-MM-DD'),
  },
  ...GUARANTOR,
});

export const GUARANTOR_TITLE = 'Guarantor Details';

export const FORM_TABS = {
  label: 'Sections of the form',
  tabs: [
    { value: 'tenant-details', label: TEXTS.detailTitle },
    { value: 'guarantor-details', label: GUARANTOR_TITLE },
  ],
  tabOf: (field: string) => (field in GUARANTOR ? 'guarantor-details' : 'tenant-details'),
} as const;

type Ends = { periodic: boolean; leaseEnd: string | null };

/** A fixed term needs an end; for a periodic tenancy the hidden field is ignored. */
const hasEnd = (tenant: Ends) => tenant.periodic || tenant.leaseEnd !== null;
const ends = TENANT.input.pick({ periodic: true, leaseEnd: true });
const endRule = {
  path: ['leaseEnd'],
  message: REQUIRED.leaseEnd,
  // Checked even if other fields are invalid, as long as these two are valid.
  when: ({ value }: { value: unknown }) => ends.safeParse(value).success && !lacksTerm(value),
};
const TERM_REQUIRED = 'Choose a fixed term or periodic';
const term = z.object({ askedOn: z.string().min(1), term: z.literal('') });
const lacksTerm = (value: unknown) => term.safeParse(value).success;
const dropEnd = <T extends Ends>(tenant: T): T => (tenant.periodic ? { ...tenant, leaseEnd: null } : tenant);

const tenancyOptions = {
  tenancyId: z
    .uuid()
    .nullish()
    .describe(
      'The tenancy to join, whose lease end applies; null for a separate tenancy, omitted if it may be joined later',
    ),
  rentFrom: dayField('Enter the date the new rent starts')
    .nullable()
    .optional()
    .describe('Start date of a changed rent; null corrects the current rent, omitted means today'),
  changesTenancy: z
    .boolean()
    .optional()
    .describe(
      'Whether a joining tenant’s rent and deposit replace those of the tenancy; refused if they differ without it',
    ),
  confirmedStart: confirmedStart(),
  ledger: LedgerStart.optional().describe(
    'Start of the ledger of a new tenancy; defaults to this month without an opening balance',
  ),
};

export const TenantInput = TENANT.input
  .extend(tenancyOptions)
  .refine(hasEnd, endRule)
  .transform(dropEnd)
  .meta({ id: 'TenantInput' });
export type TenantInput = z.infer<typeof TenantInput>;

const Home = z.object({ id: z.uuid(), address: z.string(), city: z.string() });

/** Form schema, with the property's address, the choice of a tenancy to join and the rent change's date. */
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

/** Changes without the form: moving out (null undoes it), and whether a fixed term continues. */
export const TenantChange = z
  .union([
    z.strictObject({ movedOut: dayField('Enter a date').nullable() }),
    z.strictObject({ periodic: z.boolean().describe('False keeps this lease end without further questions') }),
  ])
  .meta({ id: 'TenantChange' });
export type TenantChange = z.infer<typeof TenantChange>;

export const Tenant = TENANT.record
  .extend({
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable().describe('Address and city; kept after the property is deleted'),
    tenancyId: z.uuid(),
    periodicDeclined: z.boolean().describe('Whether the landlord declined to make it periodic after its fixed term'),
  })
  .meta({ id: 'Tenant' });
export type Tenant = z.infer<typeof Tenant>;

export const TenantContact = Tenant.pick({ name: true, phone: true }).meta({ id: 'TenantContact' });
export type TenantContact = z.infer<typeof TenantContact>;

export const FoundTenant = Tenant.pick({ id: true, name: true, phone: true, propertyName: true, movedOut: true });
export type FoundTenant = z.infer<typeof FoundTenant>;

export const TenantRecord = Tenant.extend({ property: Home.extend({ state: z.string() }).nullable() }).meta({
  id: 'TenantRecord',
});
export type TenantRecord = z.infer<typeof TenantRecord>;

export const TenantQuery = listSchema(TENANT_LIST, {
  search: 'name, email, phone or property name',
  more: { propertyId: z.uuid() },
});
export type TenantQuery = z.output<typeof TenantQuery>;

const NOT_ASKED = { ...NOT_NEW, rentChange: 'from', rentFrom: '' } as const;

const NO_AMOUNTS = { rentAmount: '0', depositAmount: '0' };

/** An empty form. `id` is the preselected property. */
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

/** A tenancy without a lease end is periodic. */
export function toInput({ home: _, rentChange, rentFrom, ...typed }: TenantFormOutput): TenantInput {
  return {
    ...TENANT.input.parse({ ...typed, periodic: typed.leaseEnd === null }),
    ...newTenantInput(typed),
    ...(rentChange === 'correct' && { rentFrom: null }),
    ...(rentChange === 'from' && rentFrom !== null && { rentFrom }),
  };
}

/** Asks about the lease end only, not `periodic`, and not about a deleted property. */
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

/** For example, '14 Chandos Terrace, Leeds'. Older records have a county, shown unless it repeats the city. */
export function homeLine({ address, city, state }: NonNullable<TenantRecord['property']>): string {
  return [address, city, state === city ? '' : state].filter(Boolean).join(', ');
}

/** Warning about typed dates; undefined until both are valid. */
export function leaseRemark({ leaseStart, leaseEnd }: { leaseStart: string; leaseEnd: string }): string | undefined {
  return isDay(leaseStart) && isDay(leaseEnd) ? (leaseWarning({ leaseStart, leaseEnd }) ?? undefined) : undefined;
}

export const startingRent = (rent: number): string => TENANT.shape.rentAmount.toForm(rent);

/** Warning about a typed deposit in pounds for a typed monthly rent. */
export function depositHint(deposit: string, rent: string): string | undefined {
  const [typedDeposit, typedRent] = [parsePounds(deposit), parsePounds(rent)];
  // There is no cap without a rent.
  if (!typedDeposit.ok || !typedRent.ok || typedRent.pence <= 0) return undefined;
  const cap = depositCap(typedRent.pence);
  if (typedDeposit.pence < cap) return undefined;
  if (typedDeposit.pence === cap)
    return `The maximum deposit in England for this rent (${depositWeeks(typedRent.pence)} weeks).`;
  return `Above the maximum deposit in England, which is ${formatPence(cap)} for this rent.`;
}

/** For example, 'We keep 2 tenants, without a property.', or '' without tenants. */
export function keptTenantsText(count: number): string {
  return count === 0 ? '' : `We keep ${counted(count, 'tenant')}, without a property.`;
}
