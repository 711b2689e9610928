/** Past months, returned payments, kept deposits and base rates in the browser. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, read, underKey } from '../../../web/http/api.client.ts';
import { readAgain } from '../../../web/http/query.client.ts';
import { type SaveTexts, untilSure, withSession } from '../../../web/http/save.client.ts';
import { TEXTS } from '../listed.ts';
import { readRentAgain } from '../rent/rent.client.ts';
import { tenancies } from '../tenancy.client.ts';
import type { TenancyRecord } from '../tenancy.ts';
import type { Choices } from './allocation.ts';
import type { BaseRates } from './base-rates.ts';
import type { KeptInput, PastRent, ReturnInput } from './payments.ts';

type Under<Input> = { key: string; input: Input };

const { ':id': one } = api.tenancies;
const { ':id': payment } = api.rent.payments;
const { ':from': rateOf, ...rates } = api.rent['base-rates'];

const texts = (failed: string, said: string): SaveTexts => ({
  done: said,
  failed,
  signedOut: 'You must be logged in to change a ledger',
  missing: TEXTS.notFound,
  unsaid: ['invalid_input'] as const,
});

/** A dialog closes when the ledger has come: a button that goes with it could not take the focus back. */
function showAfter(after: TenancyRecord): Promise<unknown> {
  tenancies.patch(after);
  return readRentAgain();
}

/** Bank rows that paid the months before the ledger. */
export function usePastRows(id: string) {
  return useQuery({
    queryKey: ['rent', 'past-rows', id],
    queryFn: ({ signal }) => read(one['past-rows'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

export function useAddPastRent(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: Under<z.input<typeof PastRent>>) =>
      withSession(() =>
        untilSure(() => read(one['past-rent'].$post({ param: { id }, json: input, header: {} }, underKey(key)))),
      ),
    onSuccess: showAfter,
    meta: { texts: texts('Failed to add past rent', 'Past rent added') },
  });
}

export function useRecordKept(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: Under<z.input<typeof KeptInput>>) =>
      withSession(() =>
        untilSure(() => read(one['kept-deposit'].$post({ param: { id }, json: input, header: {} }, underKey(key)))),
      ),
    onSuccess: showAfter,
    meta: { texts: texts('Failed to record what was kept', 'Recorded as income') },
  });
}

/** Of a payment, by the id of its transaction. */
export function useReturnPayment(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: Under<z.input<typeof ReturnInput>>) =>
      withSession(() =>
        untilSure(() => read(payment.return.$post({ param: { id }, json: input, header: {} }, underKey(key)))),
      ),
    onSuccess: readRentAgain,
    meta: { texts: { ...texts('Failed to record that it went back', 'Recorded'), missing: 'Payment not found' } },
  });
}

/** Of a payment, by the id of its transaction. */
export function useAllocation(id: string) {
  return useQuery({
    queryKey: ['rent', 'allocation', id],
    queryFn: ({ signal }) => read(payment.allocation.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

export function useChangeAllocation(id: string) {
  return useMutation({
    mutationFn: (goesTo: Choices) =>
      withSession(() => read(payment.allocation.$put({ param: { id }, json: { goesTo } }))),
    onSuccess: readRentAgain,
    meta: {
      texts: { ...texts('Failed to change what it pays', 'Changed what it pays'), missing: 'Payment not found' },
    },
  });
}

const RATES = ['rent', 'base-rates'] as const;

export function useBaseRates() {
  return useQuery({ queryKey: RATES, queryFn: ({ signal }) => read(rates.$get({}, { init: { signal } })) });
}

/** Sets one from a day on; removes it where no rate is given. */
export function useChangeBaseRate() {
  return useMutation({
    mutationFn: ({ from, percent }: { from: string; percent: number | undefined }): Promise<BaseRates> =>
      withSession(() =>
        percent === undefined
          ? read(rateOf.$delete({ param: { from } }))
          : read(rateOf.$put({ param: { from }, json: { percent } })),
      ),
    onSuccess: () => void readAgain({ queryKey: ['rent'] }),
    meta: { texts: { ...texts('Failed to change the base rates', 'Base rates changed'), missing: 'Rate not found' } },
  });
}
