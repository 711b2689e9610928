import { sql } from 'kysely';
import { londonDayOf, type NoticePart } from '../../server/noun-parts.server.ts';
import { counted } from '../../shared/text.ts';
import { KIND_LABELS, type Kind } from './listed.ts';

/** `about` is the latest comment, so that each new comment is a new notice. */
const commented: NoticePart = {
  icon: 'alert',
  facts: ({ only, firstBy }) => sql`
    select id, (select c.id from inspection_comments c where c.inspection_id = inspections.id order by c.at desc, c.id desc limit 1)::text as about,
      ${londonDayOf('comments_until')} as day from inspections
    where shared_at is not null and locked_at is null and exists (select from inspection_comments c where c.inspection_id = inspections.id)
      ${only} ${firstBy(sql`comments_until, id`)}`,
  shown: {
    name: sql`select kind from inspections i where i.id = page.id`,
    where: sql`select property_address from inspections i where i.id = page.id`,
    count: sql`select count(*) from inspection_comments c where c.inspection_id = page.id`,
  },
  words: ({ id, name, count }) => ({
    title: `${counted(count ?? 0, 'comment')} on the ${KIND_LABELS[name as Kind].toLowerCase()} inspection`,
    todo: 'Read what the tenants wrote. After this day the inspection is locked.',
    action: 'Open the inspection',
    href: `/dashboard/inspections/${id}`,
  }),
};

export const inspectionNotices = { 'inspection-comments': commented };
