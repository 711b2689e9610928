/** Queries and mutations of tax years. Any changed record invalidates them, through the shared prefix of their keys. */
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { categoriesQuery } from '../transaction/categories.client.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { transactions } from '../transaction/transaction.client.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { TaxPeriodQuery } from './tax.ts';

const TAX = [...SHARED_KEY, 'tax'];

type Period = { year: string } & TaxPeriodQuery;

export const figuresOf = ({ year, ...query }: Period) =>
  queryOptions({
    queryKey: [...TAX, 'figures', year, query],
    queryFn: ({ signal }) => read(api.tax[':year'].$get({ param: { year }, query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });

export const rowsOf = ({ year, ...period }: Period, line: TaxLine) =>
  infiniteQueryOptions({
    queryKey: [...TAX, 'rows', year, period, line],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.tax[':year'].rows.$get(
          { param: { year }, query: { ...period, line, limit: '50', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const lettingsQuery = queryOptions({
  queryKey: [...TAX, 'lettings'],
  queryFn: async ({ signal }) => (await read(api.tax.lettings.$get({}, { init: { signal } }))).items,
});

const texts = saveTexts({
  signedOut: 'You must be logged in to change your tax lines',
  missing: 'This record no longer exists.',
});

/** Saves the own line of a transaction; null restores the line of its category. */
export function useAnswer() {
  return useMutation({ ...transactions.change, meta: { texts: texts('We could not save your answer') } });
}

type Alike = { rows: readonly Pick<Transaction, 'id' | 'version'>[]; line: TaxLine };

/** Saves one answer for several transactions. Rows that have changed since are left out. */
export function useAnswerAlike() {
  return useMutation({
    mutationFn: async ({ rows, line }: Alike) => {
      const json = { rows: rows.map(({ id, version }) => ({ id, version })), change: { taxLine: line } };
      const { batch, left } = await withSession(() => read(api.transactions.bulk.$post({ json })));
      if (batch === null) throw new AppError('conflict');
      return { batch, left };
    },
    meta: { texts: texts('We could not save your answers') },
  });
}

/** Undoes one answer for several transactions, within ten minutes. */
export function useUndoAlike() {
  return useMutation({
    mutationFn: (batch: string) => withSession(() => read(api.transactions.undo.$post({ json: { batch } }))),
    meta: { texts: { ...texts('We could not undo your answers'), missing: 'This can no longer be undone.' } },
  });
}

export function useChooseLine() {
  return useMutation({
    mutationFn: ({ category, line }: { category: string; line: TaxLine | null }) =>
      withSession(() => read(api.tax.categories[':category'].$put({ param: { category }, json: { line } }))),
    onSuccess: ({ items }) => queryClient.setQueryData(categoriesQuery.queryKey, items),
    meta: { texts: texts('We could not save the tax line', 'Tax line saved') },
  });
}

export function useSaveLetting() {
  return useMutation({
    mutationFn: ({ id, residentialPercent }: { id: string; residentialPercent: number }) =>
      withSession(() => read(api.tax.lettings[':id'].$put({ param: { id }, json: { residentialPercent } }))),
    meta: { texts: texts('We could not save the residential share', 'Residential share saved') },
  });
}
