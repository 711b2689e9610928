/** CSV layouts of banks and of Tenure's export, recognised by their headings. */

export type Heading = string;
export type Layout = {
  id: string;
  /** The name as in 'Barclays recognised'. */
  name: string;
  /** The bank of a new account; undefined if several banks use this layout. */
  bank?: string;
  /** `headings` are required. `exact` allows only these and `also`, for a layout with common headings. */
  headings: readonly Heading[];
  exact?: { also: readonly Heading[] };
  date: Heading;
  amount: Heading | { out: Heading; into: Heading };
  texts: readonly Heading[];
  reference?: Heading;
  /** Used as the reference if that is empty. */
  memo?: Heading;
  /** The kind of payment, which shows transfers to the account's own pots and spaces. */
  kind?: Heading;
  externalId?: Heading;
  category?: Heading;
  status?: Heading;
  begun?: Heading;
  state?: Heading;
  fee?: Heading;
  /** The column with the amount including the fee, if a file has it. */
  total?: Heading;
  currency?: readonly Heading[];
  section?: Heading;
  reversed?: true;
  accountNumber?: Heading;
  sortCode?: Heading;
  /** Matches the first cell of lines below the transactions. */
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
    memo: 'description',
    kind: 'type',
    externalId: 'transaction id',
    category: 'category',
    currency: ['currency'],
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
    currency: ['currency'],
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
    kind: 'type',
    category: 'spending category',
  },
  {
    id: 'revolut',
    name: 'Revolut',
    bank: 'Revolut',
    headings: split('type|product|started date|completed date|description|amount|fee|currency|state'),
    date: 'completed date',
    begun: 'started date',
    amount: 'amount',
    texts: ['description', 'type'],
    state: 'state',
    fee: 'fee',
    currency: ['currency'],
    section: 'product',
  },
  {
    id: 'revolut-business',
    name: 'Revolut Business',
    bank: 'Revolut',
    headings: split('date completed (utc)|id|type|state|description|amount|fee'),
    date: 'date completed (utc)',
    begun: 'date started (utc)',
    amount: 'amount',
    total: 'total amount',
    texts: ['description', 'payer', 'type'],
    reference: 'reference',
    externalId: 'id',
    state: 'state',
    fee: 'fee',
    currency: ['payment currency', 'currency'],
    section: 'account',
  },
  {
    // Amounts include the fees, so `fee` is not set.
    id: 'wise',
    name: 'Wise',
    bank: 'Wise',
    headings: split('transferwise id|date|amount|currency|description|payment reference|running balance'),
    date: 'date',
    amount: 'amount',
    texts: ['description'],
    reference: 'payment reference',
    currency: ['currency'],
  },
  {
    id: 'paypal',
    name: 'PayPal',
    bank: 'PayPal',
    headings: split('date|time|timezone|name|type|status|currency|gross|fee|net'),
    date: 'date',
    amount: 'net',
    texts: ['name', 'type'],
    externalId: 'transaction id',
    state: 'status',
    currency: ['currency'],
  },
  {
    id: 'chase',
    name: 'Chase',
    bank: 'Chase',
    headings: split('date|transaction type|transaction description|amount|currency|balance'),
    date: 'date',
    amount: 'amount',
    texts: ['transaction description', 'transaction type'],
    currency: ['currency'],
  },
  {
    id: 'amex',
    name: 'American Express',
    bank: 'American Express',
    headings: split('date|description|amount|extended details|appears on your statement as'),
    date: 'date',
    amount: 'amount',
    texts: ['description'],
    reference: 'reference',
    reversed: true,
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
