/** Categories, states, labels, list query and texts of repairs, apart from the schemas. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import type { SERVICE_TYPES } from '../supplier/listed.ts';

type ServiceType = (typeof SERVICE_TYPES)[number];

/** Labels by category, with the service types of suppliers who do such work. */
const CATEGORY_LIST = {
  water: ['Leak or water', ['Plumbing']],
  heating: ['Heating or hot water', ['Plumbing', 'HVAC']],
  electrics: ['Electrics', ['Electrical']],
  gas: ['Gas', ['Plumbing']],
  damp: ['Damp or mould', ['General Maintenance']],
  appliance: ['Appliance', ['General Maintenance']],
  door: ['Door, window or lock', ['Locksmith', 'Carpentry']],
  roof: ['Roof or gutter', ['Roofing']],
  pests: ['Pests', ['Pest Control']],
  floor: ['Floor', ['Flooring']],
  walls: ['Walls or paint', ['Painting']],
  garden: ['Garden or outside', ['Landscaping']],
  cleaning: ['Cleaning or shared parts', ['Cleaning']],
  other: ['Something else', []],
} as const satisfies Record<string, readonly [string, readonly ServiceType[]]>;
export type Category = keyof typeof CATEGORY_LIST;
export const CATEGORIES = Object.keys(CATEGORY_LIST) as [Category, ...Category[]];
export const categoryLabel = (category: Category) => CATEGORY_LIST[category][0];
export const serviceTypesOf = (category: Category): readonly ServiceType[] => CATEGORY_LIST[category][1];

export const URGENCY_LABELS = {
  emergency: 'Emergency',
  urgent: 'Urgent',
  normal: 'Normal',
  passing: 'When passing',
} as const;
export type Urgency = keyof typeof URGENCY_LABELS;
export const URGENCIES = Object.keys(URGENCY_LABELS) as [Urgency, ...Urgency[]];

/** Default hours until a repair is late. A repair 'when passing' has no target. */
export const TARGET_HOURS = { emergency: 24, urgent: 72, normal: 672 } as const;

/** Labels for the landlord, in the order of the board. */
export const STATE_LABELS = {
  reported: 'Reported',
  accepted: 'Accepted',
  quoting: 'Getting quotes',
  booked: 'Booked',
  'in-progress': 'In progress',
  done: 'Done',
  closed: 'Closed',
  'on-hold': 'On hold',
  declined: 'Declined',
  cancelled: 'Cancelled',
} as const;
export type State = keyof typeof STATE_LABELS;
export const STATES = Object.keys(STATE_LABELS) as [State, ...State[]];
export const BOARD_STATES = [
  'reported',
  'accepted',
  'quoting',
  'booked',
  'in-progress',
  'done',
] as const satisfies State[];

export const SIDES = ['landlord', 'tenant', 'supplier'] as const;
export type Side = (typeof SIDES)[number];

export const WAITING_LABELS: Record<Side, string> = {
  landlord: 'Waiting for me',
  tenant: 'Waiting for the tenant',
  supplier: 'Waiting for the supplier',
};

export const GROUP_LABELS = { open: 'Open', held: 'On hold', closed: 'Closed' } as const;
export type Group = keyof typeof GROUP_LABELS;
const GROUPS = Object.keys(GROUP_LABELS) as [Group, ...Group[]];

export const TEXTS = {
  ...recordTexts({ one: 'repair', many: 'repairs' }),
  searchPlaceholder: 'Search repairs...',
  empty: 'No repairs. Give your tenants their link or a poster.',
  emptyHint: 'They do not need an account. You can also add a repair yourself.',
  unconfirmed: 'Choose who reported this first.',
  gone: 'This job has gone to somebody else.',
  hasStory: 'You cannot delete this repair, because it has a story. Cancel or close it instead.',
};

/** The message for a move that the repair's state does not allow. */
export const isNow = (state: State) =>
  `This repair is now ${STATE_LABELS[state].toLowerCase()}. Reload it and try again.`;

/** Without `group`, the open repairs are shown as a board. */
export const REPAIR_LIST = listQuery({
  filters: {
    group: GROUPS,
    state: STATES,
    urgency: URGENCIES,
    waiting: SIDES,
    late: ['yes'],
    propertyId: isId,
    tenantId: isId,
    tenancyId: isId,
    supplierId: isId,
  },
  sorts: { newest: 'Newest first', oldest: 'Oldest first' },
});

type ListParams = ReturnType<typeof REPAIR_LIST.search>;

/** The board's query, without the parameters of the page's tabs and list. */
export function boardQuery({ group: _, state: __, sort: ___, ...query }: ListParams) {
  return query;
}
