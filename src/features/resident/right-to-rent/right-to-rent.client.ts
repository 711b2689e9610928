/** Outcomes of right-to-rent checks are read only on request, as each view is logged. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, done, ifMatch, read } from '../../../web/http/api.client.ts';
import { invalidate } from '../../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../../web/http/save.client.ts';
import { type CheckInput, type CheckLine, TEXTS } from './right-to-rent.ts';

const routes = api['right-to-rent'];
const NOUN = 'right-to-rent';

export const checksOf = (tenancyId: string) =>
  queryOptions({
    queryKey: [NOUN, tenancyId],
    queryFn: async ({ signal }) => (await read(routes.$get({ query: { tenancyId } }, { init: { signal } }))).items,
  });

const texts = saveTexts({ signedOut: 'You must be logged in to use right-to-rent checks', missing: TEXTS.notFound });

const refresh = () => invalidate({ queryKey: [NOUN] });

export function useShowChecks() {
  return useMutation({
    mutationFn: (tenancyId: string) => withSession(() => read(routes.views.$post({ json: { tenancyId } }))),
    meta: { texts: texts('We could not show the checks') },
  });
}

export function useAddCheck() {
  return useMutation({
    mutationFn: (json: CheckInput) => withSession(() => read(routes.$post({ json }))),
    meta: { texts: texts('We could not add the check', 'Check added') },
    onSettled: refresh,
  });
}

export function useRemoveCheck() {
  return useMutation({
    mutationFn: ({ id, version }: Pick<CheckLine, 'id' | 'version'>) =>
      withSession(() => done(routes[':id'].$delete({ param: { id }, header: {} }, ifMatch({ version })))),
    meta: { texts: texts('We could not remove the check', 'Check removed') },
    onSettled: refresh,
  });
}
