import { ACTIONS, EVENT_NOUNS, EVERYTHING, eventNoun, SINGLE_EVENTS, TEST_EVENT } from './events.ts';

type EventNoun = (typeof EVENT_NOUNS)[number];

export const NOUN_LABELS: Record<EventNoun, string> = {
  property: 'Properties',
  certificate: 'Certificates',
  compliance: 'Compliance items',
  invoice: 'Property invoices',
  licence: 'Licences',
  'own deadline': 'Your own deadlines',
  tenant: 'Tenants',
  tenancy: 'Tenancies',
  rent: 'Tenancy rents',
  'ledger entry': 'Ledger entries',
  agent: 'Letting agents',
  request: 'Requests',
  occupier: 'Occupiers',
  'right to rent check': 'Right to rent checks',
  document: 'Documents',
  'document version': 'Document versions',
  'document link': 'Document links',
  'served paper': 'Served papers',
  'papers request': 'Requests for papers',
  'guest link': 'Guest links',
  transaction: 'Transactions',
  receipt: 'Receipts',
  'bank account': 'Bank accounts',
  supplier: 'Suppliers',
  'supplier link': 'Property suppliers',
  repair: 'Repairs',
  'repair invoice': 'Repair invoices',
  'repair plan': 'Repair plans',
  inspection: 'Inspections',
  'inspection comment': 'Inspection comments',
  'tax update': 'Tax updates',
  owner: 'Owners',
  shares: 'Owners’ shares',
  loan: 'Loans',
  'loan statement': 'Loan statements',
  journey: 'Journeys',
};

export const SINGLE_LABELS: Record<(typeof SINGLE_EVENTS)[number], string> = {
  'rent.late': 'Rent late',
  'certificate.expiring': 'Certificate expiring',
  'import.finished': 'Import finished',
};

const list = (words: readonly string[]) => new Intl.ListFormat('en-GB').format(words);

/** Returns 'Transactions added and changed, rent late'. */
export function eventsInWords(events: readonly string[]): string {
  if (events.includes(EVERYTHING)) return 'Everything';
  const nouns = EVENT_NOUNS.flatMap((noun) => {
    const actions = ACTIONS.filter((action) => events.includes(`${eventNoun(noun)}.${action}`));
    return actions.length > 0 ? [`${NOUN_LABELS[noun]} ${list(actions)}`] : [];
  });
  const single = SINGLE_EVENTS.filter((event) => events.includes(event)).map((event) => SINGLE_LABELS[event]);
  const [first = '', ...others] = [...nouns, ...single];
  return [first, ...others.map((words) => `${words[0]?.toLowerCase()}${words.slice(1)}`)].join(', ');
}

/** Returns 'Transactions changed', 'Rent late' or 'Test'. */
export const eventInWords = (event: string) => (event === TEST_EVENT ? 'Test' : eventsInWords([event]));
