import type { RuleSource } from '../../../shared/rule-source.ts';

export const PRESCRIBED_INFORMATION_SOURCE: RuleSource = {
  name: 'Housing (Tenancy Deposits) (Prescribed Information) Order 2007, article 2(1)',
  link: 'https://www.legislation.gov.uk/uksi/2007/797/article/2',
  effectiveFrom: '2007-04-06',
  jurisdiction: 'England',
};

/** Items in the order of article 2(1). */
export const DEPOSIT_ITEMS = {
  a: 'Contact details of the scheme’s administrator',
  b: 'The scheme’s leaflet',
  c: 'How the deposit is returned at the end',
  d: 'The procedure if you or the tenant cannot be reached',
  e: 'The procedure if you disagree about the deposit',
  f: 'How disputes are resolved free of charge',
  'g-i': 'Amount of the deposit',
  'g-ii': 'Address of the home',
  'g-iii': 'Your name and contact details',
  'g-iv': 'The tenants’ contact details, including after the tenancy ends',
  'g-v': 'Contact details of the person who paid the deposit for the tenant',
  'g-vi': 'When you may keep money, with the clause of the agreement',
  'g-vii': 'Your certificate that it is accurate and that the tenant could sign it',
} as const;
export type DepositItem = keyof typeof DEPOSIT_ITEMS;
export const DEPOSIT_ITEM_IDS = Object.keys(DEPOSIT_ITEMS) as DepositItem[];

type Facts = {
  ready: readonly string[];
  amount: number;
  hasAddress: boolean;
  /** The person who paid the deposit for a tenant, '' if there is none. */
  payer: string;
};

type ItemState = 'ready' | 'missing' | 'not-needed';

/** The tenancy supplies amount and address. Payer details are needed only if there is a payer. */
function itemState(item: DepositItem, { ready, amount, hasAddress, payer }: Facts): ItemState {
  if (item === 'g-v' && payer === '') return 'not-needed';
  const known = (item === 'g-i' && amount > 0) || (item === 'g-ii' && hasAddress);
  return known || ready.includes(item) ? 'ready' : 'missing';
}

export const missingItems = (facts: Facts): DepositItem[] =>
  DEPOSIT_ITEM_IDS.filter((item) => itemState(item, facts) === 'missing');
