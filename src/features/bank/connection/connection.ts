/** All ids are Tenure's own; the provider's ids stay on the server. */
import { z } from 'zod';
import { formatInstantAsDay, formatInstantAsTime } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { BankAccountChange } from '../bank-account.ts';
import { BankFailure } from './failures.ts';

export const Institution = z
  .object({
    id: z.string(),
    name: z.string(),
    historyDays: z.int().describe('Days of past transactions available'),
    accessDays: z.int().describe('Maximum days of a consent'),
    agreeAgainDays: z.int().describe('Maximum days until the landlord renews access'),
  })
  .meta({ id: 'BankInstitution' });
export type Institution = z.infer<typeof Institution>;

export const Institutions = z.object({ items: z.array(Institution).describe('By name') });

/** A consent is shown as ending from this many days before its end. */
export const CONSENT_SOON_DAYS = 14;

const FEED_STATES = ['found', 'importing', 'imported', 'failed'] as const;
const CONNECTION_STATES = ['pending', 'linked', 'active', 'failed', 'ended'] as const;

const Instant = z.string().describe('Instant, ISO 8601');

const BankFeed = z
  .object({
    id: z.uuid().describe('The accountId of the actions'),
    bankAccountId: z.uuid().nullable().describe('The bank account; null until the landlord has chosen it'),
    name: z.string().nullable().describe('The name at the bank; null until read by the action accounts'),
    holder: z.string().nullable(),
    accountNumber: z.string().nullable().describe('Masked: ****5678'),
    sortCode: z.string().nullable().describe('Masked: 12-34-**'),
    currency: z.string().nullable(),
    state: z.enum(FEED_STATES).describe('failed: see `failure`; earlier transactions are kept'),
    failure: BankFailure.nullable(),
    retryAt: Instant.nullable().describe('When the bank allows the next sync'),
    syncedAt: Instant.nullable(),
    since: z.string().nullable().describe('The first synced date'),
    imported: z.int().describe('New transactions of the last sync'),
    pending: z.int().describe('Entries that the bank has not booked yet'),
  })
  .meta({ id: 'BankFeed' });

export const BankConnection = z
  .object({
    id: z.uuid().describe('The requisitionId of the actions'),
    institutionId: z.string(),
    institution: z.string(),
    state: z
      .enum(CONNECTION_STATES)
      .describe(
        'pending: at the bank. linked: to be confirmed. active: confirmed. ended: the landlord must renew access',
      ),
    failure: BankFailure.nullable(),
    accessUntil: Instant.nullable(),
    reconfirmBy: Instant.nullable().describe('Renew access before then with POST …/renew'),
    createdAt: Instant,
    accounts: z.array(BankFeed),
  })
  .meta({ id: 'BankConnection' });
export type BankConnection = z.infer<typeof BankConnection>;

export const BankConnections = z.object({ items: z.array(BankConnection).describe('Newest first') });
export type BankConnections = z.infer<typeof BankConnections>;

const requisitionId = z.uuid();
const accountId = z.uuid();

/** The five actions of the specification (part 2, section 7). */
export const GocardlessRequest = z
  .discriminatedUnion('action', [
    z.object({ action: z.literal('auth-url'), institutionId: z.string().min(1).max(200) }),
    z.object({ action: z.literal('exchange-token'), requisitionId }),
    z.object({ action: z.literal('requisition-status'), requisitionId }),
    z.object({ action: z.literal('accounts'), accountId }),
    z.object({ action: z.literal('transactions'), accountId }),
  ])
  .meta({ id: 'GocardlessRequest' });
export type GocardlessRequest = z.infer<typeof GocardlessRequest>;

export const AuthUrl = z.object({ requisitionId: z.uuid(), authUrl: z.url() }).meta({ id: 'GocardlessAuthUrl' });
export type AuthUrl = z.infer<typeof AuthUrl>;

/** Any status other than LN and ER is polled again after `STATUS_EVERY_MS`. */
export const RequisitionStatus = z
  .object({
    status: z
      .string()
      .describe("'LN' linked, 'ER' failed or cancelled, otherwise the provider's name of a pending state"),
    accounts: z.array(z.uuid()),
    failure: BankFailure.nullable().describe('With ER: why'),
  })
  .meta({ id: 'GocardlessRequisition' });
export type RequisitionStatus = z.infer<typeof RequisitionStatus>;

