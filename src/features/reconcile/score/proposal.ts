/** What matching is told and what it answers. Amounts are integer pence, days `YYYY-MM-DD`. */

export type BankRow = {
  id: string;
  date: string;
  amount: number;
  text: string;
  reference: string;
  accountId: string | null;
};

/** A learnt alias: the words of a payer, as `payerWords` gives them, the text they are from, and the tenancy they pay for. */
export type Payer = { words: string; text: string; tenancyId: string };

export type LettingAgent = {
  name: string;
  /** Of the rent that came in; null where the fee is fixed. */
  feePercent: number | null;
  feeFixed: number | null;
  vat: 'included' | 'added' | 'none';
};

/** A payment of the tenancy. One recorded by hand has no `rowId`; text and reference are those of the bank row. */
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
  /** Unpaid charges, oldest first, with those that are due next. */
  owed: { id: string; due: string; left: number }[];
  /** The last months, newest first. */
  paid: RecordedPayment[];
  agent: LettingAgent | null;
  deposit: number;
  start: string;
  /** Days between two rents. */
  period: number;
  /** The first charge of the ledger, where the tenancy began before its ledger does. */
  begins: string | null;
};

export type Dismissal = { rowId: string; tenancyId: string };

/** The landlord said that these are two payments. */
export type Declined = { rowId: string; paymentId: string };

/** `amount` goes to the charge, or is credit without one; `fee` of it was kept by the agent. */
export type Part = { tenancyId: string; chargeId: string | null; amount: number; fee: number };

export type Proposal = {
  kind: 'rent' | 'same-payment' | 'agent' | 'split';
  tenancyIds: string[];
  /** Amounts less fees are the amount of the row. */
  parts: Part[];
  /** The payment recorded by hand that a 'same-payment' is. */
  paymentId: string | null;
  score: number;
  certain: boolean;
  reasons: string[];
};
