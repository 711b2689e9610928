import { useMutation, useQuery } from '@tanstack/react-query';
import { api, done, read } from '../../../web/http/api.client.ts';
import { SHARED_KEY } from '../../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../../web/http/save.client.ts';
import type { ReportName } from '../catalogue.ts';
import type { ReportSearch } from '../report.client.ts';
import type { ReportQuery } from '../report.ts';
import type { SavedReport } from './saved.ts';

const { $get, $post, ':id': one } = api['saved-reports'];
const SAVED = [...SHARED_KEY, 'saved-reports'];
const MAX_SHOWN = '100';

export function useSavedReports() {
  return useQuery({
    queryKey: SAVED,
    queryFn: async ({ signal }) =>
      (await read($get({ query: { sort: 'name', limit: MAX_SHOWN } }, { init: { signal } }))).items,
  });
}

const texts = saveTexts({
  signedOut: 'You must be logged in to save a report',
  missing: 'This saved report no longer exists.',
});

type SaveInput = { name: string; report: ReportName; search: ReportSearch; monthly: boolean };

export function useSaveReport() {
  return useMutation({
    mutationFn: ({ search, ...input }: SaveInput) =>
      withSession(() => read($post({ json: { ...input, query: search as ReportQuery } }))),
    meta: { texts: texts('We could not save the report', 'Report saved') },
  });
}

const match = ({ version }: SavedReport) => ({ 'if-match': `"${version}"` });

export function useSetMonthly() {
  return useMutation({
    mutationFn: ({ saved, monthly }: { saved: SavedReport; monthly: boolean }) => {
      const { id, name, report, query } = saved;
      const json = { name, report, query: query as ReportQuery, monthly };
      return withSession(() => read(one.$put({ param: { id }, json, header: match(saved) })));
    },
    meta: { texts: texts('We could not change the emails', 'Emails changed') },
  });
}

export function useRemoveSaved() {
  return useMutation({
    mutationFn: (saved: SavedReport) =>
      withSession(() => done(one.$delete({ param: { id: saved.id }, header: match(saved) }))),
    meta: { texts: texts('We could not remove the saved report', 'Saved report removed') },
  });
}

export function useSaveValue() {
  return useMutation({
    mutationFn: ({ id, value }: { id: string; value: number }) =>
      withSession(() => done(api['property-values'][':id'].$put({ param: { id }, json: { value } }))),
    meta: { texts: texts('We could not save the value', 'Value saved') },
  });
}
