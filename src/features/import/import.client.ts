import { keepPreviousData, queryOptions, useInfiniteQuery, useIsMutating, useQuery } from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { api, done, read } from '../../web/http/api.client.ts';
import { streamed } from '../../web/http/progress.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { rawUpload } from '../file/choice.ts';
import { ADD, type Kind, type Outcome } from '../import-file/kinds.ts';
import type { ImportRow } from '../import-row/row.ts';
import {
  type Import,
  type ImportChange,
  ImportProgress,
  type ImportRowChange,
  type ImportRows,
  type ImportUndoChoice,
} from './import.ts';
import { TEXTS } from './listed.ts';
import { importedRows, leftOutRows } from './words.ts';

const { $get, $post, ':id': one } = api.imports;
const KEY = ['imports'];
const PAGE = 50;
const POLL_MS = 1_000;
const keyOf = (id: string) => [...KEY, 'one', id];
const rowsKey = (id: string) => [...KEY, 'rows', id];
const undoKey = (id: string) => [...KEY, 'undoing', id];

const TOO_LARGE = 'This file is larger than 20 MB. Delete what you do not need, or split it.';
const TOO_LARGE_ZIP = 'This zip is larger than 20 MB. Split it, and add one part at a time.';

export const TEMPLATE_WORKBOOK = '/api/imports/template.xlsx';
export const templateHref = (kind: Kind) => `/api/imports/templates/${kind}.csv`;
export const wrongRowsHref = (id: string, sheet: number) => `/api/imports/${id}/wrong.csv?sheet=${sheet}`;

export const importsQuery = queryOptions({
  queryKey: [...KEY, 'earlier'],
  queryFn: ({ signal }) => read($get({}, { init: { signal } })),
});

/** Polls during an import or undo. `isUnsure`: the outcome of a run is unknown, or an undo is about to start. */
export function useImport(id: string, isUnsure: (file: Import) => boolean) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<Import> => read(one.$get({ param: { id } }, { init: { signal } })),
    refetchInterval: ({ state: { data } }) => (data && (data.running !== null || isUnsure(data)) ? POLL_MS : false),
  });
}

/** Stores a response. An earlier read that is still pending must not overwrite it. */
async function store(file: Import): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(file.id) });
  queryClient.setQueryData(keyOf(file.id), file);
}

/** Stores the response to a change, unless a later change is still pending. */
async function storeLast(file: Import): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(file.id) });
  if (queryClient.isMutating({ mutationKey: keyOf(file.id) }) <= 1) queryClient.setQueryData(keyOf(file.id), file);
}

export const uploadImport = {
  mutationFn: (file: File): Promise<Import> => {
    const { query, options } = rawUpload(file, TOO_LARGE);
    return withSession(() => read($post({ query }, options)));
  },
  onSuccess: (file: Import) => {
    queryClient.setQueryData(keyOf(file.id), file);
    void invalidate({ queryKey: importsQuery.queryKey });
  },
};

export type SheetChange = Omit<NonNullable<ImportChange['sheets']>[number], 'id'>;
export type ColumnChange = NonNullable<SheetChange['columns']>[number];

/** Sends changes one after another, and shows them optimistically. */
export function changeImport(id: string) {
  return {
    mutationKey: keyOf(id),
    scope: { id: `import ${id}` },
    mutationFn: (json: ImportChange): Promise<Import> => withSession(() => read(one.$patch({ param: { id }, json }))),
    onMutate: (change: ImportChange) => {
      queryClient.setQueryData<Import>(keyOf(id), (now) => now && withChange(now, change));
    },
    onSuccess: storeLast,
    onError: () => void invalidate({ queryKey: keyOf(id) }),
    meta: { texts: TEXTS.change },
  };
}

function withChange(now: Import, { sheets = [], rent }: ImportChange): Import {
  return {
    ...now,
    ...(rent && { rent }),
    sheets: now.sheets.map((sheet) => {
      const { columns = [] } = sheets.find(({ id }) => id === sheet.id) ?? {};
      const changed = (index: number) => columns.find((column) => column.index === index);
      return {
        ...sheet,
        columns: sheet.columns.map((column) => {
          const field = changed(column.index)?.field;
          return field === undefined ? column : { ...column, field };
        }),
        questions: sheet.questions.map((question) => {
          const { field, order, decimal, values } = changed(question.column) ?? {};
          if (question.what === 'order') return { ...question, answer: order ?? question.answer };
          if (question.what === 'decimal') return { ...question, answer: decimal ?? question.answer };
          if (question.what === 'meaning') return { ...question, answer: field ?? question.answer };
          return {
            ...question,
            values: question.values.map((value) => {
              const chosen = values?.find((one) => one.value === value.value);
              if (!chosen) return value;
              return { ...value, to: chosen.to, bedrooms: chosen.bedrooms ?? value.bedrooms, chosen: true };
            }),
          };
        }),
      };
    }),
  };
}

