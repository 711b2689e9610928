import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import type { BaseRates } from './base-rates.ts';

const { ':from': rateOf, $get: readRates } = api.rent['base-rates'];

const RATES = ['rent', 'base-rates'] as const;

export function useBaseRates() {
  return useQuery({ queryKey: RATES, queryFn: ({ signal }) => read(readRates({}, { init: { signal } })) });
}

/** Sets the rate from a date, or removes it if `percent` is undefined. */
export function useChangeBaseRate() {
  return useMutation({
    mutationFn: ({ from, percent }: { from: string; percent: number | undefined }): Promise<BaseRates> =>
      withSession(() =>
        percent === undefined
          ? read(rateOf.$delete({ param: { from } }))
          : read(rateOf.$put({ param: { from }, json: { percent } })),
      ),
    onSuccess: () => void invalidate({ queryKey: ['rent'] }),
    meta: {
      texts: {
        done: 'Base rates changed',
        failed: 'We could not change the base rates',
        signedOut: 'You must be logged in to change base rates',
        missing: 'Rate not found',
        handledByCaller: ['invalid_input'] as const,
      },
    },
  });
}
