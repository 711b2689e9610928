/** Queries and mutations of links. Keys begin with 'served', as serving documents adds links. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { TEXTS } from './guest-link.ts';

const { links } = api;
const one = links[':id'];

type Place = { tenancyId?: string | undefined; propertyId?: string | undefined };

const refresh = () => invalidate({ queryKey: ['served'] });

const texts = saveTexts({ signedOut: 'You must be logged in to change links', missing: TEXTS.notFound });

export function useLinks(place: Place) {
  return useQuery({
    queryKey: ['served', 'links', place],
    queryFn: ({ signal }) => read(links.$get({ query: place }, { init: { signal } })),
  });
}

/** Adds a link for papers that were not given by email. */
export function useMakeLink() {
  return useMutation({
    mutationFn: (servedIds: string[]) => withSession(() => read(links.$post({ json: { servedIds } }))),
    onSuccess: refresh,
    meta: { texts: texts('We could not make the link', 'Link made. Copy it under ‘Links’.') },
  });
}

export function useCopyLink(id: string) {
  return useMutation({
    mutationFn: async () => (await withSession(() => read(one.copy.$post({ param: { id } })))).address,
    meta: { texts: texts('We could not get the link') },
  });
}

export function useSendLink() {
  return useMutation({
    mutationFn: (id: string) => withSession(() => read(one.send.$post({ param: { id } }))),
    onSuccess: refresh,
    meta: { texts: texts('We could not send the link', 'A new link is being sent') },
  });
}

export function useRevokeLink(id: string) {
  return useMutation({
    mutationFn: () => withSession(() => read(one.revoke.$post({ param: { id } }))),
    onSuccess: refresh,
    meta: { texts: texts('We could not revoke the link', 'Link revoked') },
  });
}
