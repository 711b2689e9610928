/** Reads the files of a bundle, and writes them into a zip. The same records produce the same bytes. */
import { sql } from 'kysely';
import type { Files } from '../../../outside/files/files.ts';
import { type Add, addStored } from '../../../server/http/downloads/zip.server.ts';
import { pdfOf } from '../../../server/pdf/pdf.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { formatDay, londonDay } from '../../../shared/dates.ts';
import { savedName } from '../../file/file.ts';
import { pathOf } from '../../file/store.server.ts';
import { plainName } from '../../tax-bundle/bundle.ts';
import { readPapers } from '../papers.server.ts';
import { type CertificateFile, type Paper, type Place, TEXTS } from '../served.ts';
import { type AskedInput, type Index, indexDocument, MAX_BYTES, MAX_FILES, typeLabel } from './bundle.ts';

const TOO_MUCH = 'A bundle holds 500 files or 1 GB. Choose fewer kinds of paper.';
const MAX_NAME = 80;

type InZip = { bucket: string; stored: string; path: string };
export type Bundle = { index: Index; files: InZip[] };

type FileRow = {
  id: string;
  name: string;
  bucket: string;
  stored: string;
  contentType: string;
  bytes: number;
  sha256: string;
};
type VersionRow = FileRow & { documentId: string; number: number; added: Date };
type CertificateRow = FileRow & Pick<CertificateFile, 'title' | 'type' | 'day'> & { added: Date };

/**
 * Latest versions, all served versions, files of certificates, and files of proof. Throws `not_found`, or
 * `invalid_input` above the limits.
 */
export async function readBundle(db: UserDb, { types, ...place }: Place & { types: string[] }): Promise<Bundle> {
  const { items, certificates } = await readPapers(db, place);
  const ofType = ({ type }: { type: string }) => types.includes(type);
  const papers = items.filter(ofType);
  const versions = await versionsOf(db, papers);
  const kept = await certificateFilesOf(db, certificates.filter(ofType));
  const proofs = await proofsOf(db, papers);
  const all = [...versions, ...kept, ...proofs];
  if (all.length > MAX_FILES || all.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES)
    throw invalidField('types', TOO_MUCH);
  const pathFor = uniquePaths();
  const files: InZip[] = [];
  const addFile = (folder: string, name: string, { bucket, stored, ...file }: FileRow) => {
    const path = pathFor(folder, name, file);
    files.push({ bucket, stored, path });
    return path;
  };
  const documentsOf = (requestedType: string) =>
    papers
      .filter(({ type }) => type === requestedType)
      .flatMap(({ documentId, title, served }) =>
        versions
          .filter((version) => version.documentId === documentId)
          .map((version) => ({
            title: `${title}, version ${version.number}`,
            type: requestedType,
            sha256: version.sha256,
            path: addFile(typeLabel(requestedType), `${title} version ${version.number}`, version),
            served: served.filter(({ versionId }) => versionId === version.id).toReversed(),
          })),
      );
  const certificatesOf = (requestedType: string) =>
    kept
      .filter(({ type }) => type === requestedType)
      .map(({ title, day, type, ...file }) => ({
        title: day ? `${title}, issued on ${formatDay(day)}` : title,
        type,
        sha256: file.sha256,
        path: addFile(typeLabel(type), [title, day].filter(Boolean).join(' '), file),
        served: [],
      }));
  const listed = types.flatMap((type) => [...documentsOf(type), ...certificatesOf(type)]);
  const pathsOfProofs = new Map(
    proofs.map((proof) => [proof.id, addFile('Proof', proof.name.replace(/\.\w+$/, ''), proof)]),
  );
  const day = dayOf(papers, [...versions, ...kept]);
  return { index: { place: await placeName(db, place), types, day, versions: listed, proofs: pathsOfProofs }, files };
}

async function versionsOf(db: UserDb, papers: readonly Paper[]): Promise<VersionRow[]> {
  const ids = papers.map(({ documentId }) => documentId);
  const versionIds = papers.flatMap(({ versionId, served }) => [versionId, ...served.map((one) => one.versionId)]);
  const { rows } = await sql<VersionRow>`
    select v.id, v.document_id as "documentId", v.number, v.name, f.bucket, f.path as stored, f.content_type as "contentType",
      f.bytes::float8 as bytes, f.sha256, v.date_added as added
    from document_versions v join files f on f.url = v.file_url
    where v.document_id = any(${ids}::uuid[]) and v.id = any(${versionIds}::uuid[]) order by v.number, v.id`.execute(
    db,
  );
  return rows;
}

