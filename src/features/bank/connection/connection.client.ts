import { useQuery } from '@tanstack/react-query';
import { AppError } from '../../../shared/app-error.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import {
  AccountAnswer,
  AuthUrl,
  type BankConnection,
  type Confirmation,
  type GocardlessRequest,
  REQUISITION_KEY,
  RequisitionStatus,
  retryLine,
  STATUS_EVERY_MS,
  STATUS_FOR_MS,
  TransactionsAnswer,
} from './connection.ts';
import { FAILURES } from './failures.ts';

const CONNECTIONS = ['bank-connections', 'all'];
const connection = api['bank-connections'][':id'];

export function useConnections() {
  return useQuery({
    queryKey: CONNECTIONS,
    queryFn: ({ signal }) => read(api['bank-connections'].$get({}, { init: { signal } })),
    select: ({ items }) => items,
    // The landlord may have agreed at the bank in another window.
    refetchOnWindowFocus: 'always',
  });
}

type BankFeed = BankConnection['accounts'][number];

export type Feeds = ReadonlyMap<string, { connection: BankConnection; feed: BankFeed }>;

export function feedsOf(connections: readonly BankConnection[] = []): Feeds {
  return new Map(
    connections.flatMap((one) =>
      one.accounts.flatMap((feed) =>
        feed.bankAccountId ? [[feed.bankAccountId, { connection: one, feed }] as const] : [],
      ),
    ),
  );
}

const HOUR_MS = 3_600_000;

export function useInstitutions() {
  return useQuery({
    queryKey: ['institutions'],
    queryFn: ({ signal }) => read(api.banks.$get({}, { init: { signal } })),
    select: ({ items }) => items,
    staleTime: HOUR_MS,
  });
}

export function isOff(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'open_banking_disabled';
}

const call = (json: GocardlessRequest) => withSession(() => read(api.functions.gocardless.$post({ json })));

export const beginConnection = async (institutionId: string) =>
  AuthUrl.parse(await call({ action: 'auth-url', institutionId }));
export const readTransactions = async (accountId: string) =>
  TransactionsAnswer.parse(await call({ action: 'transactions', accountId }));

export const accountQuery = (accountId: string) => ({
  // Outside the key of bank connections, whose live changes must not cause another request to the bank.
  queryKey: ['account at the bank', accountId],
  queryFn: async () => AccountAnswer.parse(await call({ action: 'accounts', accountId })),
  staleTime: HOUR_MS,
});

export const confirmAccounts = (id: string, json: Confirmation) =>
  withSession(() => read(connection.confirm.$post({ param: { id }, json })));
export const renewConnection = (id: string) => withSession(() => read(connection.renew.$post({ param: { id } })));
export const syncAll = () => withSession(() => read(api['bank-accounts'].sync.$post({})));
export const cancelConnection = async (id: string): Promise<void> => {
  storedRequisition.drop();
  // If this fails, the server deletes the connection after a day.
  await withSession(() => connection.$delete({ param: { id } })).catch(() => undefined);
  await refreshConnections();
};

export const refreshConnections = () => invalidate({ queryKey: ['bank-connections'] });

export async function refreshBanks(): Promise<void> {
  await Promise.all(
    ['bank-connections', 'bank-accounts', 'transactions'].map((noun) => invalidate({ queryKey: [noun] })),
  );
}

/** Stores the id of the unfinished connection in this browser. If storage is blocked, Finance still lists it. */
export const storedRequisition = {
  get(): string | null {
    try {
      return window.localStorage.getItem(REQUISITION_KEY);
    } catch {
      return null;
    }
  },
  keep(id: string): void {
    try {
      window.localStorage.setItem(REQUISITION_KEY, id);
    } catch {}
  },
  drop(): void {
    try {
      window.localStorage.removeItem(REQUISITION_KEY);
    } catch {}
  },
};

/** Polls the consent for five minutes, or until it is settled or fails. `since` is the start in epoch milliseconds. */
export function useConsent(
  id: string,
  { returned, renewing, since }: { returned: boolean; renewing: boolean; since: number },
) {
  const queryKey = ['consent', id, since];
  const query = useQuery({
    queryKey,
    // A renewed consent has the same status as before, so polling cannot detect the renewal.
    enabled: !renewing,
    queryFn: async () => {
      const first = queryClient.getQueryData(queryKey) === undefined;
      const action = returned && first ? 'exchange-token' : 'requisition-status';
      return RequisitionStatus.parse(await call({ action, requisitionId: id }));
    },
    refetchInterval: ({ state }) =>
      state.status === 'error' || isSettled(state.data) || Date.now() - since >= STATUS_FOR_MS
        ? false
        : STATUS_EVERY_MS,
    // This window is in the background while the landlord is at the bank.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: ({ state }) => !isSettled(state.data),
    staleTime: 0,
    retry: false,
  });
  return { ...query, over: query.dataUpdatedAt - since >= STATUS_FOR_MS };
}

const isSettled = (requisition: RequisitionStatus | undefined) =>
  requisition?.status === 'LN' || requisition?.status === 'ER';

export function failureLine(
  { failure, retryAt }: Pick<BankFeed, 'failure' | 'retryAt'>,
  bank: string,
): string | undefined {
  return failure ? [FAILURES[failure].sentence(bank), retryLine(retryAt)].filter(Boolean).join(' ') : undefined;
}

/** Opens the bank in a new window, or in this one if blocked. Browsers allow new windows only during a click. */
export async function goToBank(address: Promise<string>, sameWindow: boolean): Promise<void> {
  const opened = sameWindow ? null : window.open('', '_blank');
  try {
    const url = await address;
    if (!opened) return window.location.assign(url);
    opened.opener = null;
    opened.location.replace(url);
  } catch (error) {
    opened?.close();
    throw error;
  }
}
