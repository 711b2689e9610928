/** Bank connections: what is asked and answered, and every way one can fail with its sentence. Ids are ours; the provider's stay on the server. */
import { z } from 'zod';
import { formatInstantAsDay, formatInstantAsTime } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { BankAccountChange } from '../bank-account.ts';
import { BankFailure } from './failures.ts';

export const Institution = z
  .object({
    id: z.string(),
    name: z.string(),
    historyDays: z.int().describe('How far back its transactions reach'),
    accessDays: z.int().describe('How long a consent lasts at most'),
    agreeAgainDays: z.int().describe('After how many days at the latest the landlord agrees again'),
  })
  .meta({ id: 'BankInstitution' });
export type Institution = z.infer<typeof Institution>;

export const Institutions = z.object({ items: z.array(Institution).describe('By name') });

/** How many days before it ends a consent is spoken of. */
export const CONSENT_SOON_DAYS = 14;

const FEED_STATES = ['found', 'importing', 'imported', 'failed'] as const;
const CONNECTION_STATES = ['pending', 'linked', 'active', 'failed', 'ended'] as const;

const Instant = z.string().describe('Instant, ISO 8601');

/** An account that a connection gives access to. */
const BankFeed = z
  .object({
    id: z.uuid().describe('The accountId of the actions'),
    bankAccountId: z.uuid().nullable().describe('The bank account it is; null until the landlord has chosen it'),
    name: z.string().nullable().describe('As the bank names it; null until the action accounts has read it'),
    holder: z.string().nullable(),
    accountNumber: z.string().nullable().describe('Masked: ****5678'),
    sortCode: z.string().nullable().describe('Masked: 12-34-**'),
    currency: z.string().nullable(),
    state: z.enum(FEED_STATES).describe('failed: `failure` says why; what was imported before stays'),
    failure: BankFailure.nullable(),
    retryAt: Instant.nullable().describe('When the bank lets it be read again'),
    syncedAt: Instant.nullable(),
    since: z.string().nullable().describe('The first day that was read'),
    imported: z.int().describe('New transactions of the last reading'),
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
        'pending: at the bank. linked: to be confirmed. active: confirmed. ended: the landlord has to agree again',
      ),
    failure: BankFailure.nullable(),
    accessUntil: Instant.nullable(),
    reconfirmBy: Instant.nullable().describe('Agreeing again before then keeps it; POST …/renew'),
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

/** LN is linked, ER failed or cancelled; anything else is asked again after three seconds. */
export const RequisitionStatus = z
  .object({
    status: z.string().describe("'LN' linked, 'ER' failed or cancelled, else the provider's word for under way"),
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
      balance: z.int().nullable().describe('Pence; null where the bank did not tell it'),
      currency: z.string(),
    }),
    known: z
      .object({ id: z.uuid(), name: z.string(), onlyLets: z.boolean() })
      .nullable()
      .describe('The bank account it is already: it is connected again, and nothing is doubled'),
    failure: BankFailure.nullable().describe('not_pounds: it is shown, and cannot be imported'),
  })
  .meta({ id: 'GocardlessAccount' });
export type AccountAnswer = z.infer<typeof AccountAnswer>;

/** How the reading of an account went. A failure is an outcome: `failure` names it, `retryAt` says when to try again. */
export const SyncOutcome = z
  .object({
    bankAccountId: z.uuid(),
    name: z.string(),
    institution: z.string(),
    imported: z.int().describe('New transactions'),
    updated: z.int().describe('Transactions that the bank has changed'),
    asked: z.int().describe('Lines that wait for the landlord to say which row they are'),
    offered: z.int().describe('Rows that may be the same payment as a new one'),
    failure: BankFailure.nullable(),
    retryAt: Instant.nullable(),
  })
  .meta({ id: 'BankSyncOutcome' });
export type SyncOutcome = z.infer<typeof SyncOutcome>;

export const SyncOutcomes = z.object({ items: z.array(SyncOutcome).describe('One of each connected account') });

/** The outcome, with what came of it. */
export const TransactionsAnswer = SyncOutcome.extend({
  transactions: z
    .array(
      z.object({
        transaction_id: z.uuid(),
        amount: z.int().describe('Pence, below zero where money went out'),
        description: z.string(),
        remittance_information: z.string().nullable(),
        booking_date: z.string(),
        category: z.string(),
      }),
    )
    .describe('Those that are new, newest first; 500 at most'),
}).meta({ id: 'GocardlessTransactions' });
export type TransactionsAnswer = z.infer<typeof TransactionsAnswer>;

export const Confirmation = z
  .object({
    accounts: z
      .array(
        z.object({
          id: z.uuid(),
          name: BankAccountChange.shape.name.optional().describe("The bank's where left out"),
          onlyLets: z.boolean().optional().describe('Whether the account is only for lets; unchanged where left out'),
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
    amount: z.int().describe('Pence, below zero where money goes out'),
    text: z.string(),
  })
  .meta({ id: 'PendingEntry' });
export type PendingEntry = z.infer<typeof PendingEntry>;

export const PendingEntries = z.object({ items: z.array(PendingEntry).describe('Newest first') });

/** Of the specification (part 2, sections 4, 7, 8, 9), and what it leaves out. */
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
  usedToday: 'Your bank allows no more updates today',
  goBack: 'Go back to the window where you started',
  goBackHint: 'That window shows how it went, and what comes next. You can close this one.',
  notFound: 'Bank connection not found',
  tooMany: 'You have begun many connections. Please wait an hour, or finish one of them.',
};

/** Where the pending connection is remembered in the browser; the word in the address on the way back; milliseconds. */
export const REQUISITION_KEY = 'gocardless_requisition_id';
export const STATUS_EVERY_MS = 3_000;
export const STATUS_FOR_MS = 5 * 60_000;
export const CLOSE_AFTER_MS = 2_000;

/** 'Connected 2 bank accounts and imported 214 transactions.' */
export function connectedLine(accounts: number, transactions: number): string {
  return `Connected ${counted(accounts, 'bank account')} and imported ${counted(transactions, 'transaction')}.`;
}

/** 'It can be refreshed again at 00:10 on 23 Nov 2026.' in the landlord's time; empty where the bank did not say. */
export function retryLine(retryAt: string | null): string {
  if (!retryAt) return '';
  return `It can be refreshed again at ${formatInstantAsTime(retryAt)} on ${formatInstantAsDay(retryAt)}.`;
}
