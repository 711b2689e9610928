/** Documents, versions and links in SQL. Row-level security limits every statement to the caller's rows. */
import { sql } from 'kysely';
import pg from 'pg';
import { nullableText, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import type {
  DocumentChange,
  DocumentInput,
  DocumentQuery,
  DocumentRecord,
  DocumentVersion,
  LinkInput,
  VersionInput,
} from './document.ts';
import { documentColumns, fileOf, latestVersionOf, listDocuments } from './list.server.ts';
import { LINK_KINDS, type LinkKind, TEXTS } from './listed.ts';

const table = recordTable<DocumentChange, DocumentRecord, DocumentRecord, DocumentQuery>({
  table: 'documents',
  noun: 'document',
  columns: { title: 'title', type: 'type', day: 'day', validUntil: 'valid_until', note: nullableText('note') },
  orders: {} as never,
  find: (q) => sql`app.find_documents(${q})`,
});

const versions = sql<DocumentVersion[]>`(
  select json_agg(json_build_object('id', o.id, 'number', o.number, 'file', ${fileOf(sql`o.document_id`, 'o')}, 'pages', o.pages, 'reading', o.reading,
    'dateAdded', to_char(o.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'addedBy', (select m.name from members m where m.person_id = o.added_by order by m.joined_at desc limit 1),
    'served', exists (select from app.given_documents() s where s.document_version_id = o.id)) order by o.number desc)
  from document_versions o where o.document_id = d.id)`;

async function getDocument(db: UserDb, id: string): Promise<DocumentRecord | undefined> {
  const columns = { ...documentColumns(), note: sql`coalesce(d.note, '')`, versions };
  const listed = sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`));
  const { rows } = await sql<DocumentRecord>`
    select ${listed} from documents d cross join lateral ${latestVersionOf(sql`d.id`)} v where d.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

async function existing(db: UserDb, id: string): Promise<DocumentRecord> {
  const found = await getDocument(db, id);
  if (!found) throw new AppError('not_found', { message: TEXTS.notFound });
  return found;
}

const TABLES = {
  property: 'properties',
  tenant: 'tenants',
  tenancy: 'tenancies',
  supplier: 'suppliers',
  certificate: 'property_certificates',
  transaction: 'transactions',
  repair: 'repairs',
} as const satisfies Record<Exclude<LinkKind, 'deadline'>, string>;

const GONE = 'This record no longer exists. Choose another.';

/** Adds links; existing links are kept. Throws `invalid_input` for a record that the caller does not see. */
async function link(db: UserDb, document: string, links: readonly LinkInput[]): Promise<void> {
  for (const one of links) {
    const kind = LINK_KINDS.find((each) => one[`${each}Id`]);
    if (!kind) continue;
    const id = one[`${kind}Id`] as string;
    const column = sql.ref(`${kind}_id`);
    const { rows } = await (kind === 'deadline'
      ? sql`select 1 where app.deadline_property(${id}) is not null`
      : // The lock prevents the record's deletion until the link is written.
        sql`select id from ${sql.table(TABLES[kind])} where id = ${id} for key share`
    ).execute(db);
    if (rows.length === 0) throw invalidField(`${kind}Id`, GONE);
    await sql`insert into document_links (document_id, ${column}) values (${document}, ${id}) on conflict do nothing`.execute(
      db,
    );
  }
}

/** Throws `invalid_input` for a file that is missing or already used. */
async function addVersion(db: UserDb, document: string, url: string): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into document_versions (document_id, number, file_url, name)
    select ${document}, coalesce((select max(number) from document_versions where document_id = ${document}), 0) + 1, url, name
    from files where url = ${url} and bucket = 'documents' and stored and clear_at is not null returning id`.execute(
    db,
  );
  if (!rows[0]) throw invalidField('file', NO_FILE);
  return rows[0];
}

/** An update that raises the document's version, so that a second save of the same version is a conflict. */
async function claim(db: UserDb, { id, version }: Versioned, dates?: VersionInput['dates']): Promise<void> {
  const claimed = db
    .updateTable('documents')
    .set(({ ref }) => ({ title: ref('title'), ...(dates && { day: dates.day, valid_until: dates.validUntil }) }))
    .where('id', '=', id)
    .where('version', '=', version);
  const { numUpdatedRows } = await claimed.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await throwNotFoundOrConflict(db, 'documents', () => getDocument(db, id));
}

/** Logs the document only, without its first version and links. */
const unlogged = (db: UserDb) => sql`select set_config('app.adds_document', 'on', true)`.execute(db);

export const documentTable = {
  list: listDocuments,
  get: getDocument,

  async add(db: UserDb, { file, links, ...input }: DocumentInput): Promise<DocumentRecord> {
    await unlogged(db);
    const { rows } = await sql<{ id: string }>`
      insert into documents (title, type, day, valid_until, note)
      values (${input.title}, ${input.type}, ${input.day}::date, ${input.validUntil}::date, ${input.note || null}) returning id`.execute(
      db,
    );
    const id = rows[0]?.id ?? '';
    await addVersion(db, id, file.url);
    await link(db, id, links);
    return existing(db, id);
  },

  async change(db: UserDb, { id, version, input: { withdrawn, ...input } }: Versioned & { input: DocumentChange }) {
    const before = await existing(db, id);
    const also =
      withdrawn === undefined || withdrawn === before.withdrawn
        ? {}
        : { withdrawn_at: withdrawn ? sql<Date>`app.instant()` : null };
    const changed = db
      .updateTable('documents')
      .set({ ...table.row(input), ...also })
      .where('id', '=', id)
      .where('version', '=', version);
    const { numUpdatedRows } = await changed.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) await throwNotFoundOrConflict(db, 'documents', () => getDocument(db, id), input);
    return existing(db, id);
  },

  /** Throws `in_use` for a document that was served. */
  remove: (db: UserDb, args: Versioned) => table.remove(db, args).catch(rejectServed(TEXTS.served)),
};

/**
 * Adds a version, which becomes the latest, and sets the document's dates if `dates` is given. Throws `not_found`,
 * `conflict` if the document has changed since `version`, and `invalid_input` for a missing or used file.
 */
export async function addDocumentVersion(
  db: UserDb,
  { file, dates, ...args }: Versioned & VersionInput,
): Promise<{ record: DocumentRecord; versionId: string }> {
  await claim(db, args, dates);
  const { id } = await addVersion(db, args.id, file.url);
  return { record: await existing(db, args.id), versionId: id };
}

/** Throws `not_found`, `conflict`, or `in_use` for the only version or a version that was served. */
export async function removeDocumentVersion(
  db: UserDb,
  { versionId, ...args }: Versioned & { versionId: string },
): Promise<DocumentRecord> {
  const { versions: all } = await existing(db, args.id);
  if (!all.some(({ id }) => id === versionId)) throw new AppError('not_found');
  if (all.length === 1) throw new AppError('in_use', { message: TEXTS.lastVersion });
  await claim(db, args);
  await db
    .deleteFrom('document_versions')
    .where('id', '=', versionId)
    .execute()
    .catch(rejectServed(TEXTS.servedVersion));
  return existing(db, args.id);
}

export async function addDocumentLink(db: UserDb, id: string, input: LinkInput): Promise<DocumentRecord> {
  await existing(db, id);
  await link(db, id, [input]);
  return existing(db, id);
}

export async function removeDocumentLink(db: UserDb, id: string, linkId: string): Promise<void> {
  await existing(db, id);
  const removed = db.deleteFrom('document_links').where('id', '=', linkId).where('document_id', '=', id);
  if ((await removed.executeTakeFirstOrThrow()).numDeletedRows === 0n) throw new AppError('not_found');
}

type StoredVersion = { id: string; number: number; fileUrl: string; hidden: boolean; title: string };

/** The file of a version, by default the latest. Undefined if the caller does not see the document. */
export async function versionFile(db: UserDb, id: string, number?: number): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select v.id, v.number, v.file_url as "fileUrl", d.type = 'right-to-rent' as hidden, d.title
    from documents d join document_versions v on v.document_id = d.id
    where d.id = ${id} ${number === undefined ? sql`` : sql`and v.number = ${number}`} order by v.number desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export const logView = (db: UserDb, id: string) => sql`select app.log_document_view(${id})`.execute(db);

/** Whether a file may be opened only through its document, which logs the view. */
export async function isHiddenFile(db: UserDb, url: string): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`select app.is_hidden_file(${url}) as hidden`.execute(db);
  return rows[0]?.hidden ?? false;
}

/** Maps the foreign key violation of a served paper, whose row is never deleted, to `in_use`. */
function rejectServed(message: string) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === '23503' && error.table === 'served')
      throw new AppError('in_use', { message, cause: error });
    throw error;
  };
}