export const AccountAnswer = z
  .object({
    account: z.object({
      account_id: z.uuid(),
      name: z.string(),
      institution_name: z.string(),
      holder: z.string(),
      account_number: z.string().describe('Masked'),
      sort_code: z.string().nullable().describe('Masked'),
      balance: z.int().nullable().describe('Pence; null if the bank did not report it'),
      currency: z.string(),
    }),
    known: z
      .object({ id: z.uuid(), name: z.string(), lettingsOnly: z.boolean() })
      .nullable()
      .describe('The bank account it is already: it is connected again, and nothing is doubled'),
    failure: BankFailure.nullable().describe('not_pounds: it is shown, and cannot be imported'),
  })
  .meta({ id: 'GocardlessAccount' });
export type AccountAnswer = z.infer<typeof AccountAnswer>;

/** `failure` is null on success. `retryAt` is when the bank allows the next sync. */
export const SyncOutcome = z
  .object({
    bankAccountId: z.uuid(),
    name: z.string(),
    institution: z.string(),
    imported: z.int().describe('New transactions'),
    updated: z.int().describe('Transactions that the bank has changed'),
    asked: z.int().describe('Lines that the landlord must match'),
    offered: z.int().describe('Rows that may be the same payment as a new one'),
    failure: BankFailure.nullable(),
    retryAt: Instant.nullable(),
  })
  .meta({ id: 'BankSyncOutcome' });
export type SyncOutcome = z.infer<typeof SyncOutcome>;

export const SyncOutcomes = z.object({ items: z.array(SyncOutcome).describe('One of each connected account') });

export const TransactionsAnswer = SyncOutcome.extend({
  transactions: z
    .array(
      z.object({
        transaction_id: z.uuid(),
        amount: z.int().describe('Pence, below zero for money out'),
        description: z.string(),
        remittance_information: z.string().nullable(),
        booking_date: z.string(),
        category: z.string(),
      }),
    )
    .describe('New transactions, newest first; at most 500'),
}).meta({ id: 'GocardlessTransactions' });
export type TransactionsAnswer = z.infer<typeof TransactionsAnswer>;

export const Confirmation = z
  .object({
    accounts: z
      .array(
        z.object({
          id: z.uuid(),
          name: BankAccountChange.shape.name.optional().describe("By default the bank's name"),
          lettingsOnly: z.boolean().optional().describe('Whether the account is only for lets; by default unchanged'),
        }),
      )
      .min(1, 'Choose at least one account')
      .max(50),
  })
  .meta({ id: 'BankConfirmation' });
export type Confirmation = z.infer<typeof Confirmation>;

export const GocardlessAnswer = z.union([AuthUrl, RequisitionStatus, AccountAnswer, TransactionsAnswer]);

export const Renewal = z.object({ authUrl: z.url() }).meta({ id: 'BankRenewal' });

export const PendingEntry = z
  .object({
    id: z.uuid(),
    date: z.string(),
    amount: z.int().describe('Pence, below zero for money out'),
    text: z.string(),
  })
  .meta({ id: 'PendingEntry' });
export type PendingEntry = z.infer<typeof PendingEntry>;

export const PendingEntries = z.object({ items: z.array(PendingEntry).describe('Newest first') });

/** Texts of the specification (part 2, sections 4, 7, 8 and 9), with additions. */
export const CONNECTION_TEXTS = {
  card: 'Connect Your Bank',
  connectionError: 'Connection Error',
  providerFailed: 'Failed to connect to the open-banking provider. Please try again.',
  failedTitle: 'Connection failed',
  cancelled: 'Connection failed or was cancelled by the user.',
  exchangeFailed: 'Failed to complete bank connection. Please try again.',
  statusFailed: 'Failed to check connection status. Please try again.',
  saveFailed: 'Failed to save bank account data.',
  connected: 'Bank Connected',
  synced: 'Account synchronized',
  syncFailed: 'Synchronization failed',
  usedToday: 'You have reached your bank’s update limit for today',
  goBack: 'Go back to the window where you started',
  goBackHint: 'Continue in that window. You can close this one.',
  notFound: 'Bank connection not found',
  tooMany: 'You have started too many connections. Wait an hour, then try again.',
};

/** Key in the browser's storage for the id of the unfinished connection. */
export const REQUISITION_KEY = 'gocardless_requisition_id';
export const STATUS_EVERY_MS = 3_000;
export const STATUS_FOR_MS = 5 * 60_000;
export const CLOSE_AFTER_MS = 2_000;

export function connectedLine(accounts: number, transactions: number): string {
  return `Connected ${counted(accounts, 'bank account')} and imported ${counted(transactions, 'transaction')}.`;
}

export function retryLine(retryAt: string | null): string {
  if (!retryAt) return '';
  return `You can refresh it again at ${formatInstantAsTime(retryAt)} on ${formatInstantAsDay(retryAt)}.`;
}
