/** The events of webhooks: changes of these nouns, facts of notices, and finished imports. */

/** Nouns of the activity, except settings and people of the account. */
export const EVENT_NOUNS = [
  'property',
  'certificate',
  'compliance',
  'invoice',
  'licence',
  'own deadline',
  'tenant',
  'tenancy',
  'rent',
  'ledger entry',
  'agent',
  'request',
  'occupier',
  'right to rent check',
  'document',
  'document version',
  'document link',
  'served paper',
  'papers request',
  'guest link',
  'transaction',
  'receipt',
  'bank account',
  'supplier',
  'supplier link',
  'repair',
  'repair invoice',
  'repair plan',
  'inspection',
  'inspection comment',
  'tax update',
  'owner',
  'shares',
  'loan',
  'loan statement',
  'journey',
] as const;

export const ACTIONS = ['added', 'changed', 'removed'] as const;
export const NOTICE_EVENTS = ['rent.late', 'certificate.expiring'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];
/** Events that do not belong to a noun of the activity. */
export const SINGLE_EVENTS = [...NOTICE_EVENTS, 'import.finished'] as const;

/** A test event is sent on request only. */
export const TEST_EVENT = 'webhook.test';
/** Selects all events, as the only element of a list. */
export const EVERYTHING = '*';

/** Returns 'bank-account' for 'bank account'. */
export const eventNoun = (noun: string) => noun.toLowerCase().replaceAll(' ', '-');

export const RECORD_EVENTS: readonly string[] = EVENT_NOUNS.flatMap((noun) =>
  ACTIONS.map((action) => `${eventNoun(noun)}.${action}`),
);
export const EVENTS: readonly string[] = [...RECORD_EVENTS, ...SINGLE_EVENTS];
