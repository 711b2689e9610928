/** Port for a tax authority that accepts quarterly updates of UK property. Days are YYYY-MM-DD. */

/** Both tokens are secret. A refresh replaces both, and a refresh token is single-use. */
export type Grant = { access: string; accessUntil: Date; refresh: string };

/** Parsed query of a callback. It can be forged: compare `state`, which is unguessable. `reason` is for the log. */
export type Return = { state: string; outcome: 'granted' | 'refused' | 'failed'; code: string; reason: string };

/** Facts about the browser and session behind a call. Missing facts are null. */
export type Sender = {
  userId: string;
  deviceId: string | null;
  userAgent: string | null;
  /** Minutes ahead of UTC. */
  utcOffset: number | null;
  screens: readonly Screen[];
  window: { width: number; height: number } | null;
  /** Null for an address that is not public. */
  address: { ip: string; port: number | null; at: Date } | null;
  secondFactor: { at: Date; reference: string } | null;
};
type Screen = { width: number; height: number; scale: number; depth: number };

/** `nino` is the National Insurance number of the person for whom the call is made. */
export type Call = { access: string; nino: string; sender: Sender };

export type QuarterKind = 'standard' | 'calendar';

/** `started` and `quarters` are null if the authority does not report them. */
export type Business = { id: string; started: string | null; quarters: QuarterKind | null };

/** `receivedOn` is the day of receipt; null until the obligation is fulfilled. */
export type Obligation = { from: string; to: string; due: string; receivedOn: string | null; isFulfilled: boolean };

/** A cumulative update as sent, in pounds. */
export type UpdateBody = {
  fromDate: string;
  toDate: string;
  ukProperty: { income?: Record<string, unknown>; expenses?: Record<string, unknown> };
};

/** `correlationId` identifies the response in the authority's log. */
type Sent = { correlationId: string | null };

type OfBusiness = { businessId: string; year: string };

/** Calls reject only with `TaxError`. Years are written like 2026-27. */
export type TaxAuthority = {
  /** Returns the URL of the page on which the person grants access. */
  connect(request: { callbackUrl: string; state: string }): string;
  returned(query: URLSearchParams): Return;
  /** Exchanges the code of a callback for tokens. Store them before use. */
  grant(request: { code: string; callbackUrl: string }): Promise<Grant>;
  refresh(refresh: string): Promise<Grant>;
  /** Lists the person's UK property businesses: at most one. */
  businesses(call: Call): Promise<Business[]>;
  obligations(call: Call, of: { businessId: string; from: string; to: string }): Promise<Obligation[]>;
  /** Allowed only before the first update of the year. */
  chooseQuarters(call: Call, choice: OfBusiness & { kind: QuarterKind }): Promise<void>;
  /** Replaces the year's update. `text` is the body, sent unchanged. */
  send(call: Call, update: OfBusiness & { text: string }): Promise<Sent>;
  /** Returns the authority's copy of the update; null if there is none. */
  read(call: Call, of: OfBusiness): Promise<UpdateBody | null>;
  /** Returns the URL of the page on which the person revokes access, as the authority has no API for it. */
  disconnect(): string;
};

const FAILURES = {
  not_authorised: 'The person is not signed up, or has not granted access',
  no_business: 'The authority has no UK property business of this person',
  too_early: 'The period has not ended',
  goes_back: 'A later update was sent before',
  other_quarters: 'The business has another kind of quarter',
  other_start: 'The business started on another day',
  other_reporting: 'The person reports at other intervals',
  window_closed: 'The year can no longer be changed',
  quarters_busy: 'The quarters are changing, or an update was sent this year',
  our_mistake: 'The authority rejects our request',
  unavailable: 'The authority is down or limits our requests',
  /** The request may have been processed. */
  no_answer: 'The response was lost',
  consent_ended: 'The person must grant access again',
  /** The operator must act: the person cannot. */
  refused_us: 'The authority rejects our keys',
  bad_answer: 'The response does not match the contract',
} as const;

export type TaxFailure = keyof typeof FAILURES;

/** The message is for the log: it must not contain secrets, names or personal ids. */
export class TaxError extends Error {
  constructor(
    readonly failure: TaxFailure,
    detail: string,
    readonly answer: { code?: string | undefined; correlationId?: string | null } = {},
  ) {
    super(`${FAILURES[failure]}: ${detail}`);
    this.name = 'TaxError';
  }
}
