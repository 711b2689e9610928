import { z } from 'zod';
import { email as emailField } from '../../shared/fields.ts';
import { ROLES, type Role } from '../../shared/rights.ts';
import { line } from '../../shared/schemas.ts';
import { personalTaxYear } from '../../shared/tax-years.ts';

export const MAX_INVITATIONS = 20;
export const MAX_ACCOUNTS = 20;
export const INVITATION_DAYS = 7;
/** Maximum properties that an invitation names. */
export const MAX_NAMED = 5;

type RoleTexts = { label: string; summary: string; sees: string };

export const ROLE_TEXTS: Record<Role, RoleTexts> = {
  manager: {
    label: 'Manager',
    summary: 'Daily work: properties, tenants, rent and money',
    sees: 'You can see and change properties, tenants, rent, money, bank accounts and suppliers.',
  },
  bookkeeper: {
    label: 'Bookkeeper',
    summary: 'Rent, money, bank accounts and reports',
    sees: 'You can see and change rent, money, bank accounts and suppliers. You can see properties and tenants.',
  },
  maintenance: {
    label: 'Maintenance',
    summary: 'Properties, suppliers, and names and phone numbers of tenants. No money',
    sees: 'You can see properties, suppliers, and the names and phone numbers of current tenants. You cannot see money.',
  },
  guest: {
    label: 'Guest',
    summary: 'Such as an accountant: reads properties, money, tax and reports until a last day',
    sees: 'You can see properties, money, suppliers, tax and reports until your last day. You cannot change anything.',
  },
  owner: {
    label: 'Owner',
    summary: 'Everything, including plan, team and deletion',
    sees: 'You can see and change everything, including the plan, the team and the deletion of the account.',
  },
};

export const LIMITED_ROLES: readonly Role[] = ['manager', 'maintenance', 'guest'];

const STATES = ['invited', 'active', 'paused'] as const;

