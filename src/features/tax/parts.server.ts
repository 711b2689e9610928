import { sql } from 'kysely';
import { type NoticePart, type NounParts, today, within } from '../../server/noun-parts.server.ts';
import { yearLabel } from '../../shared/tax-years.ts';

/** A new `about` is a new notice: a read or snoozed notice shows again as the due date approaches, and once late. */
const update: NoticePart = {
  icon: 'calendar',
  facts: () => sql`
    select id, concat_ws('/', year, number, case when day < ${today} then 'late' when day - ${today} <= 1 then '1' when day - ${today} <= 7 then '7'
      when day - ${today} <= 14 then '14' else '30' end) as about, day
    from app.tax_due_days where not met and day <= ${within(30)}`,
  shown: {
    where: sql`select o.name from app.tax_due_days t join owners o on o.id = t.owner_id where t.id = page.id and (select count(*) > 1 from owners) limit 1`,
  },
  words: ({ about }, left) => {
    const [year = '', number = ''] = about?.split('/') ?? [];
    return {
      title: `Update ${number} of ${yearLabel(year)} is ${left < 0 ? 'late' : 'due'}`,
      todo: 'Check its figures, then send or export them.',
      action: 'Check update',
      href: `/dashboard/tax/${year}/updates/${number}`,
    };
  },
  past: 'late',
};

export const taxParts = {
  id: 'tax',
  paths: [
    '/dashboard/tax',
    '/dashboard/tax/capital',
    '/dashboard/tax/agent-days',
    '/dashboard/tax/$year',
    '/dashboard/tax/$year/questions',
    '/dashboard/tax/$year/updates/$update',
  ],
  activity: {
    'tax category': { icon: 'money', words: ({ label }) => `Tax line of “${label}” changed` },
    'tax estimate': { icon: 'money', words: ({ label }) => `Facts for the tax estimate of ${label} changed` },
    'tax domestic item': { icon: 'money', words: ({ label }) => `Tax facts of “${label}” changed` },
    'tax purchase': { icon: 'building', words: ({ label }) => `Price and buying costs of “${label}” changed` },
    'tax letting': { icon: 'building', words: ({ label }) => `Residential share of “${label}” changed` },
    'tax update': { icon: 'money', words: ({ label }) => label ?? undefined },
  },
  tables: {
    tax_choices: 'Your own categories, and the tax line of each category you have changed.',
    agent_day_reviews: 'Agents’ fees and costs whose date you have not reviewed yet.',
    tax_domestic_items: 'Facts of replaced domestic items.',
    tax_purchases: 'Price and buying costs of your properties.',
    tax_estimates: 'Other income, amounts brought forward and choices for the estimate of each tax year.',
    tax_lettings: 'The residential percentage of commercial and mixed properties.',
    tax_quarters: 'The tax years for which you report quarterly, with your choices.',
    tax_connections: 'Your permission at HMRC, without its keys.',
    tax_updates: 'The quarterly updates that you have sent, as they were sent.',
    tax_update_rows: 'The transactions of each update that you have sent.',
  },
  notices: { update },
} as const satisfies NounParts;
