import { z } from 'zod';

type FailureFacts = {
  sentence: (bank: string) => string;
  /** Whether the failure ends the whole connection, only this account's access, or neither. */
  ends: 'connection' | 'account' | 'nothing';
  /** Whether a retry without changes can succeed. */
  isRetryable: boolean;
};

export const FAILURES = {
  cancelled: {
    sentence: (bank) => `You returned from ${bank} without agreeing. We did not import anything.`,
    ends: 'connection',
    isRetryable: false,
  },
  refused_at_bank: {
    sentence: (bank) => `${bank} did not agree to the connection. We did not import anything.`,
    ends: 'connection',
    isRetryable: false,
  },
  no_accounts: {
    sentence: (bank) => `${bank} did not share any accounts. Connect again and choose at least one.`,
    ends: 'connection',
    isRetryable: false,
  },
  not_pounds: {
    sentence: () => 'Only accounts in pounds can be imported.',
    ends: 'nothing',
    isRetryable: false,
  },
  limit_reached: {
    sentence: (bank) => `${bank} limits updates each day. You have reached today’s limit.`,
    ends: 'nothing',
    isRetryable: true,
  },
  too_many_requests: {
    sentence: (bank) => `${bank} is receiving too many requests. Try again later.`,
    ends: 'nothing',
    isRetryable: true,
  },
  consent_ended: {
    sentence: (bank) => `${bank} has stopped sharing. Renew access to import new transactions.`,
    ends: 'connection',
    isRetryable: false,
  },
  account_refused: {
    sentence: (bank) => `${bank} does not allow access to this account. It may be closed or suspended.`,
    ends: 'account',
    isRetryable: false,
  },
  not_found: {
    sentence: (bank) => `${bank} no longer has this account. Connect it again.`,
    ends: 'account',
    isRetryable: false,
  },
  unavailable: {
    sentence: (bank) => `We could not reach ${bank}. Your records have not changed.`,
    ends: 'nothing',
    isRetryable: true,
  },
  timed_out: {
    sentence: (bank) => `${bank} did not reply within 30 seconds. Your records have not changed.`,
    ends: 'nothing',
    isRetryable: true,
  },
  bad_answer: {
    sentence: (bank) => `We could not read the reply from ${bank}. Your records have not changed.`,
    ends: 'nothing',
    isRetryable: true,
  },
  not_saved: {
    sentence: () => 'Failed to save bank account data.',
    ends: 'nothing',
    isRetryable: true,
  },
  refused_us: {
    sentence: (bank) => `A fault on our side stopped us reading from ${bank}. Your records have not changed.`,
    ends: 'nothing',
    isRetryable: true,
  },
} as const satisfies Record<string, FailureFacts>;

/** Not shown as an error, because banks limit daily updates. */
export const isUsedToday = ({ failure }: { failure: BankFailure | null }) => failure === 'limit_reached';

export type BankFailure = keyof typeof FAILURES;
export const BankFailure = z.enum(Object.keys(FAILURES) as [BankFailure, ...BankFailure[]]);
