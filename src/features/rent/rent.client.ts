import { infiniteQueryOptions, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { formatPence } from '../../shared/money.ts';
import { api, read } from '../../web/http/api.client.ts';
import { isSeeded } from '../../web/http/query.client.ts';
import { saveWithKey } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { invalidateRent } from '../tenancy/tenancy.client.ts';
import { transactions } from '../transaction/transaction.client.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { FIRST_ROWS } from './listed.ts';
import type { ArrearsQuery, PaymentInput, RentQuery } from './rent.ts';

const PAGE_SIZE = 100;

type Params<Query> = Omit<Query, 'limit' | 'skip'>;
type Page = { items: unknown[]; found: number };

const pages = {
  initialPageParam: 0,
  getNextPageParam: (last: Page, _all: Page[], skipped: number) =>
    skipped + last.items.length < last.found ? skipped + last.items.length : undefined,
  placeholderData: keepPreviousData,
  staleTime: ({ state }: { state: { data: unknown } }) => (isSeeded(state.data) ? 10_000 : 0),
};
const asPage = (skip: number, first: number) => ({ limit: String(skip === 0 ? first : PAGE_SIZE), skip: String(skip) });

export const monthOf = (query: Params<RentQuery>) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['rent', 'month', query],
    queryFn: ({ pageParam, signal }) =>
      read(api.rent.$get({ query: { ...query, ...asPage(pageParam, FIRST_ROWS.month) } }, { init: { signal } })),
  });

export const arrearsOn = (query: Params<ArrearsQuery>) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['rent', 'arrears', query],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.rent.arrears.$get({ query: { ...query, ...asPage(pageParam, FIRST_ROWS.arrears) } }, { init: { signal } }),
      ),
  });

export function useLedger(id: string | undefined, on?: string) {
  return useQuery({
    queryKey: ['rent', 'ledger', id ?? '', on ?? ''],
    queryFn: ({ signal }) =>
      read(
        api.tenancies[':id'].ledger.$get({ param: { id: id ?? '' }, query: on ? { on } : {} }, { init: { signal } }),
      ),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

type PaymentRequest = { input: z.input<typeof PaymentInput>; key: string };

const TEXTS = {
  failed: 'We could not record the rent',
  signedOut: 'You must be logged in to record rent',
  missing: 'Tenancy not found',
};

/** `handledByCaller` suppresses the toast, as the calling form shows the error. */
export function useRecordRent({ handledByCaller = false }: { handledByCaller?: boolean } = {}) {
  return useMutation({
    mutationKey: ['rent', 'record'],
    mutationFn: ({ input, key }: PaymentRequest) =>
      saveWithKey(key, (sent) => read(api.rent.payments.$post({ json: input, header: {} }, sent))),
    onSuccess: (payment) => {
      void invalidateRent();
      toast.success(`${formatPence(payment.amount)} recorded`, {
        description: payment.description,
        timeout: 10_000,
        action: { label: 'Undo', act: () => void undo(payment) },
      });
    },
    ...(!handledByCaller && { meta: { texts: TEXTS } }),
  });
}

/** Removes a payment from the ledger and Finance, without a toast. */
export const removePayment = (payment: Transaction): Promise<void> => transactions.erase(payment);

async function undo(payment: Transaction): Promise<void> {
  try {
    await removePayment(payment);
    toast.info('Payment removed');
  } catch {
    toast.error('We could not undo this', { description: 'The payment may have changed. Check it in Finance.' });
  }
  void invalidateRent();
}
