/** Schemas of links for people without an account. Opening a link has no effect; a confirmation needs a name. */
import { z } from 'zod';

/** Days until a new link expires. */
export const LINK_DAYS = 30;
export const LINK_PATH = '/papers';

const EMAIL_STATES = ['none', 'sending', 'handed-over', 'refused'] as const;

export const GuestLink = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    recipient: z.string(),
    email: z.string(),
    papers: z.number().int(),
    confirmed: z.number().int().describe('How many of them were confirmed'),
    expiresAt: z.string(),
    expired: z.boolean(),
    revokedAt: z.string().nullable(),
    timesUsed: z.number().int().describe('Mail servers may open links to check them'),
    lastUsedAt: z.string().nullable(),
    emailState: z.enum(EMAIL_STATES),
    emailNote: z.string(),
    dateAdded: z.string(),
  })
  .meta({ id: 'GuestLink' });
export type GuestLink = z.infer<typeof GuestLink>;

export const GuestLinks = z.object({ items: z.array(GuestLink) });

export const GuestLinkQuery = z.object({ tenancyId: z.uuid().optional(), propertyId: z.uuid().optional() });

export const GuestLinkInput = z
  .object({
    servedIds: z.array(z.uuid()).min(1, 'Choose what it shows').max(100, 'Choose up to 100 papers'),
  })
  .meta({ id: 'GuestLinkInput' });

export const LinkAddress = z.object({ address: z.string().describe('The whole link, a secret') });

export const ConfirmInput = z.object({
  name: z.string().trim().min(2, 'Enter your full name').max(200, 'Use 200 characters or fewer'),
  received: z.string({ error: 'Tick the box to confirm' }),
});

export const TEXTS = {
  notFound: 'We could not find this link.',
  revoked: 'This link was revoked. Give the papers again.',
  noEmail: 'We do not have an email address for this person. Copy the link instead.',
  noEmails: 'During the trial you can send 20 emails with papers a day. Continue tomorrow, or choose a plan.',
  linked: 'These papers already have a link, or are for several people.',
} as const;
