import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, read } from '../../../web/http/api.client.ts';
import { saveTexts, saveWithKey, withSession } from '../../../web/http/save.client.ts';
import { ADD_ERRORS_SHOWN_BY_FORM } from '../../../web/records/record-resource.client.ts';
import { TEXTS } from '../../tenancy/listed.ts';
import { invalidateRent, tenancies } from '../../tenancy/tenancy.client.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import type { Choices } from './allocation.ts';
import type { DepositDeductionInput, PastRent, ReturnInput } from './payments.ts';

type WithKey<Input> = { key: string; input: Input };

const { ':id': tenancyRoutes } = api.tenancies;
const { ':id': payment } = api.rent.payments;

const SHARED = { signedOut: 'You must be logged in to change a ledger', missing: TEXTS.notFound };
const texts = saveTexts({ ...SHARED, handledByCaller: ['invalid_input'] });
const addTexts = saveTexts({ ...SHARED, handledByCaller: [...ADD_ERRORS_SHOWN_BY_FORM, 'invalid_input'] });

/** Resolves once the ledger has loaded, so that the closing dialog does not focus a button that then disappears. */
function refetchLedger(after: TenancyRecord): Promise<unknown> {
  tenancies.patch(after);
  return invalidateRent();
}

export function usePastRows(id: string) {
  return useQuery({
    queryKey: ['rent', 'past-rows', id],
    queryFn: ({ signal }) => read(tenancyRoutes['past-rows'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

export function useAddPastRent(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: WithKey<z.input<typeof PastRent>>) =>
      saveWithKey(key, (sent) =>
        read(tenancyRoutes['past-rent'].$post({ param: { id }, json: input, header: {} }, sent)),
      ),
    onSuccess: refetchLedger,
    meta: { texts: addTexts('We could not add past rent', 'Past rent added') },
  });
}

export function useRecordDeduction(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: WithKey<z.input<typeof DepositDeductionInput>>) =>
      saveWithKey(key, (sent) =>
        read(tenancyRoutes['kept-deposit'].$post({ param: { id }, json: input, header: {} }, sent)),
      ),
    onSuccess: refetchLedger,
    meta: { texts: addTexts('We could not record the kept deposit', 'Recorded as income') },
  });
}

export function useReturnPayment(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: WithKey<z.input<typeof ReturnInput>>) =>
      saveWithKey(key, (sent) => read(payment.return.$post({ param: { id }, json: input, header: {} }, sent))),
    onSuccess: invalidateRent,
    meta: { texts: { ...addTexts('We could not record the return', 'Recorded'), missing: 'Payment not found' } },
  });
}

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
    onSuccess: invalidateRent,
    meta: {
      texts: { ...texts('We could not change the allocation', 'Allocation changed'), missing: 'Payment not found' },
    },
  });
}
