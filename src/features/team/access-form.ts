import { z } from 'zod';
import { counted } from '../../shared/text.ts';
import { AccessInput, InvitationInput, LIMITED_ROLES, type Member } from './team.ts';

/** `emails` is only used for invitations. */
const Typed = z.object({
  emails: z.string(),
  role: z.string(),
  reach: z.enum(['all', 'chosen']),
  propertyIds: z.array(z.object({ id: z.uuid(), address: z.string() })),
  endsOn: z.string(),
  years: z.enum(['all', 'chosen']),
  taxYears: z.array(z.string()),
  seesPayers: z.boolean(),
});
export type Typed = z.infer<typeof Typed>;

export const NO_ACCESS: Typed = {
  emails: '',
  role: '',
  reach: 'all',
  propertyIds: [],
  endsOn: '',
  years: 'all',
  taxYears: [],
  seesPayers: false,
};

export function typedAccess({ role, whole, properties, endsOn, taxYears, seesPayers }: Member): Typed {
  const reach = whole ? 'all' : 'chosen';
  const years = taxYears ? { years: 'chosen' as const, taxYears } : {};
  return { ...NO_ACCESS, role, reach, propertyIds: properties, endsOn: endsOn ?? '', ...years, seesPayers };
}

export const canBeLimited = (role: string): boolean => LIMITED_ROLES.some((limited) => limited === role);
export const canEnd = (role: string): boolean => role !== 'owner';

/** Ignores hidden fields. */
function inputOf({
  role,
  reach,
  propertyIds,
  endsOn,
  years,
  taxYears,
  seesPayers,
}: Typed): z.input<typeof AccessInput> {
  const whole = reach === 'all' || !canBeLimited(role);
  return {
    role: role as AccessInput['role'], // The schema rejects ''.
    whole,
    propertyIds: whole ? [] : propertyIds.map(({ id }) => id),
    endsOn: canEnd(role) && endsOn !== '' ? endsOn : null,
    taxYears: role === 'guest' && years === 'chosen' ? taxYears : null,
    seesPayers: role === 'guest' && seesPayers,
  };
}

/** Returns addresses separated by lines, commas, semicolons or spaces, without duplicates. */
export function addressesIn(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter(Boolean);
  return addresses.filter((address, index) => {
    const first = addresses.findIndex((other) => other.toLowerCase() === address.toLowerCase());
    return first === index;
  });
}

export const AccessForm: z.ZodType<AccessInput, Typed> = Typed.transform(inputOf).pipe(AccessInput);

export const InvitationForm: z.ZodType<InvitationInput, Typed> = Typed.transform((typed, context) => {
  const addresses = addressesIn(typed.emails);
  const parsed = InvitationInput.safeParse({ emails: addresses, ...inputOf(typed) });
  if (parsed.success) return parsed.data;
  // All addresses are in one field, so the message names the wrong one.
  for (const { path, message } of parsed.error.issues) {
    const wrong = path[0] === 'emails' && typeof path[1] === 'number' ? addresses[path[1]] : undefined;
    context.addIssue({ code: 'custom', path: path.slice(0, 1), message: wrong ? `${message}: ${wrong}` : message });
  }
  return z.NEVER;
});

type Result = { email: string; message: string | null };

export function refusedLine(results: readonly Result[]): string {
  return results
    .map(({ email, message }) => (message ? `${email}: ${message}.` : email))
    .join(' ')
    .replaceAll('..', '.');
}

export function sentLine(count: number): string {
  return count === 1 ? 'Invitation sent' : `${counted(count, 'invitation')} sent`;
}
