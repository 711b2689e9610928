/** Open banking, in our words: the port that every provider of bank connections fulfils. Amounts are pence, days YYYY-MM-DD. */

export type Institution = {
  /** The provider's own id of the bank. */
  id: string;
  name: string;
  /** How far back its transactions reach, in days. */
  historyDays: number;
  /** How long one consent lasts at most, in days. */
  accessDays: number;
};

/** A consent that waits for the landlord at `url`, on the provider's own site. */
export type Consent = {
  id: string;
  agreementId: string;
  url: string;
  /** How long it lasts once given, in days, and after how many of them the landlord agrees again (`renew`); null for never. */
  accessDays: number;
  reconfirmDays: number | null;
};

/** `status` is the provider's own word, for the log; `outcome` is what it means. Of accounts, the provider's ids. */
export type ConsentState = {
  outcome: 'pending' | 'linked' | 'rejected' | 'expired' | 'suspended' | 'failed';
  status: string;
  accounts: string[];
};

/** How the landlord came back. `reference` is that of `begin`, or empty; `reason` is the provider's own word, for the log. */
export type Return = { reference: string; outcome: 'returned' | 'cancelled' | 'failed'; reason: string };

/** What a bank says of an account. The numbers are whole: mask them before they are stored or sent. */
export type AccountDetails = {
  name: string;
  /** Whose it is, as the bank writes it; empty where it does not say. */
  holder: string;
  /** Eight digits, six digits, where the bank tells them. */
  accountNumber: string | null;
  sortCode: string | null;
  iban: string | null;
  currency: string;
};

/** What may still be read of an account today, of one kind of reading; undefined where the bank does not say. */
export type ReadLimit = { remaining: number; resetAt: Date } | undefined;

export type Balance = { amount: number; currency: string; limit: ReadLimit };

/** Booked or pending at the bank. */
export type BankEntry = {
  /** The same at each reading; null where the bank gives none that lasts. */
  externalId: string | null;
  date: string;
  /** Below zero where money went out. */
  amount: number;
  currency: string;
  /** Who and what for, in one line, as the landlord reads it in their statement. */
  text: string;
  reference: string;
  /** The provider's own category, where it has one. */
  category: string | null;
};

export type Entries = { booked: BankEntry[]; pending: BankEntry[]; limit: ReadLimit };

/** Every call rejects with a `BankError`, and with nothing else but an abort of `signal`. */
export type Bank = {
  /** Stands beside every external id, so that ids of two providers never meet. */
  provider: string;
  institutions(signal?: AbortSignal): Promise<Institution[]>;
  /** `reference` comes back in the address that the landlord is sent to. It is unique and cannot be guessed. */
  begin(wish: { institution: Institution; callbackUrl: string; reference: string }): Promise<Consent>;
  /** Reads what the provider put into the callback's address. Anybody can write such an address: `state` tells what is true. */
  returned(query: URLSearchParams): Return;
  state(consentId: string): Promise<ConsentState>;
  /** Asks for another 90 days of the same consent; the landlord agrees at the address this answers with. */
  renew(consent: { agreementId: string; callbackUrl: string }): Promise<{ url: string }>;
  account(accountId: string): Promise<AccountDetails & { limit: ReadLimit }>;
  balance(accountId: string): Promise<Balance>;
  /** From this day on, in the order the bank gives them. */
  entries(accountId: string, from: string): Promise<Entries>;
  /** Ends a consent at the bank. One that is gone already counts as ended. */
  revoke(consentId: string): Promise<void>;
};

/** Every way a call can fail, and what the log says of it. */
export const FAILURES = {
  /** `retryAt` says until when. */
  limit_reached: 'The bank allows no more readings of this account today',
  too_many_requests: 'The provider asks us to slow down',
  consent_ended: 'The landlord has to agree again at the bank',
  /** Closed, not permitted, suspended. */
  account_refused: 'The bank refuses this account',
  not_found: 'The provider does not know it (any more)',
  unavailable: 'The bank or the provider is down',
  timed_out: 'No answer came in time',
  bad_answer: 'The answer is not as the contract says',
  /** For the operator, not for the landlord. */
  refused_us: 'The provider refuses our keys or our request',
} as const;

export type BankFailure = keyof typeof FAILURES;

/** What a provider answered instead. The message is for the log and holds no secret, no name and no account number. */
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
