import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { isRefusal } from '../../shared/app-error.ts';
import { conflictText } from '../../shared/records/record-texts.ts';
import { counted } from '../../shared/text.ts';
import { api, ifMatch, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import type {
  Deadline,
  DeadlineQuery,
  DeadlineSettings,
  DeadlineSettingsInput,
  MarkedRows,
  MarkInput,
  MarksInput,
  OwnDeadline,
  OwnDeadlineInput,
  OwnDeadlineQuery,
} from './deadline.ts';
import { type Kind, PAGE_SIZE, TEXTS } from './listed.ts';

const KEY = 'deadlines';

export const ownDeadlines = recordResource<OwnDeadline, OwnDeadline, OwnDeadlineInput, OwnDeadlineQuery>({
  noun: 'own-deadlines',
  routes: api.deadlines.own,
  texts: TEXTS,
  invalidates: () => [[KEY]],
});

type ListParams = { [Name in 'q' | 'propertyId' | 'group' | 'kind']?: DeadlineQuery[Name] | undefined };

export const listOf = (filter: ListParams, limit = PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'list', filter, limit],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.deadlines.$get(
          { query: { ...filter, limit: `${limit}`, ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const countsOf = ({ group: _, ...filter }: ListParams) =>
  queryOptions({
    queryKey: [KEY, 'counts', filter],
    queryFn: ({ signal }) => read(api.deadlines.counts.$get({ query: filter }, { init: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const texts = saveTexts({ signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });

const DONE = { done: 'Marked as done', snoozed: 'Snoozed', not_needed: 'Marked as not needed' } as const;

export function useMark({ id }: Pick<Deadline, 'id'>, kind: MarkInput['kind']) {
  return useMutation({
    mutationFn: (json: MarkInput) => withSession(() => read(api.deadlines[':id'].mark.$put({ param: { id }, json }))),
    onSettled: () => void invalidate({ queryKey: [KEY] }),
    meta: { texts: texts(TEXTS.markFailed, { done: DONE[kind], handledByCaller: ['invalid_input', 'conflict'] }) },
  });
}

const markSeveral = (json: MarksInput) => withSession(() => read(api.deadlines.marks.$post({ json })));

/** How long 'Undo' is shown, in milliseconds. */
const UNDO_MS = 10_000;

/** Marks several deadlines alike, with Undo unless a repeating deadline has moved to its next day. */
export function useMarkSeveral(kind: MarkInput['kind']) {
  const { mutate: undo } = useMutation({
    mutationFn: (rows: MarkedRows['rows']) => markSeveral({ kind: 'open', rows }),
    onSettled: () => void invalidate({ queryKey: [KEY] }),
    meta: { texts: texts(TEXTS.undoFailed, 'Opened again') },
  });
  return useMutation({
    mutationFn: (json: MarksInput) => markSeveral(json),
    onSuccess: ({ rows, moved, skipped }) => {
      const description =
        skipped > 0 ? `We left ${counted(skipped, 'deadline')} that had changed. Check the list.` : '';
      toast.success(`${DONE[kind]}: ${counted(rows.length + moved, 'deadline')}`, {
        ...(description && { description }),
        timeout: UNDO_MS,
        ...(moved === 0 && rows.length > 0 && { action: { label: 'Undo', act: () => undo(rows) } }),
      });
    },
    onSettled: () => void invalidate({ queryKey: [KEY] }),
    meta: { texts: texts(TEXTS.markFailed, { handledByCaller: ['invalid_input'] }) },
  });
}

export function useUnmark({ id, mark }: Pick<Deadline, 'id' | 'mark'>) {
  return useMutation({
    mutationFn: () =>
      withSession(() =>
        read(
          api.deadlines[':id'].mark.$delete({ param: { id }, header: {} }, ifMatch({ version: mark?.version ?? 0 })),
        ),
      ),
    onError: (error) => {
      if (isRefusal(error, 'conflict'))
        toast.info(conflictText(TEXTS.one, error.details.changedBy), { description: TEXTS.checkMark });
    },
    onSettled: () => void invalidate({ queryKey: [KEY] }),
    meta: { texts: texts(TEXTS.markFailed, { done: 'Opened again', handledByCaller: ['conflict'] }) },
  });
}

export const settingsQuery = queryOptions({
  queryKey: [KEY, 'settings'],
  queryFn: ({ signal }) => read(api.deadlines.settings.$get({}, { init: { signal } })),
});

export function useSaveSteps() {
  return useMutation({
    mutationFn: ({ kind, ...json }: DeadlineSettingsInput & { kind: Kind }) =>
      withSession(() => read(api.deadlines.settings[':kind'].$put({ param: { kind }, json }))),
    onSuccess: (after) => queryClient.setQueryData<DeadlineSettings>(settingsQuery.queryKey, after),
    meta: { texts: texts('We could not save the reminders', 'Reminders saved') },
  });
}
