import { sql } from 'kysely';
import { londonDayOf, type NoticePart, type NounParts } from '../../server/noun-parts.server.ts';
import { formatDay } from '../../shared/dates.ts';

/** `name` is the day on which access ends, if it does. */
const payment: NoticePart = {
  icon: 'card',
  facts: () => sql`
    select null::uuid as id, null as about, ${londonDayOf('since')} as day
    from (select coalesce(owed_since, paid_until) as since from subscriptions where state = 'past_due') owed where since is not null`,
  urgent: 'always',
  shown: {
    name: sql`select (nullif(plan_ends, 'infinity') at time zone 'Europe/London')::date::text
      from app.standing(app.instant()) st where st.user_id = app.user_id()`,
  },
  words: ({ name }) => ({
    title: 'Your last payment failed',
    where: 'Your plan',
    todo: name ? `Pay by ${formatDay(name)} to keep your access.` : 'Pay to keep your access.',
    action: 'See your plan',
    href: '/dashboard/plans',
  }),
};

export const planParts = { id: 'plans', notices: { payment } } as const satisfies NounParts;
