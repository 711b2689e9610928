/** Tenancies in the browser: reads, and saves with their toasts. */
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, done, read, underKey } from '../../web/http/api.client.ts';
import { readAgain } from '../../web/http/query.client.ts';
import { type SaveTexts, untilSure, withSession } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { EndInput } from './ending/ending.ts';
import type { EntryInput } from './ledger/ledger.ts';
import { TEXTS } from './listed.ts';
import type { RentInput, Tenancy, TenancyChange, TenancyQuery, TenancyRecord } from './tenancy.ts';

const routes = api.tenancies;

export const tenancies = recordResource<Tenancy, TenancyRecord, TenancyChange, TenancyQuery>({
  noun: 'tenancies',
  routes,
  texts: TEXTS,
  invalidates: () => [['rent'], ['tenants']],
});

const texts = (failed: string, said: string): SaveTexts => ({
  done: said,
  failed,
  signedOut: 'You must be logged in to change a tenancy',
  missing: TEXTS.notFound,
});

const { ':id': one } = routes;
const readLedgersAgain = () => void readAgain({ queryKey: ['rent'] });

/** Sets the rent from a day on. */
export function useAddRent(id: string) {
  return useMutation({
    mutationFn: (input: z.input<typeof RentInput>) =>
      withSession(() => read(one.rents.$post({ param: { id }, json: input }))),
    onSuccess: (after) => {
      tenancies.patch(after);
      readLedgersAgain();
    },
    meta: { texts: { ...texts('Failed to change the rent', 'Rent changed'), unsaid: ['invalid_input'] as const } },
  });
}

export function useRemoveRent(id: string) {
  return useMutation({
    mutationFn: (rentId: string) => withSession(() => read(one.rents[':rentId'].$delete({ param: { id, rentId } }))),
    onSuccess: (after) => {
      tenancies.patch(after);
      readLedgersAgain();
    },
    meta: { texts: texts('Failed to remove the rent', 'Rent removed') },
  });
}

export function useEndTenancy(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: z.input<typeof EndInput> }) =>
      withSession(() =>
        untilSure(() => read(one.end.$post({ param: { id }, json: input, header: {} }, underKey(key)))),
      ),
    onSuccess: (after) => {
      tenancies.patch(after);
      for (const noun of ['rent', 'tenants', 'properties']) void readAgain({ queryKey: [noun] });
    },
    meta: { texts: { ...texts('Failed to end the tenancy', 'Tenancy ended'), unsaid: ['invalid_input'] as const } },
  });
}

/** The tenancies of a property are an agreement each. */
export function useSeparate() {
  return useMutation({
    mutationFn: (propertyId: string) => withSession(() => done(routes.separate.$post({ json: { propertyId } }))),
    onSuccess: readLedgersAgain,
    meta: { texts: texts('Failed to keep them separate', 'They stay separate') },
  });
}

export function useAddEntry(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: z.input<typeof EntryInput> }) =>
      withSession(() => done(one.entries.$post({ param: { id }, json: input, header: {} }, underKey(key)))),
    onSuccess: readLedgersAgain,
    meta: {
      texts: { ...texts('Failed to add to the ledger', 'Added to the ledger'), unsaid: ['invalid_input'] as const },
    },
  });
}

export function useRemoveEntry(id: string) {
  return useMutation({
    mutationFn: (entryId: string) =>
      withSession(() => done(one.entries[':entryId'].$delete({ param: { id, entryId } }))),
    onSuccess: readLedgersAgain,
    meta: { texts: texts('Failed to remove it from the ledger', 'Removed from the ledger') },
  });
}

export function useDispute(id: string) {
  return useMutation({
    mutationFn: ({ entryId, disputed }: { entryId: string; disputed: boolean }) =>
      withSession(() => done(one.entries[':entryId'].$patch({ param: { id, entryId }, json: { disputed } }))),
    onSuccess: readLedgersAgain,
    meta: { texts: texts('Failed to mark it', 'Ledger changed') },
  });
}
