import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { AppError } from '../../shared/app-error.ts';
import { api, done, reached, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { MAX_FILE_BYTES } from '../file/file.ts';
import { ImportProgress, type SectionName, type StatementChange, type StatementTarget } from './preview.ts';
import { TEXTS } from './texts.ts';

const { $get, $post, ':id': one } = api.statements;
const KEY = ['statements'];
const PAGE = 100;

export const uploadStatement = {
  mutationFn: (file: File) => {
    if (file.size > MAX_FILE_BYTES) throw new AppError('payload_too_large', { message: TEXTS.tooLarge });
    const name = file.name.toWellFormed().slice(0, 200);
    const headers = { 'content-type': 'application/octet-stream' };
    return withSession(() => read($post({ query: { name } }, { init: { body: file, headers } })));
  },
};

/** The account to compare with, and the landlord's choice of whether it is only for lets. */
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
    // Edits here and new rows in the account change the preview.
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
        limit: String(PAGE),
      };
      return read(one.$get({ param: { id }, query }, { init: { signal } }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ rows }, pages) => (show && rows[show].length === PAGE ? pages.length * PAGE : undefined),
    enabled: show !== undefined,
    staleTime: 0,
  });
}

const IMPORTS = [...KEY, 'imports'];

/** Invalidates what an import or an undo changes, but not the statement's preview: it no longer exists. */
function readImported(): void {
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

/** `tell` receives the progress as a share. */
export function importStatement(id: string, tell: (share: number) => void) {
  return {
    mutationFn: async (into: StatementTarget): Promise<Imported> => {
      // Uses fetch directly, as the response streams progress.
      const sent = () =>
        reached(one.import.$post({ param: { id }, json: into }, { fetch }) as Promise<ClientResponse<unknown>>);
      const response = await withSession(sent);
      let outcome: Imported | undefined;
      for await (const line of linesOf(response.body)) {
        if ('error' in line) throw new AppError('internal', { message: line.error });
        if ('done' in line) tell(line.done / line.of);
        else outcome = line;
      }
      if (!outcome) throw new AppError('unavailable', { message: CUT_OFF });
      return outcome;
    },
    onSettled: readImported,
    meta: { texts: TEXTS.import },
  };
}

const CUT_OFF = 'We lost the connection. Check below whether the statement was imported.';

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ImportProgress> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const piece = await reader?.read().catch(() => undefined);
    const lines = (rest + decoder.decode(piece?.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield ImportProgress.parse(JSON.parse(line));
    if (!piece || piece.done) return;
  }
}

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
  onSettled: readImported,
  meta: { texts: TEXTS.undo },
};
