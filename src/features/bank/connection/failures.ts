/** Every way a connection or the reading of an account can fail: what the landlord reads, and what becomes of it. */
import { z } from 'zod';

type Told = {
  /** `bank` is its name. Says what happened and what to do. */
  sentence: (bank: string) => string;
  /** What is stored of it: the connection ended, the account is no more connected, or nothing but the failure. */
  ends: 'connection' | 'account' | 'nothing';
  /** Whether asking again can help by itself. */
  again: boolean;
};

/** The port's failures, and those of a consent. */
export const FAILURES = {
  cancelled: {
    sentence: (bank) => `You came back from ${bank} without agreeing. Nothing was imported.`,
    ends: 'connection',
    again: false,
  },
  refused_at_bank: {
    sentence: (bank) => `${bank} did not agree to the connection. Nothing was imported.`,
    ends: 'connection',
    again: false,
  },
  no_accounts: {
    sentence: (bank) => `${bank} shared no account. Choose at least one there.`,
    ends: 'connection',
    again: false,
  },
  not_pounds: {
    sentence: () => 'Only accounts in pounds can be imported.',
    ends: 'nothing',
    again: false,
  },
  limit_reached: {
    sentence: (bank) => `${bank} allows few reads a day, and those of today are used.`,
    ends: 'nothing',
    again: true,
  },
  too_many_requests: {
    sentence: (bank) => `${bank} is being asked too often just now.`,
    ends: 'nothing',
    again: true,
  },
  consent_ended: {
    sentence: (bank) => `${bank} shares no more until you agree again. What was imported stays.`,
    ends: 'connection',
    again: false,
  },
  account_refused: {
    sentence: (bank) => `${bank} does not let this account be read. It may be closed or suspended.`,
    ends: 'account',
    again: false,
  },
  not_found: {
    sentence: (bank) => `${bank} does not know this account any more. Connect it again.`,
    ends: 'account',
    again: false,
  },
  unavailable: {
    sentence: (bank) => `${bank} cannot be reached just now. Nothing was changed.`,
    ends: 'nothing',
    again: true,
  },
  timed_out: {
    sentence: (bank) => `${bank} did not answer within 30 seconds. Nothing was changed.`,
    ends: 'nothing',
    again: true,
  },
  bad_answer: {
    sentence: (bank) => `${bank} answered something that cannot be read. Nothing was changed.`,
    ends: 'nothing',
    again: true,
  },
  not_saved: {
    sentence: () => 'Failed to save bank account data.',
    ends: 'nothing',
    again: true,
  },
  refused_us: {
    sentence: (bank) => `${bank} cannot be asked just now because of a fault on our side. Nothing was changed.`,
    ends: 'nothing',
    again: true,
  },
} as const satisfies Record<string, Told>;

/** Not a fault: the bank has said how often a day it may be asked. */
export const isUsedToday = ({ failure }: { failure: BankFailure | null }) => failure === 'limit_reached';

export type BankFailure = keyof typeof FAILURES;
export const BankFailure = z.enum(Object.keys(FAILURES) as [BankFailure, ...BankFailure[]]);
