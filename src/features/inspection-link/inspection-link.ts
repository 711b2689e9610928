import { z } from 'zod';
import { paragraph } from '../../shared/schemas.ts';
import { InspectionRecord } from '../inspection/inspection.ts';

/** Path of the pages for people without an account. */
export const INSPECTION_PATH = '/inspection';

const MAX_COMMENT = 5_000;

export const InspectionLink = z
  .object({
    tenantId: z.uuid(),
    name: z.string(),
    hasEmail: z.boolean().describe('So the link was emailed'),
    lastUsedAt: z.string().nullable().describe('Mail servers may open links to check them'),
  })
  .meta({ id: 'InspectionLink' });
export type InspectionLink = z.infer<typeof InspectionLink>;

export const InspectionLinks = z.object({ items: z.array(InspectionLink) });

export const NoticeGiven = InspectionRecord.extend({
  byHand: z
    .array(z.object({ tenantId: z.uuid(), name: z.string() }))
    .describe('Tenants without an email address: give them the notice by hand, and record it'),
}).meta({ id: 'InspectionNoticeGiven' });
export type NoticeGiven = z.infer<typeof NoticeGiven>;

export const CommentInput = z.object({
  key: z.uuid(),
  room: z.union([z.literal('').transform(() => null), z.uuid()]).default(null),
  text: paragraph({ min: 1, max: MAX_COMMENT, message: 'Enter a comment' }),
});

export const TEXTS = {
  notShared: 'Send the inspection to the tenants first.',
  noTenant: 'This person is not a tenant of the inspection.',
  onlyRoutine:
    'You can only send a notice for a routine inspection. Agree the time of other inspections with the tenants.',
  noTenants: 'This inspection has no tenants to give a notice to.',
  past: 'Enter a time in the future',
  closed: 'Comments are closed, so your comment was not added.',
  tooMany: 'You have added 30 comments today. You can add more tomorrow.',
} as const;
