import { sql } from 'kysely';
import { firstList, type NounParts, recordAt, recordPaths } from '../../server/noun-parts.server.ts';
import { documentTable } from './document.server.ts';
import { DocumentQuery, FoundDocument } from './document.ts';
import { DOCUMENT_LIST } from './listed.ts';

const named = (label: string | null) => (label ? ` “${label}”` : '');

export const documentParts = {
  id: 'documents',
  paths: [...recordPaths('documents'), '/dashboard/documents/tidy'],
  first: firstList('documents', { list: DOCUMENT_LIST, query: DocumentQuery, table: documentTable }),
  activity: {
    document: { icon: 'paper', table: 'documents', href: recordAt('documents'), ofProperty: true },
    'document version': { icon: 'paper', href: () => '/dashboard/documents' },
    'document link': { icon: 'paper', words: () => 'Document link changed', ofProperty: true },
    'document retention': {
      icon: 'paper',
      href: () => '/dashboard/documents/tidy',
      words: ({ label }) => `Time to keep documents of type${named(label)} changed`,
    },
  },
  tables: {
    documents: 'Your documents.',
    document_versions: 'The files of your documents, and their text.',
    document_links: 'The records to which your documents belong.',
    document_retention: 'How long you keep documents of a type.',
  },
  search: {
    found: FoundDocument,
    columns: (q: string) => sql`id, title as name, type, app.text_around(
      (select v.text from document_versions v where v.document_id = documents.id order by number desc limit 1), ${q}) as around from documents`,
    ids: (q: string) => sql`app.find_documents(${q})`,
    order: sql`sort_name`,
  },
} as const satisfies NounParts;
