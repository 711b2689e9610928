/** Port for open banking providers. Amounts are pence, days YYYY-MM-DD. */

export type Institution = {
  id: string;
  name: string;
  /** Maximum age of transactions, in days. */
  historyDays: number;
  /** Maximum duration of a consent, in days. */
  accessDays: number;
};

/** A requested consent, which the landlord gives at `url` on the provider's site. */
export type Consent = {
  id: string;
  agreementId: string;
  url: string;
  accessDays: number;
  /** Days until the landlord must reconfirm the consent (`renew`); null if never. */
  reconfirmDays: number | null;
};

/** `status` is the provider's code, for the log; `accounts` contains the provider's ids. */
export type ConsentState = {
  outcome: 'pending' | 'linked' | 'rejected' | 'expired' | 'suspended' | 'failed';
  status: string;
  accounts: string[];
};

/** Parsed query of a callback. `reference` is that of `begin`, or ''; `reason` is the provider's code, for logs. */
export type Return = { reference: string; outcome: 'returned' | 'cancelled' | 'failed'; reason: string };

/** Numbers are complete: mask them before storing or sending them. */
export type AccountDetails = {
  name: string;
  /** Empty if unknown. */
  holder: string;
  /** Eight digits; null if unknown. */
  accountNumber: string | null;
  /** Six digits; null if unknown. */
  sortCode: string | null;
  iban: string | null;
  currency: string;
};

/** Reads left today for one kind of data; undefined if unknown. */
export type ReadLimit = { remaining: number; resetAt: Date } | undefined;

export type Balance = { amount: number; currency: string; limit: ReadLimit };

export type BankEntry = {
  /** Stable across reads; null if the bank has no stable id. */
  externalId: string | null;
  date: string;
  /** Pence, negative for money out. */
  amount: number;
  currency: string;
  /** Party and description in one line, as on the landlord's statement. */
  text: string;
  reference: string;
  category: string | null;
};

export type Entries = { booked: BankEntry[]; pending: BankEntry[]; limit: ReadLimit };

/** Calls reject only with `BankError`, or with the reason if `signal` aborts. */
export type Bank = {
  /** Stored with every external id, so that ids of two providers never clash. */
  provider: string;
  institutions(signal?: AbortSignal): Promise<Institution[]>;
  /** The provider adds `reference` to the callback URL, so it must be unique and unguessable. */
  begin(request: { institution: Institution; callbackUrl: string; reference: string }): Promise<Consent>;
  /** Parses a callback's query, which can be forged: rely on `state` instead. */
  returned(query: URLSearchParams): Return;
  state(consentId: string): Promise<ConsentState>;
  /** Requests another 90 days of the same consent; the landlord confirms at the returned URL. */
  renew(consent: { agreementId: string; callbackUrl: string }): Promise<{ url: string }>;
  account(accountId: string): Promise<AccountDetails & { limit: ReadLimit }>;
  balance(accountId: string): Promise<Balance>;
  /** Returns the entries from the day `from` on, in the bank's order. */
  entries(accountId: string, from: string): Promise<Entries>;
  revoke(consentId: string): Promise<void>;
};

export const FAILURES = {
  /** `BankError.retryAt` is set. */
  limit_reached: 'The daily limit of this account is used up',
  too_many_requests: 'The provider limits our requests',
  consent_ended: 'The landlord must renew the consent',
  /** The account is closed, suspended or not permitted. */
  account_refused: 'The bank refuses this account',
  not_found: 'The provider cannot find it',
  unavailable: 'The bank or the provider is down',
  timed_out: 'The response timed out',
  bad_answer: 'The response does not match the contract',
  /** The operator must act: the landlord cannot. */
  refused_us: 'The provider rejects our keys or our request',
} as const;

export type BankFailure = keyof typeof FAILURES;

/** The message is for the log: it must not contain secrets, names or account numbers. */
export class BankError extends Error {
  constructor(
    readonly failure: BankFailure,
    detail: string,
    readonly retryAt?: Date,
  ) {
    super(`${FAILURES[failure]}: ${detail}`);
    this.name = 'BankError';
  }
}
