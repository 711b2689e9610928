import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, done, ifMatch, reached, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { BucketName, StoredFile } from '../file/file.ts';
import type {
  Document,
  DocumentChange,
  DocumentInput,
  DocumentQuery,
  DocumentRecord,
  LinkInput,
  RetentionInput,
  VersionInput,
} from './document.ts';
import { TEXTS } from './listed.ts';

export const documents = recordResource<Document, DocumentRecord, DocumentChange, DocumentQuery>({
  noun: 'documents',
  routes: api.documents,
  texts: TEXTS,
  names: ['properties', 'tenants', 'suppliers'],
});

export const PATHS = recordPaths('/dashboard/documents', 'properties.change');

const ofOne = api.documents[':id'];

const texts = saveTexts({ signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });

/** The server's proposals, for which it reads the text. After a failure, the proposals from the file's name remain. */
export const guessFile = (url: string) => read(api.documents.guesses.$post({ json: { file: { url } } }));

/** Downloads the file of another record. */
export function useFileOf() {
  return useMutation({
    mutationFn: async ({ url, name }: Pick<StoredFile, 'url' | 'name'>) => {
      const [bucket = '', owner = '', stored = ''] = url.split('/').slice(-3);
      const param = { bucket: bucket as BucketName, owner, name: stored };
      const answer = await withSession(() =>
        reached(api.files[':bucket'][':owner'][':name'].$get({ param, query: {} })),
      );
      return new File([await answer.blob()], name);
    },
    meta: { texts: texts('We could not read the file') },
  });
}

/** Failures are shown with the file. */
export function useAddDocument() {
  return useMutation({
    mutationFn: (json: DocumentInput) => withSession(() => read(api.documents.$post({ json, header: {} }))),
    onSuccess: (after) => documents.patch(after),
    onSettled: () => invalidate({ queryKey: ['documents'] }),
  });
}

type NewVersion = {
  before: { id: string; version: number };
  file: Pick<StoredFile, 'url'>;
  dates?: NonNullable<VersionInput['dates']>;
};

const newVersion = {
  mutationFn: ({ before: { id, version }, file: { url }, dates }: NewVersion) =>
    withSession(() =>
      read(
        ofOne.versions.$post(
          { param: { id }, header: {}, json: { file: { url }, ...(dates && { dates }) } },
          ifMatch({ version }),
        ),
      ),
    ),
  onSuccess: (after: DocumentRecord) => documents.patch(after),
  onSettled: () => invalidate({ queryKey: ['documents'] }),
};

/** Failures are shown with the file. */
export const useAddVersion = () => useMutation(newVersion);

/** A conflict is shown above the form. */
export const useRenew = () =>
  useMutation({
    ...newVersion,
    meta: {
      texts: texts('We could not renew the document', {
        done: 'Document renewed',
        handledByCaller: ['invalid_input', 'conflict'],
      }),
    },
  });

export function useRemoveVersion() {
  return useMutation({
    mutationFn: ({ before, versionId }: { before: DocumentRecord; versionId: string }) =>
      withSession(() =>
        read(
          ofOne.versions[':versionId'].$delete({ param: { id: before.id, versionId }, header: {} }, ifMatch(before)),
        ),
      ),
    meta: { texts: texts('We could not delete the version', 'Version deleted') },
    onSuccess: (after) => documents.patch(after),
    onError: (_, { before }) => void documents.refresh(before.id),
  });
}

export function useAddLink() {
  return useMutation({
    mutationFn: ({ id, link }: { id: string; link: LinkInput }) =>
      withSession(() => read(ofOne.links.$post({ param: { id }, json: link }))),
    meta: { texts: texts('We could not link the document', 'Document linked') },
    onSettled: async (_data, _error, { id }) => documents.refresh(id),
  });
}

export function useRemoveLink() {
  return useMutation({
    mutationFn: ({ id, linkId }: { id: string; linkId: string }) =>
      withSession(() => done(ofOne.links[':linkId'].$delete({ param: { id, linkId } }))),
    meta: { texts: texts('We could not remove the link', 'Link removed') },
    onSettled: async (_data, _error, { id }) => documents.refresh(id),
  });
}

const TIDY = ['documents', 'tidy'];

export const tidyQuery = queryOptions({
  queryKey: TIDY,
  queryFn: ({ signal }) => read(api.documents.tidy.$get({}, { init: { signal } })),
});

export function useSetRetention() {
  return useMutation({
    mutationFn: (json: RetentionInput) => withSession(() => read(api.documents.retention.$put({ json }))),
    meta: { texts: texts('We could not save this', 'Time to keep saved') },
    onSettled: () => invalidate({ queryKey: TIDY }),
  });
}
