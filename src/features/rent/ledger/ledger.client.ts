import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, done } from '../../../web/http/api.client.ts';
import { invalidate } from '../../../web/http/query.client.ts';
import { saveTexts, saveWithKey, withSession } from '../../../web/http/save.client.ts';
import { ADD_ERRORS_SHOWN_BY_FORM } from '../../../web/records/record-resource.client.ts';
import { TEXTS } from '../../tenancy/listed.ts';
import type { EntryInput } from './ledger.ts';

const { ':id': tenancyRoutes } = api.tenancies;

const texts = saveTexts({ signedOut: 'You must be logged in to change a ledger', missing: TEXTS.notFound });
const invalidateLedgers = () => void invalidate({ queryKey: ['rent'] });

/** `handledByCaller` suppresses toasts for errors that `useAddForm` shows. */
export function useAddEntry(id: string, { handledByCaller = false }: { handledByCaller?: boolean } = {}) {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: z.input<typeof EntryInput> }) =>
      saveWithKey(key, (sent) => done(tenancyRoutes.entries.$post({ param: { id }, json: input, header: {} }, sent))),
    onSuccess: invalidateLedgers,
    meta: {
      texts: {
        ...texts('We could not add to the ledger', 'Added to the ledger'),
        handledByCaller: handledByCaller
          ? ([...ADD_ERRORS_SHOWN_BY_FORM, 'invalid_input'] as const)
          : ['invalid_input' as const],
      },
    },
  });
}

export const removeEntry = ({ id, entryId }: { id: string; entryId: string }): Promise<void> =>
  withSession(() => done(tenancyRoutes.entries[':entryId'].$delete({ param: { id, entryId } })));

export function useRemoveEntry(id: string) {
  return useMutation({
    mutationFn: (entryId: string) => removeEntry({ id, entryId }),
    onSuccess: invalidateLedgers,
    meta: { texts: texts('We could not remove the entry', 'Removed from the ledger') },
  });
}

export function useDispute(id: string) {
  return useMutation({
    mutationFn: ({ entryId, disputed }: { entryId: string; disputed: boolean }) =>
      withSession(() => done(tenancyRoutes.entries[':entryId'].$patch({ param: { id, entryId }, json: { disputed } }))),
    onSuccess: invalidateLedgers,
    meta: { texts: texts('We could not change the dispute', 'Ledger changed') },
  });
}
