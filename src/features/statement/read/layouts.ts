/** The layouts in which banks write CSV statements, as their headings tell them, and that of our own export. */

export type Heading = string;
export type Layout = {
  id: string;
  /** Whose it is, as 'Barclays recognised' says it. */
  name: string;
  /** The bank of a new account; undefined where several write this layout. */
  bank?: string;
  /** The headings by which it is recognised, and no others where it is `exact`, as many files have these. */
  headings: readonly Heading[];
  exact?: { also: readonly Heading[] };
  date: Heading;
  amount: Heading | { out: Heading; into: Heading };
  texts: readonly Heading[];
  reference?: Heading;
  externalId?: Heading;
  category?: Heading;
  status?: Heading;
  accountNumber?: Heading;
  sortCode?: Heading;
  /** Begins a line below the transactions. */
  footer?: RegExp;
};

const split = (headings: string) => headings.split('|');

export const LAYOUTS: readonly Layout[] = [
  {
    id: 'tenure',
    name: 'Tenure',
    headings: split('date|description|category|type|status|reference|amount|property|bank account'),
    date: 'date',
    amount: 'amount',
    texts: ['description'],
    reference: 'reference',
    category: 'category',
    status: 'status',
  },
  {
    id: 'barclays',
    name: 'Barclays',
    bank: 'Barclays',
    headings: split('number|date|account|amount|subcategory|memo'),
    date: 'date',
    amount: 'amount',
    texts: ['memo', 'subcategory'],
    accountNumber: 'account',
  },
  {
    id: 'lloyds',
    name: 'Lloyds, Halifax or Bank of Scotland',
    headings: split(
      'transaction date|transaction type|sort code|account number|transaction description|debit amount|credit amount',
    ),
    date: 'transaction date',
    amount: { out: 'debit amount', into: 'credit amount' },
    texts: ['transaction description', 'transaction type'],
    accountNumber: 'account number',
    sortCode: 'sort code',
  },
  {
    id: 'natwest',
    name: 'NatWest, RBS or Ulster Bank',
    headings: split('date|type|description|value|balance|account name|account number'),
    date: 'date',
    amount: 'value',
    texts: ['description', 'type'],
    accountNumber: 'account number',
  },
  {
    id: 'midata',
    name: 'Santander or Nationwide',
    headings: split('date|type|merchant/description|debit/credit'),
    date: 'date',
    amount: 'debit/credit',
    texts: ['merchant/description', 'type'],
    footer: /^arranged overdraft limit/i,
  },
  {
    id: 'nationwide',
    name: 'Nationwide',
    bank: 'Nationwide',
    headings: split('date|transaction type|description|paid out|paid in|balance'),
    date: 'date',
    amount: { out: 'paid out', into: 'paid in' },
    texts: ['description', 'transaction type'],
  },
  {
    id: 'monzo',
    name: 'Monzo',
    bank: 'Monzo',
    headings: split('transaction id|date|type|name|category|amount|notes and #tags|description'),
    date: 'date',
    amount: 'amount',
    texts: ['name', 'description', 'type'],
    reference: 'notes and #tags',
    externalId: 'transaction id',
    category: 'category',
  },
  {
    id: 'monzo-2018',
    name: 'Monzo',
    bank: 'Monzo',
    headings: split('id|created|amount|currency|category|emoji|description'),
    date: 'created',
    amount: 'amount',
    texts: ['description'],
    externalId: 'id',
    category: 'category',
  },
  {
    id: 'starling',
    name: 'Starling',
    bank: 'Starling',
    headings: split('date|counter party|reference|type|amount (gbp)'),
    date: 'date',
    amount: 'amount (gbp)',
    texts: ['counter party', 'reference', 'type'],
    reference: 'reference',
    category: 'spending category',
  },
  {
    id: 'co-op',
    name: 'The Co-operative Bank',
    bank: 'The Co-operative Bank',
    headings: split('date|description|type|money in|money out'),
    date: 'date',
    amount: { out: 'money out', into: 'money in' },
    texts: ['description', 'type'],
  },
  {
    id: 'hsbc',
    name: 'HSBC or first direct',
    headings: split('date|type|description|paid out|paid in'),
    date: 'date',
    amount: { out: 'paid out', into: 'paid in' },
    texts: ['description', 'type'],
  },
  {
    id: 'plain',
    name: 'HSBC, first direct or Santander',
    headings: split('date|description|amount'),
    exact: { also: ['balance'] },
    date: 'date',
    amount: 'amount',
    texts: ['description'],
  },
];
