import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { TEXTS } from '../tenancy/listed.ts';
import { tenancies } from '../tenancy/tenancy.client.ts';
import type { ReminderInput, ReminderSettings } from './reminder.ts';

const SETTINGS = ['rent', 'reminders'] as const;
const { ':id': tenancyRoutes } = api.tenancies;
const signedOut = 'You must be logged in to change reminders';

export function useReminders() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => read(api.rent.reminders.$get({}, { init: { signal } })),
  });
}

export function useSaveReminders() {
  return useMutation({
    mutationFn: (input: ReminderInput) => withSession(() => read(api.rent.reminders.$put({ json: input }))),
    onSuccess: (after) => queryClient.setQueryData<ReminderSettings>(SETTINGS, after),
    meta: {
      texts: {
        done: 'Reminders saved',
        failed: 'We could not save the reminders',
        signedOut,
        missing: TEXTS.notFound,
        handledByCaller: ['invalid_input'] as const,
      },
    },
  });
}

export function usePreview() {
  return useMutation({
    mutationFn: () => withSession(() => read(api.rent.reminders.preview.$post())),
    onSuccess: () => void invalidate({ queryKey: SETTINGS }),
    meta: { texts: { failed: 'We could not load the preview', signedOut, missing: TEXTS.notFound } },
  });
}

export function useSetReminded(id: string) {
  return useMutation({
    mutationFn: (on: boolean) => withSession(() => read(tenancyRoutes.reminders.$put({ param: { id }, json: { on } }))),
    onSuccess: (after) => tenancies.patch(after),
    meta: { texts: { failed: 'We could not change the reminders', signedOut, missing: TEXTS.notFound } },
  });
}

export function useEmails(id: string) {
  return useQuery({
    queryKey: ['rent', 'emails', id],
    queryFn: ({ signal }) => read(tenancyRoutes.emails.$get({ param: { id } }, { init: { signal } })),
  });
}
