/** Kept apart from the schemas, which only forms and the API load. */

import { formatDay } from '../../shared/dates.ts';
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import type { Fact } from './rules/facts.ts';

export const KIND_LABELS = {
  gas: 'Gas',
  electrical: 'Electrical',
  energy: 'Energy',
  alarms: 'Alarms',
  licence: 'Licences',
  papers: 'Papers for tenants',
  deposit: 'Deposits',
  'right-to-rent': 'Right to rent',
  request: 'Requests',
  home: 'Facts about the property',
  own: 'Your own',
} as const;
export type Kind = keyof typeof KIND_LABELS;
export const KINDS = Object.keys(KIND_LABELS) as [Kind, ...Kind[]];

/** Groups of the list, in order. 'later' begins after the next three months. */
export const GROUP_LABELS = {
  overdue: 'Overdue',
  month: 'This month',
  quarter: 'Next three months',
  later: 'Later',
  waiting: 'Waiting, or needed to let again',
  ask: 'Facts missing',
  coming: 'Coming, no date yet',
  aside: 'Done, snoozed or not needed',
} as const;
export type Group = keyof typeof GROUP_LABELS;
export const GROUPS = Object.keys(GROUP_LABELS) as [Group, ...Group[]];
/** Groups of open deadlines with a day. */
export const DATED = ['overdue', 'month', 'quarter', 'later'] as const satisfies Group[];

export const FACT_LABELS: Record<Fact, string> = {
  country: 'Which country is this home in?',
  gas: 'Does the home have gas appliances or pipes of yours?',
  storeys: 'How many storeys have living rooms?',
  combustionRooms: 'How many rooms have a fixed combustion appliance?',
  people: 'How many people live there?',
  households: 'How many households are they?',
  gasCheck: 'When was the last gas check?',
  electricalCheck: 'When was the last electrical inspection?',
  energyCheck: 'When does the energy certificate end?',
  alarmsChecked: 'When were the alarms last checked?',
  depositReceived: 'On which day did you receive the deposit?',
  licence: 'Which licence does the home have?',
};

const MARK_LABELS = { done: 'Done', snoozed: 'Snoozed until', not_needed: 'Not needed' } as const;

type MarkShown = { kind: keyof typeof MARK_LABELS; until: string | null; reason: string | null };

/** 'Snoozed until 12 May 2026: engineer booked' */
export function markText({ kind, until, reason }: MarkShown): string {
  const words = [MARK_LABELS[kind], until && formatDay(until)].filter(Boolean).join(' ');
  return reason ? `${words}: ${reason}` : words;
}

export const TEXTS = {
  ...recordTexts({ one: 'deadline', many: 'deadlines' }),
  addTitle: 'Add a deadline',
  editTitle: 'Change a deadline',
  add: 'Add deadline',
  update: 'Save',
  added: 'Deadline added',
  updated: 'Deadline saved',
  deleted: 'Deadline removed',
  deleteTitle: 'Remove deadline',
  markFailed: 'We could not save this',
  undoFailed: 'We could not undo this',
  checkMark: 'Check its new state, and open it again if you still want to.',
};

/** With `add`, the page opens the dialog for a new deadline. */
export const DEADLINE_LIST = listQuery({
  filters: { propertyId: isId, group: GROUPS, kind: KINDS, add: ['yes'] },
  sorts: { day: 'Soonest first' },
});

export const PAGE_SIZE = 100;

/** Days before a deadline on which an email is sent. */
export const STEPS = [90, 60, 30, 14, 7, 0] as const;
/** A deadline is among the notices from this many days before it, like an expiring certificate. */
export const NOTICE_DAYS = 60;
/** The step for weekly emails once a deadline is overdue. */
export const WEEKLY = -1;

export const OWN_LIST = listQuery({ filters: { propertyId: isId }, sorts: { newest: 'Newest first' } });
