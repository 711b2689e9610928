import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, done, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { TEXTS } from './listed.ts';
import type { RentInput, Tenancy, TenancyChange, TenancyQuery, TenancyRecord } from './tenancy.ts';

const routes = api.tenancies;

export const tenancies = recordResource<Tenancy, TenancyRecord, TenancyChange, TenancyQuery>({
  noun: 'tenancies',
  routes,
  texts: TEXTS,
  invalidates: () => [['rent'], ['tenants']],
});

const texts = saveTexts({ signedOut: 'You must be logged in to change a tenancy', missing: TEXTS.notFound });

const { ':id': recordRoutes } = routes;

/** Invalidates everything that shows rent or money. */
export function invalidateRent(): Promise<unknown> {
  const nouns = ['rent', 'tenancies', 'transactions', 'bank-rows'];
  return Promise.all(nouns.map((noun) => invalidate({ queryKey: [noun] })));
}

const invalidateLedgers = () => void invalidate({ queryKey: ['rent'] });

export function useAddRent(id: string) {
  return useMutation({
    mutationFn: (input: z.input<typeof RentInput>) =>
      withSession(() => read(recordRoutes.rents.$post({ param: { id }, json: input }))),
    onSuccess: (after) => {
      tenancies.patch(after);
      invalidateLedgers();
    },
    meta: {
      texts: { ...texts('We could not change the rent', 'Rent changed'), handledByCaller: ['invalid_input'] as const },
    },
  });
}

export function useRemoveRent(id: string) {
  return useMutation({
    mutationFn: (rentId: string) =>
      withSession(() => read(recordRoutes.rents[':rentId'].$delete({ param: { id, rentId } }))),
    onSuccess: (after) => {
      tenancies.patch(after);
      invalidateLedgers();
    },
    meta: { texts: texts('We could not remove the rent', 'Rent removed') },
  });
}

export function useSeparate() {
  return useMutation({
    mutationFn: (propertyId: string) => withSession(() => done(routes.separate.$post({ json: { propertyId } }))),
    onSuccess: invalidateLedgers,
    meta: { texts: texts('We could not keep the tenancies separate', 'Tenancies kept separate') },
  });
}
