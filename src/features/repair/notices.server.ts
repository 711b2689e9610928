import { sql } from 'kysely';
import { endWords, londonDayOf, type NoticePart } from '../../server/noun-parts.server.ts';
import { due } from './waiting.server.ts';

const shown = {
  name: sql`select title from repairs where repairs.id = page.id`,
  where: sql`select coalesce(r.property_address, (select p.address || ', ' || p.city from properties p where p.id = r.property_id)) from repairs r where r.id = page.id`,
};

const reported: NoticePart = {
  icon: 'alert',
  facts: ({ only, firstBy }) => sql`
    select id, null as about, ${londonDayOf('reported_at')} as day from repairs
    where state = 'reported' and reported_by in ('tenant', 'poster') ${only} ${firstBy(sql`reported_at, id`)}`,
  urgent: 'always',
  shown,
  words: ({ id, name }) => ({
    title: `Repair reported: ${name}`,
    todo: 'Accept it, or answer the tenant.',
    action: 'Open the repair',
    href: `/dashboard/repairs/${id}`,
  }),
};

const late: NoticePart = {
  icon: 'alert',
  facts: ({ only, firstBy }) => sql`
    select id, null as about, (${due} at time zone 'Europe/London')::date as day from repairs
    where state in ('accepted', 'quoting', 'booked', 'in-progress') and ${due} < app.instant() ${only} ${firstBy(sql`reported_at, id`)}`,
  urgent: 'always',
  shown,
  words: ({ id, name }, left) => ({
    title: endWords(`${name}:`, Math.min(left, -1), {
      over: 'over your target',
      today: 'over your target',
      soon: 'due soon',
    }),
    todo: 'Book it, or write to the tenant.',
    action: 'Open the repair',
    href: `/dashboard/repairs/${id}`,
  }),
  past: 'over your target',
};

export const repairNotices = { 'repair-reported': reported, 'repair-late': late };
