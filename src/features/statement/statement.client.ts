import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, done, read } from '../../web/http/api.client.ts';
import { streamed } from '../../web/http/progress.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { rawUpload } from '../file/choice.ts';
import { ImportProgress, type SectionName, type StatementChange, type StatementTarget } from './preview.ts';
import { TEXTS } from './texts.ts';

const { $get, $post, ':id': one } = api.statements;
const KEY = ['statements'];
const PAGE_SIZE = 100;

export const uploadStatement = {
  mutationFn: (file: File) => {
    const { query, options } = rawUpload(file, TEXTS.tooLarge);
    return withSession(() => read($post({ query }, options)));
  },
};

/** Undefined values select the account named in the file, and the account's own setting. */
type Into = { accountId: string | undefined; lettingsOnly: boolean | undefined };

const queryOf = ({ accountId, lettingsOnly }: Into) => ({
  ...(accountId && { accountId }),
  ...(lettingsOnly !== undefined && { lettingsOnly: lettingsOnly ? ('true' as const) : ('false' as const) }),
});

export function usePreview(id: string, into: Into) {
  return useQuery({
    queryKey: [...KEY, 'preview', id, into],
    queryFn: ({ signal }) => read(one.$get({ param: { id }, query: queryOf(into) }, { init: { signal } })),
    placeholderData: keepPreviousData,
    // Edits of the statement and new rows in the account change the preview.
    staleTime: 0,
  });
}

export function usePart(id: string, { show, ...into }: Into & { show: SectionName | undefined }) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'part', id, into, show],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...queryOf(into),
        ...(show && { show }),
        offset: String(pageParam),
        limit: String(PAGE_SIZE),
      };
      return read(one.$get({ param: { id }, query }, { init: { signal } }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ rows }, pages) =>
      show && rows[show].length === PAGE_SIZE ? pages.length * PAGE_SIZE : undefined,
    enabled: show !== undefined,
    staleTime: 0,
  });
}

const IMPORTS = [...KEY, 'imports'];

/** Invalidates data that an import or an undo changes, except the preview of the statement, which no longer exists. */
function invalidateImported(): void {
  for (const queryKey of [IMPORTS, ['transactions'], ['bank-accounts']]) void invalidate({ queryKey });
}

export function changeStatement(id: string) {
  return {
    mutationFn: async (change: StatementChange) => {
      await withSession(() => done(one.$patch({ param: { id }, json: change })));
      await invalidate({ queryKey: KEY });
    },
    meta: { texts: TEXTS.change },
  };
}

export const cancelStatement = {
  mutationFn: (id: string) => withSession(() => done(one.$delete({ param: { id } }))),
};

type Imported = Extract<ImportProgress, { imported: number }>;

/** `onProgress` receives a share from 0 to 1. */
export function importStatement(id: string, onProgress: (share: number) => void) {
  return {
    mutationFn: (into: StatementTarget): Promise<Imported> =>
      streamed({
        send: () => one.import.$post({ param: { id }, json: into }, { fetch }),
        parse,
        onProgress,
        cutOff: CONNECTION_LOST,
      }),
    onSettled: invalidateImported,
    meta: { texts: TEXTS.import },
  };
}

const parse = (line: unknown) => ImportProgress.parse(line);
const CONNECTION_LOST = 'We lost the connection. Check below whether the statement was imported.';

export function useImports() {
  return useQuery({
    queryKey: IMPORTS,
    queryFn: ({ signal }) => read($get({}, { init: { signal } })),
  });
}

export function useUndoPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, 'undo', id],
    queryFn: ({ signal }) => read(one.undo.$get({ param: { id } }, { init: { signal } })),
    enabled,
    staleTime: 0,
  });
}

export const undoImport = {
  mutationFn: (id: string) => withSession(() => read(one.undo.$post({ param: { id } }))),
  onSettled: invalidateImported,
  meta: { texts: TEXTS.undo },
};