async function certificateFilesOf(db: UserDb, certificates: readonly CertificateFile[]): Promise<CertificateRow[]> {
  const { rows } = await sql<FileRow & { added: Date }>`
    select c.id, f.name, f.bucket, f.path as stored, f.content_type as "contentType", f.bytes::float8 as bytes, f.sha256,
      f.uploaded_at as added
    from property_certificates c join files f on f.url = c.file_url
    where c.id = any(${certificates.map(({ id }) => id)}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return certificates.flatMap(({ id, title, type, day }) => {
    const file = byId.get(id);
    return file ? { ...file, title, type, day } : [];
  });
}

async function proofsOf(db: UserDb, papers: readonly Paper[]): Promise<FileRow[]> {
  const urls = papers.flatMap(({ served }) => served.flatMap(({ proof }) => proof?.url ?? []));
  const { rows } = await sql<FileRow>`
    select url as id, name, bucket, path as stored, content_type as "contentType", bytes::float8 as bytes, sha256
    from files where url = any(${urls}::text[]) order by url`.execute(db);
  return rows;
}

function uniquePaths() {
  const used = new Set<string>();
  return (folder: string, name: string, file: Pick<FileRow, 'name' | 'contentType' | 'sha256'>) => {
    const ending = savedName(file).split('.').at(-1) ?? '';
    const plain = `${folder}/${plainName(name, MAX_NAME) || 'File'}`;
    let path = `${plain}.${ending}`;
    for (let place = 2; used.has(path); place += 1) path = `${plain} ${place}.${ending}`;
    used.add(path);
    return path;
  };
}

/** The day of the latest change, which is the time of all zip entries. */
function dayOf(papers: readonly Paper[], versions: readonly { added: Date }[]): string {
  const instants = papers.flatMap(({ served }) =>
    served.flatMap(({ servedAt, confirmedAt, struckAt }) => [servedAt, confirmedAt, struckAt]),
  );
  const all = [...instants.flatMap((at) => (at ? new Date(at) : [])), ...versions.map(({ added }) => added)];
  // A fixed minimum, as ZIP cannot store times before 1980.
  return londonDay(new Date(Math.max(Date.UTC(2000, 0, 1), ...all.map((at) => at.getTime()))));
}

async function placeName(db: UserDb, { tenancyId, propertyId }: Place): Promise<string> {
  const { rows } = await (tenancyId
    ? sql<{ name: string }>`select concat_ws(', ', property_name, names) as name from tenancies where id = ${tenancyId}`
    : sql<{
        name: string;
      }>`select concat_ws(', ', address, city, zipcode) as name from properties where id = ${propertyId}`
  ).execute(db);
  return rows[0]?.name ?? '';
}

/** Throws `not_found`, or `invalid_input` for a day in the future. */
export async function saveAskedOn(db: UserDb, { tenancyId, propertyId, askedOn }: AskedInput, today: string) {
  if (askedOn !== null && askedOn > today) throw invalidField('askedOn', 'Enter today or an earlier date');
  const { rows } = await (tenancyId
    ? sql<{ propertyId: string | null }>`
        select property_id as "propertyId" from tenancies where id = ${tenancyId} for no key update`
    : sql<{ propertyId: string | null }>`
        select id as "propertyId" from properties where id = ${propertyId} for no key update`
  ).execute(db);
  if (!rows[0]) throw new AppError('not_found', { message: TEXTS.noPlace });
  const place = tenancyId
    ? sql`tenancy_id = ${tenancyId}::uuid`
    : sql`property_id = ${propertyId}::uuid and tenancy_id is null`;
  if (askedOn === null) await sql`delete from bundle_requests where ${place}`.execute(db);
  else {
    // The tenancy or property is locked, so that concurrent requests do not both add a row.
    await sql`
      with changed as (update bundle_requests set asked_on = ${askedOn} where ${place} returning id)
      insert into bundle_requests (property_id, tenancy_id, asked_on)
      select ${rows[0].propertyId}::uuid, ${tenancyId}::uuid, ${askedOn}::date where not exists (select from changed)`.execute(
      db,
    );
  }
}

type Contents = { bundle: Bundle; files: Files; stillAllowed: () => Promise<void> };

/** Reads stored files one at a time. `stillAllowed` throws once the session or the membership has ended. */
export async function fillBundle(add: Add, { bundle: { index, files }, files: store, stillAllowed }: Contents) {
  const sums: string[] = [];
  const lost: string[] = [];
  const pdf = await add('Index.pdf', [await pdfOf(indexDocument(index))], { packed: false });
  sums.push(`${pdf.sha256}  Index.pdf\n`);
  for (const { bucket, stored, path } of files) {
    await stillAllowed();
    const content = await store.get(pathOf({ bucket, path: stored }));
    if (!content) lost.push(`${path}\n`);
    else sums.push(`${(await addStored(add, path, content)).sha256}  ${path}\n`);
  }
  if (lost.length > 0) await add('MISSING.txt', lost);
  await add('SHA256SUMS', sums);
}
