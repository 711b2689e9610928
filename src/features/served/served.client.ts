/** Queries and mutations of served papers. Links share the key 'served', so that they are refetched too. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, done, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { saveTexts, saveWithKey, withSession } from '../../web/http/save.client.ts';
import { ADD_ERRORS_SHOWN_BY_FORM } from '../../web/records/record-resource.client.ts';
import type { AskedInput } from './bundle/bundle.ts';
import { type Place, type ServedInput, TEXTS } from './served.ts';

const { served } = api;

const refresh = () => invalidate({ queryKey: ['served'] });

const texts = saveTexts({
  signedOut: 'You must be logged in to record this',
  missing: TEXTS.notFound,
  handledByCaller: [...ADD_ERRORS_SHOWN_BY_FORM, 'invalid_input'],
});

export function usePapers(place: Place, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['served', 'papers', place],
    queryFn: ({ signal }) => read(served.papers.$get({ query: place }, { init: { signal } })),
    enabled,
  });
}

export function useMissingPapers() {
  return useQuery({
    queryKey: ['served', 'missing'],
    queryFn: ({ signal }) => read(served.missing.$get({}, { init: { signal } })),
  });
}

export function useServedOf(documentId: string) {
  return useQuery({
    queryKey: ['served', 'list', documentId],
    queryFn: ({ signal }) => read(served.$get({ query: { documentId } }, { init: { signal } })),
  });
}

export function useServe() {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: z.input<typeof ServedInput> }) =>
      saveWithKey(key, (sent) => read(served.$post({ json: input, header: {} }, sent))),
    onSuccess: refresh,
    meta: { texts: texts('We could not record this', 'Recorded') },
  });
}

export function useSaveAskedOn() {
  return useMutation({
    mutationFn: (json: z.input<typeof AskedInput>) => withSession(() => done(served.bundle.$put({ json }))),
    onSuccess: refresh,
    meta: { texts: texts('We could not save the day', 'Day saved') },
  });
}

export function useStrike() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      withSession(() => read(served[':id'].strike.$post({ param: { id }, json: { reason } }))),
    onSuccess: refresh,
    meta: { texts: texts('We could not strike this out', 'Struck out') },
  });
}