export function useRows(id: string, { outcome, sheet }: { outcome: Outcome; sheet: number | undefined }) {
  return useInfiniteQuery({
    queryKey: [...rowsKey(id), outcome, sheet],
    queryFn: ({ pageParam, signal }): Promise<ImportRows> => {
      const query = {
        outcome,
        limit: String(PAGE),
        ...(sheet !== undefined && { sheet: String(sheet) }),
        ...(pageParam && { cursor: pageParam }),
      };
      return read(one.rows.$get({ param: { id }, query }, { init: { signal } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type RowChange = { row: Pick<ImportRow, 'sheet' | 'number'>; change: ImportRowChange };

/** Changes the row itself, or `other`, a row of the same record. */
export type ChangeRow = (change: RowChange['change'], other?: RowChange['row']) => void;

/** A corrected row stays in the shown list, so that its field keeps the focus. */
export function changeRow(id: string) {
  return {
    mutationKey: keyOf(id),
    scope: { id: `import ${id}` },
    mutationFn: ({ row: { sheet, number }, change }: RowChange) =>
      withSession(() =>
        read(
          one.rows[':sheet'][':number'].$patch({
            param: { id, sheet: String(sheet), number: String(number) },
            json: change,
          }),
        ),
      ),
    onSuccess: async ({ row, import: file }: { row: ImportRow; import: Import }, { change }: RowChange) => {
      await storeLast(file);
      // An added record appears as a new row to fill in.
      const refetchType = change.choose?.id === ADD ? 'active' : 'none';
      await invalidate({ queryKey: rowsKey(id), refetchType });
      const isRow = ({ sheet, number }: ImportRow) => sheet === row.sheet && number === row.number;
      queryClient.setQueriesData<{ pages: ImportRows[] }>(
        { queryKey: rowsKey(id) },
        (now) =>
          now && {
            ...now,
            pages: now.pages.map((page) => ({ ...page, items: page.items.map((item) => (isRow(item) ? row : item)) })),
          },
      );
    },
    onError: () => void invalidate({ queryKey: rowsKey(id) }),
    meta: { texts: TEXTS.change },
  };
}

export function addZip(id: string) {
  return {
    mutationKey: keyOf(id),
    scope: { id: `import ${id}` },
    mutationFn: (file: File): Promise<Import> => {
      const { options } = rawUpload(file, TOO_LARGE_ZIP);
      return withSession(() => read(one.files.$post({ param: { id } }, options)));
    },
    onSuccess: async (file: Import) => {
      await storeLast(file);
      void invalidate({ queryKey: rowsKey(id) });
    },
  };
}

type OnProgress = (share: number) => void;

const run = async (send: () => Promise<ClientResponse<unknown>>, onProgress: OnProgress): Promise<Import> =>
  (await streamed({ send, parse: (line) => ImportProgress.parse(line), onProgress })).import;

export function checkImport(id: string, onProgress: OnProgress) {
  return {
    scope: { id: `import ${id}` },
    mutationFn: () => run(() => one.check.$post({ param: { id } }, { fetch }), onProgress),
    onSuccess: async (file: Import) => {
      await store(file);
      void invalidate({ queryKey: rowsKey(id) });
    },
    onError: () => void invalidate({ queryKey: keyOf(id) }),
    meta: { texts: TEXTS.check },
  };
}

/** The screen shows failures itself: an import is atomic, and its stored state shows whether it took place. */
export function runImport(onProgress: OnProgress) {
  return {
    mutationFn: ({ id, counts }: Import) => {
      const json = { rows: importedRows(counts), leaveOut: leftOutRows(counts) };
      return run(() => one.run.$post({ param: { id }, json }, { fetch }), onProgress);
    },
    onSuccess: store,
    onSettled: () => void invalidate({}),
  };
}

export function useUndoPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, 'undo', id],
    queryFn: ({ signal }) => read(one.undo.$get({ param: { id } }, { init: { signal } })),
    enabled,
    staleTime: 0,
  });
}

/** Continues after its dialog closes. Settles once the queries are refetched. */
export const undoImport = (id: string) => ({
  mutationKey: undoKey(id),
  mutationFn: (json: ImportUndoChoice) => withSession(() => read(one.undo.$post({ param: { id }, json }))),
  // The undo's preview no longer exists, so it is not refetched.
  onSettled: () => invalidate({ predicate: ({ queryKey }) => queryKey[1] !== 'undo' }),
  meta: { texts: TEXTS.undo },
});

export const useIsUndoing = (id: string) => useIsMutating({ mutationKey: undoKey(id) }) > 0;

export const removeImport = {
  mutationFn: (id: string) => withSession(() => done(one.$delete({ param: { id } }))),
  onSettled: () => void invalidate({ queryKey: KEY }),
  meta: { texts: TEXTS.remove },
};
