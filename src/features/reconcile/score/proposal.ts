/** Inputs and results of matching. Amounts are integer pence, days `YYYY-MM-DD`. */

export type BankRow = {
  id: string;
  date: string;
  amount: number;
  text: string;
  reference: string;
  accountId: string | null;
};

/** A learnt alias: `words` are the `payerWords` of `text`. */
export type Payer = { words: string; text: string; tenancyId: string };

export type LettingAgent = {
  name: string;
  feePercent: number | null;
  feeFixed: number | null;
  vat: 'included' | 'added' | 'none';
};

/** Text and reference are those of the bank row. `rowId` is null for a payment recorded by hand. */
export type RecordedPayment = {
  id: string;
  date: string;
  amount: number;
  text: string;
  reference?: string;
  rowId: string | null;
  accountId: string | null;
};

export type OpenTenancy = {
  id: string;
  names: string[];
  guarantor: string;
  address: string;
  city: string;
  rent: number;
  /** Unpaid and next charges, oldest first. `whole` is the amount before payments, by default today's rent. */
  owed: { id: string; due: string; left: number; whole?: number }[];
  /** Payments of recent months, newest first. */
  paid: RecordedPayment[];
  agent: LettingAgent | null;
  deposit: number;
  start: string;
  /** Days between two rent charges. */
  period: number;
  /** Date of the ledger's first charge, if the tenancy started earlier. */
  begins: string | null;
};

export type Dismissal = { rowId: string; tenancyId: string };

/** A bank row and a payment that the landlord kept as two payments. */
export type Declined = { rowId: string; paymentId: string };

/** `amount` settles the charge, or is credit if `chargeId` is null. The agent kept `fee` of the amount. */
export type Part = { tenancyId: string; chargeId: string | null; amount: number; fee: number };

export type Proposal = {
  kind: 'rent' | 'same-payment' | 'agent' | 'split';
  tenancyIds: string[];
  /** Amounts less fees add up to the row's amount. */
  parts: Part[];
  paymentId: string | null;
  score: number;
  certain: boolean;
  reasons: string[];
};
