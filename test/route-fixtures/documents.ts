import { Document, DocumentRecord } from '../../src/features/document/document.ts';
import { addedDocument, documentFile, readText } from '../fixtures/documents.ts';
import { addedProperty, type Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ifMatch, ownedRoute, recordCases } from './authorization-cases.ts';

/** Adds a document with a link to a property, because limited members reach no other documents. */
const ofHome = async (owner: Landlord) =>
  readText(owner, await addedDocument(owner, { links: [{ propertyId: (await addedProperty(owner)).id }] }));

/** Adds a document, and uploads a file for its next version. */
async function withVersions(owner: Landlord): Promise<{ record: DocumentRecord; url: string }> {
  const record = await ofHome(owner);
  const { url } = await documentFile(owner);
  return { record, url };
}

async function replaced(owner: Landlord): Promise<DocumentRecord> {
  const { record, url } = await withVersions(owner);
  const ask = { headers: ifMatch(record) };
  return (await owner.post(`/api/documents/${record.id}/versions`, { file: { url } }, ask)).as(DocumentRecord);
}

const fields = { title: 'Gas 2026', type: 'gas', day: '2026-11-01', validUntil: null, note: 'x' } as const;
const one = { otherLandlord: 404, guarded: true } as const;

export const DOCUMENTS: AuthorizationCases = {
  ...recordCases<DocumentRecord>({
    path: '/api/documents',
    guarded: true,
    item: Document,
    make: ofHome,
    added: async (owner) => ({
      sent: { ...fields, file: { url: (await documentFile(owner)).url } },
      expected: { ...fields, number: 1 },
    }),
    namesOwned: true,
    changed: () => ({ sent: fields, expected: fields }),
  }),
  'GET /api/documents/{id}/file': ownedRoute({
    ...one,
    make: ofHome,
    request: ({ file }) => ({ path: file.url }),
    answer: () => ({ status: 200, text: '%PDF' }),
  }),
  'POST /api/documents/{id}/versions': ownedRoute({
    ...one,
    make: withVersions,
    request: ({ record, url }) => ({
      path: `/api/documents/${record.id}/versions`,
      headers: ifMatch(record),
      body: { file: { url } },
    }),
    answer: ({ record }) => ({ status: 201, body: { id: record.id, number: 2 } }),
  }),
  'DELETE /api/documents/{id}/versions/{versionId}': ownedRoute({
    ...one,
    make: replaced,
    request: (record) => ({
      path: `/api/documents/${record.id}/versions/${record.versions[0]?.id}`,
      headers: ifMatch(record),
    }),
    answer: ({ id }) => ({ status: 200, body: { id, number: 1 } }),
  }),
  'POST /api/documents/{id}/links': ownedRoute({
    ...one,
    make: ofHome,
    request: ({ id, links }) => ({ path: `/api/documents/${id}/links`, body: { propertyId: links[0]?.recordId } }),
    answer: ({ id }) => ({ status: 201, body: { id } }),
  }),
  'DELETE /api/documents/{id}/links/{linkId}': ownedRoute({
    ...one,
    make: ofHome,
    request: ({ id, links }) => ({ path: `/api/documents/${id}/links/${links[0]?.id}` }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/documents/guesses': ownedRoute({
    make: (owner) => documentFile(owner),
    request: ({ url }) => ({ path: '/api/documents/guesses', body: { file: { url } } }),
    answer: () => ({ status: 200, body: { title: 'Gas safety', type: 'gas' } }),
    otherLandlord: 422,
    guarded: true,
  }),
  'GET /api/documents/tidy': ownedRoute({
    make: ofHome,
    request: () => ({ path: '/api/documents/tidy' }),
    answer: () => ({ status: 200, body: { items: [] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'PUT /api/documents/retention': ownedRoute({
    make: ofHome,
    request: () => ({ path: '/api/documents/retention', body: { type: 'gas', months: 60 } }),
    answer: () => ({ status: 200, body: { items: [] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
};
