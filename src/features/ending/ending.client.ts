import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { saveWithKey } from '../../web/http/save.client.ts';
import { ADD_ERRORS_SHOWN_BY_FORM } from '../../web/records/record-resource.client.ts';
import { TEXTS } from '../tenancy/listed.ts';
import { tenancies } from '../tenancy/tenancy.client.ts';
import type { EndInput } from './ending.ts';

const { ':id': tenancyRoutes } = api.tenancies;

export function useEndTenancy(id: string) {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: z.input<typeof EndInput> }) =>
      saveWithKey(key, (sent) => read(tenancyRoutes.end.$post({ param: { id }, json: input, header: {} }, sent))),
    onSuccess: (after) => {
      tenancies.patch(after);
      for (const noun of ['rent', 'tenants', 'properties']) void invalidate({ queryKey: [noun] });
    },
    meta: {
      texts: {
        done: 'Tenancy ended',
        failed: 'We could not end the tenancy',
        signedOut: 'You must be logged in to change a tenancy',
        missing: TEXTS.notFound,
        handledByCaller: [...ADD_ERRORS_SHOWN_BY_FORM, 'invalid_input'] as const,
      },
    },
  });
}
