/** Queries of reports. Any changed record invalidates them, through their shared key prefix. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import type { ReportName } from './catalogue.ts';
import type { Drill, FileFormat, ReportQuery } from './report.ts';

const REPORTS = [...SHARED_KEY, 'reports'];

/** Filters from the URL, which the API validates. */
export type ReportSearch = { [Name in keyof ReportQuery]?: string | undefined };

export const reportQuery = (name: ReportName, search: ReportSearch) =>
  queryOptions({
    queryKey: [...REPORTS, name, search],
    queryFn: ({ signal }) =>
      read(api.reports[':name'].$get({ param: { name }, query: search as ReportQuery }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });

/** Reads the categories of a row from income and expenses, with the filters of the row. */
export const categoriesOf = ({ from, to, property, owner }: Drill) =>
  queryOptions({
    ...reportQuery('income-and-expenses', { from, to, ...(property && { property }), ...(owner && { owner }) }),
    placeholderData: () => undefined,
  });

export const rowsOf = ({ category = '', ...drill }: Drill) =>
  infiniteQueryOptions({
    queryKey: [...REPORTS, 'rows', drill, category],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.reports.rows.$get(
          { query: { ...drill, category, limit: '50', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const fileOf = (name: ReportName, search: ReportSearch, format: FileFormat) => () =>
  api.reports[':name'].file.$get({ param: { name }, query: { ...(search as ReportQuery), format } });

/** Returns the search params of Finance for the same transactions, but of all owners. */
export function financeSearchOf({ from, to, property, category }: Drill) {
  return { from, to, status: 'completed', ...(property && { property }), ...(category && { category }) } as const;
}

/** The same query as in owner.client.ts, which would also load the forms of owners. */
export const ownersQuery = queryOptions({
  queryKey: ['owners', 'all'],
  queryFn: async ({ signal }) => (await read(api.owners.$get({ query: { limit: '100' } }, { init: { signal } }))).items,
  staleTime: 60_000,
});
