/** Notices: facts that need a landlord's attention, worded by the server. Days are YYYY-MM-DD. */
import { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { NOTICE_ICONS } from '../../shared/records/noun-icons.ts';

const GROUPS = ['urgent', 'coming', 'later'] as const;
export type Group = (typeof GROUPS)[number];

export const Notice = z
  .object({
    key: z.string().describe('Names the fact with its date; for reading and snoozing it'),
    kind: z.string().describe('certificate, lease, overdue'),
    icon: z.enum(NOTICE_ICONS),
    group: z.enum(GROUPS),
    title: z.string(),
    where: z.string(),
    day: z.string().describe('When it ends, fell due or began, YYYY-MM-DD'),
    since: z.string().describe("In words: 'Since 12 Nov 2026', '30 Nov 2026'"),
    away: z.string().describe("'9 days overdue', '13 days left'"),
    todo: z.string(),
    action: z.string().describe('Text of the link to fix it'),
    href: z.string().describe('URL in the app'),
    read: z.boolean(),
    snoozedUntil: z.string().nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

const NoticeCounts = z.object({
  urgent: z.number().int(),
  coming: z.number().int(),
  later: z.number().int(),
  unread: z.number().int().describe('Unread ones among all to do'),
  snoozed: z.number().int(),
});

export const Notices = z
  .object({
    items: z.array(Notice),
    nextCursor: z.string().nullable().describe('Null after the last page'),
    counts: NoticeCounts,
  })
  .meta({ id: 'Notices' });
export type Notices = z.infer<typeof Notices>;

export const NOTICE_STATES = ['todo', 'snoozed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

const key = z.string().min(1).max(200);
export const ReadNotices = z.object({
  keys: z.array(key).max(100).optional().describe('By default all to do'),
});
export const Snooze = z.object({
  key,
  until: z.string().refine(isDay, 'Enter a date').nullable().describe('Null restores it'),
});
export const Snoozed = z.object({
  until: z.string().nullable().describe('Earlier than requested if it expires before'),
});
