/** Registration of deadlines on the server. */
import { sql } from 'kysely';
import {
  endWords,
  type FirstPart,
  type NoticePart,
  type NounParts,
  read,
  within,
} from '../../server/noun-parts.server.ts';
import { aside, countDeadlines, isMarkOf, listDeadlines, marked } from './deadline.server.ts';
import { DeadlineQuery } from './deadline.ts';
import { DEADLINE_LIST, KIND_LABELS, type Kind, NOTICE_DAYS, PAGE_SIZE } from './listed.ts';
import { RULE_BY_ID } from './rules/all.ts';

/** The first page and the counts, with the query keys of `listOf` and `countsOf`. */
const first: FirstPart = {
  reads: (db, { search, today: day }) => {
    const { q, group, kind, propertyId } = DEADLINE_LIST.search(search);
    const filter = { q, kind, propertyId };
    const asked = { ...filter, group };
    const query = DeadlineQuery.parse(asked);
    return [
      read(['deadlines', 'list', asked, PAGE_SIZE], async () => ({
        pages: [await listDeadlines(db, { ...query, limit: PAGE_SIZE }, day)],
        pageParams: [''],
      })),
      read(['deadlines', 'counts', filter], () => countDeadlines(db, query, day)),
    ];
  },
};

/** Excludes end dates that the landlord typed, which have notices of certificates. */
const isDue = sql`d.state = 'due' and not d.typed and d.day <= ${within(NOTICE_DAYS)}`;

const deadline: NoticePart = {
  icon: 'calendar',
  facts: ({ only, firstBy }) => sql`
    select * from (select d.id, null as about, d.day from ${marked} where ${isDue} and not ${aside}) due
    where true ${only} ${firstBy(sql`day, id`)}`,
  // Few deadlines are marked, so joining those alone takes a third of the time.
  count: sql`select (select count(*) from deadlines d where ${isDue})
    - (select count(*) from deadline_marks m join deadlines d on ${isMarkOf} where ${isDue} and ${aside})`,
  shown: {
    name: sql`select concat_ws(', ', title, about) from deadlines where deadlines.id = page.id`,
    where: sql`select address || ', ' || city from properties p join deadlines d on d.property_id = p.id where d.id = page.id`,
  },
  words: ({ name }, left) => ({
    title: endWords(`${name}:`, left, { over: 'overdue', today: 'due today', soon: 'due soon' }),
    todo: 'See why it is due, and mark it as done.',
    action: 'Open deadlines',
    href: left < 0 ? '/dashboard/deadlines?group=overdue' : '/dashboard/deadlines',
  }),
  past: 'overdue',
};

export const deadlineParts = {
  id: 'deadlines',
  paths: ['/dashboard/deadlines'],
  first,
  activity: {
    'own deadline': { icon: 'paper', ofProperty: true, table: 'own_deadlines', href: () => '/dashboard/deadlines' },
    'deadline mark': {
      icon: 'paper',
      ofProperty: true,
      words: ({ label }) => `Deadline “${RULE_BY_ID.get(label ?? '')?.item ?? 'Your own'}” marked`,
    },
    'deadline reminders': {
      icon: 'paper',
      words: ({ label }) => `Reminders of deadlines changed: ${KIND_LABELS[label as Kind] ?? ''}`,
    },
  },
  tables: {
    deadlines: 'Deadlines of your properties by the rules, with their reasons.',
    deadline_marks: 'Deadlines that you marked as done, snoozed or not needed.',
    own_deadlines: 'Deadlines that you added.',
    deadline_settings: 'Days before a deadline on which you are emailed.',
  },
  notices: { deadline },
} as const satisfies NounParts;