export const Member = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    name: z.string().describe('Empty in an invitation'),
    email: z.string(),
    role: z.enum(ROLES),
    whole: z.boolean().describe('Whether all properties are in reach, including future ones'),
    properties: z.array(z.object({ id: z.uuid(), address: z.string() })).describe('Those in reach, if not all'),
    endsOn: z.iso.date().nullable().describe('The last day of access, in London'),
    taxYears: z.array(z.string()).nullable().describe('Those that a guest reads; null for all'),
    seesPayers: z.boolean().describe('Whether a guest reads the descriptions of rent and deposits'),
    state: z.enum(STATES),
    noSeat: z.boolean().describe('Whether the person was paused for lack of a seat; a larger plan resumes them'),
    joinedAt: z.iso.datetime().nullable(),
    invitedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().describe('When the link of an invitation expires'),
    you: z.boolean(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

/** An invited person has no name yet. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email;

export const Seats = z.object({
  total: z.number().int(),
  used: z.number().int().describe('Members and invitations, without one guest'),
  freeGuest: z.boolean().describe('Whether a guest uses the free seat'),
  plan: z.string().describe('Name of the plan, or of the trial'),
  next: z.object({ plan: z.string(), total: z.number().int() }).nullable().describe('The next plan with more seats'),
});
export type Seats = z.infer<typeof Seats>;

/** For members who are not owners, `people` have only names and roles; other fields are empty. */
export const Team = z
  .object({
    account: z.object({ id: z.uuid(), name: z.string(), named: z.boolean().describe('Whether it has its own name') }),
    people: z.array(Member),
    seats: Seats.nullable().describe('Null for members who are not owners'),
    pausing: z
      .object({ day: z.iso.date(), ids: z.array(z.uuid()) })
      .nullable()
      .describe('People without a seat on the plan, and the day on which they are paused'),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

const ROLE_MISSING = 'Choose a role';
export const LAST_DAY_PAST = 'Enter today or a later date';
const LAST_DAY_MISSING = 'Enter the last day. A guest always needs one';
export const NO_PROPERTIES = 'Choose at least one property, or all properties';
const NOT_LIMITED = 'This role always has all properties';
const YEAR_WRONG = 'Enter a tax year, such as 2026-27';
const NO_YEARS = 'Choose at least one tax year, or all of them';
const ALL_YEARS = 'Only a guest can be limited to tax years';
const OWNER_FOREVER = 'An owner has no last day';

const access = {
  role: z.enum(ROLES, { error: ROLE_MISSING }),
  whole: z.boolean().default(true),
  propertyIds: z.array(z.uuid()).max(5_000).default([]).describe('Those in reach, if not all'),
  endsOn: z.iso.date({ error: LAST_DAY_PAST }).nullable().default(null),
  taxYears: z
    .array(z.string().refine((year) => personalTaxYear(year) !== null, YEAR_WRONG))
    .min(1, NO_YEARS)
    .max(20, 'Choose 20 tax years or fewer')
    .nullable()
    .default(null)
    .describe('Those that a guest reads; null for all'),
  seesPayers: z.boolean().default(false).describe('Whether a guest reads the descriptions of rent and deposits'),
};

type Access = {
  role: Role;
  whole: boolean;
  propertyIds: string[];
  endsOn: string | null;
  taxYears: string[] | null;
};

/** Checks role, reach, last day and tax years. The server checks that the last day has not passed. */
function checkAccess({ role, whole, propertyIds, endsOn, taxYears }: Access, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (!whole && !LIMITED_ROLES.includes(role)) refuse('propertyIds', NOT_LIMITED);
  else if (!whole && propertyIds.length === 0) refuse('propertyIds', NO_PROPERTIES);
  if (role === 'guest' && !endsOn) refuse('endsOn', LAST_DAY_MISSING);
  if (role === 'owner' && endsOn) refuse('endsOn', OWNER_FOREVER);
  if (role !== 'guest' && taxYears) refuse('taxYears', ALL_YEARS);
}

export const AccessInput = z.object(access).superRefine(checkAccess).meta({ id: 'AccessInput' });
export type AccessInput = z.infer<typeof AccessInput>;

const { input: address } = emailField('Email', 'Enter a valid email address');

export const InvitationInput = z
  .object({
    emails: z
      .array(address)
      .min(1, 'Enter at least one email address')
      .max(MAX_INVITATIONS, `Enter ${MAX_INVITATIONS} email addresses or fewer`),
    ...access,
  })
  .superRefine(checkAccess)
  .meta({ id: 'InvitationInput' });
export type InvitationInput = z.infer<typeof InvitationInput>;

/** The outcome for each address. `message` is why an address was not invited. */
export const Invited = z.object({
  results: z.array(z.object({ email: z.string(), invited: z.boolean(), message: z.string().nullable() })),
});
export type Invited = z.infer<typeof Invited>;

export const AccountNameInput = z.object({
  name: line({ min: 2, max: 100, message: 'Enter a name of at least 2 characters' }).nullable(),
});

export const Invitation = z
  .object({
    state: z.enum(['open', 'expired', 'used', 'revoked', 'gone']),
    account: z.string(),
    inviter: z.string(),
    email: z.string().describe('The invited address'),
    role: z.enum(ROLES),
    whole: z.boolean(),
    properties: z.array(z.string()).describe('Up to five of those in reach'),
    moreProperties: z.boolean().describe('Whether more than five are in reach'),
    endsOn: z.iso.date().nullable(),
    taxYears: z.array(z.string()).nullable().describe('Those that a guest reads; null for all'),
    seesPayers: z.boolean().describe('Whether a guest reads the descriptions of rent and deposits'),
    known: z.boolean().describe('Whether the address has a sign-in'),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const OwnAccounts = z
  .object({
    accounts: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(ROLES), current: z.boolean() })),
    person: z
      .object({ name: z.string(), email: z.string(), secondFactor: z.boolean(), passkeys: z.int() })
      .describe('The signed-in person'),
    closed: z
      .object({ account: z.string(), paused: z.boolean() })
      .nullable()
      .describe('The account in which the person worked last, if it is no longer open to them'),
    invitations: z.array(z.object({ id: z.uuid(), account: z.string(), inviter: z.string(), role: z.enum(ROLES) })),
    canStart: z.boolean().describe('Whether the person may start an account'),
  })
  .meta({ id: 'OwnAccounts' });
export type OwnAccounts = z.infer<typeof OwnAccounts>;
