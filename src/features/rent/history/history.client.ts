import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { counted } from '../../../shared/text.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import type { LedgerStart } from '../../tenancy/ledger-start.ts';
import { TEXTS } from '../../tenancy/listed.ts';
import { invalidateRent, tenancies } from '../../tenancy/tenancy.client.ts';
import type { LedgerMoves } from './history.ts';

const GAPS = ['rent', 'gaps'];

const gaps = api.rent['ledger-gaps'];

const texts = {
  failed: 'We could not move the ledger',
  signedOut: 'You must be logged in to change a ledger',
  missing: TEXTS.notFound,
  handledByCaller: ['invalid_input'] as const,
};

export function useStartLedger(id: string) {
  return useMutation({
    mutationFn: (json: z.input<typeof LedgerStart>) =>
      withSession(() => read(api.tenancies[':id']['ledger-start'].$put({ param: { id }, json }))),
    onSuccess: (after) => {
      tenancies.patch(after);
      void invalidateRent();
    },
    meta: { texts: { ...texts, done: 'Ledger changed' } },
  });
}

export function useLedgerGaps() {
  return useQuery({
    queryKey: GAPS,
    queryFn: ({ signal }) => read(gaps.$get({}, { init: { signal } })),
  });
}

export function useMoveLedgers() {
  return useMutation({
    mutationFn: (json: LedgerMoves) => withSession(() => read(gaps.$post({ json }))),
    onSuccess: ({ moved }) => {
      void invalidateRent();
      toast.success(`${counted(moved, 'ledger')} moved back`);
    },
    meta: { texts: { ...texts, handledByCaller: [] } },
  });
}
