import { z } from 'zod';
import { dayField, optionalDay } from '../../shared/schemas.ts';
import { MAX_OWNERS } from './owner.ts';
import { type Fraction, parseShare, sumToOne } from './rules/shares.ts';

/** Path segment of the shares of properties without their own, and of transactions without a property. */
export const ALL_PROPERTIES = 'all';

export const SHARE_WRONG = 'Enter a share such as 60% or 1/3';
const share = z
  .string(SHARE_WRONG)
  .refine((typed) => parseShare(typed) !== null, SHARE_WRONG)
  .describe('Per cent with up to four decimals, such as 60%, or a fraction, such as 1/3');

const FIRST_DAY = 'Enter the first day of these shares';

export const OwnershipPath = z.object({
  property: z.string().describe('UUID of a property, or ‘all’ for those without their own shares'),
  from: dayField(FIRST_DAY),
});

const OwnerShare = z.object({ ownerId: z.uuid('Choose an owner'), share });

/** Returns exact fractions of the valid shares. */
export const fractionsOf = (shares: readonly { share: string }[]): Fraction[] =>
  shares.flatMap((one) => parseShare(one.share) ?? []);

type Form17Days = { spouses: boolean; signedOn: string | null; receivedOn: string | null };

export function validateForm17({ spouses, signedOn, receivedOn }: Form17Days): Record<string, string> {
  if (signedOn && !spouses) return { signedOn: 'Form 17 is for married couples and civil partners' };
  if (receivedOn && !signedOn) return { signedOn: 'Enter the date of the last signature' };
  if (signedOn && receivedOn && receivedOn < signedOn)
    return { receivedOn: 'Enter the date of the last signature or a later one' };
  return {};
}

export const SPOUSES_WRONG = 'Choose this only for a property of two owners who are people';

export const OwnershipInput = z
  .object({
    shares: z.array(OwnerShare).min(1, 'Enter a share').max(MAX_OWNERS),
    spouses: z.boolean().default(false).describe('The two owners are married or civil partners, and live together'),
    signedOn: optionalDay().describe('Form 17: date of the last signature'),
    receivedOn: optionalDay().describe('Form 17: date on which HMRC received it'),
  })
  .superRefine((input, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const fractions = fractionsOf(input.shares);
    const check = sumToOne(fractions);
    // An invalid share has its own message.
    if (fractions.length < input.shares.length) return;
    if (new Set(input.shares.map(({ ownerId }) => ownerId.toLowerCase())).size < input.shares.length)
      issue('shares', 'Enter each owner once');
    else if (!check.ok) issue('shares', check.text);
    if (input.spouses && input.shares.length !== 2) issue('spouses', SPOUSES_WRONG);
    for (const [path, message] of Object.entries(validateForm17(input))) issue(path, message);
  })
  .meta({ id: 'OwnershipInput' });
export type OwnershipInput = z.infer<typeof OwnershipInput>;

export const OwnershipItem = z
  .object({
    propertyId: z.uuid().nullable().describe('Null for all properties without their own shares'),
    address: z.string().nullable().describe('Null for all properties, and for a deleted one'),
    from: z.iso.date(),
    shares: z
      .array(
        z.object({
          ownerId: z.uuid(),
          numerator: z.number().int(),
          denominator: z.number().int(),
        }),
      )
      .describe('In the order in which the owners were added'),
    spouses: z.boolean(),
    signedOn: z.iso.date().nullable(),
    receivedOn: z.iso.date().nullable(),
  })
  .meta({ id: 'Ownership' });
export type OwnershipItem = z.infer<typeof OwnershipItem>;

export const Ownerships = z.object({ items: z.array(OwnershipItem) }).meta({ id: 'Ownerships' });
