import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { ListedFile } from '../file/store.server.ts';
import type { DocumentGuess } from './document.ts';
import type { DocumentReply } from './read/job.ts';
import { guessDocument, guessHome, type Home, squeezed } from './rules/guess.ts';

const MAX_HOMES = 20;

/** Properties whose address or postcode is in the name or at the start of the text. */
async function namedHomes(db: UserDb, body: string): Promise<Home[]> {
  const { rows } = await sql<Home>`
    select id, address, zipcode as "postalCode" from properties
    where strpos(${squeezed(body)}, regexp_replace(lower(zipcode), '[^a-z0-9]', '', 'g')) > 0
      or length(address) > 4 and strpos(${squeezed(body)}, regexp_replace(lower(address), '[^a-z0-9]', '', 'g')) > 0
    order by id limit ${MAX_HOMES}`.execute(db);
  return rows;
}

/** The earliest file with the same content, in documents first, then in other records. */
async function knownFile(db: UserDb, sha256: string): Promise<DocumentGuess['known']> {
  const { rows } = await sql<NonNullable<DocumentGuess['known']>>`
    select known.kind, known.id, known.name from files f cross join lateral (
      select 'document' as kind, d.id, d.title as name from document_versions v join documents d on d.id = v.document_id where v.file_url = f.url
      union all
      select 'certificate', p.id, c.name || ' of ' || p.address from property_certificates c join properties p on p.id = c.property_id where c.file_url = f.url
      union all
      select 'invoice', p.id, 'an invoice of ' || p.address from property_invoices i join properties p on p.id = i.property_id where i.file_url = f.url
      union all
      select 'transaction', x.id, x.description from transaction_files t join transactions x on x.id = t.transaction_id
      where t.file_url = f.url
    ) known
    where f.sha256 = ${sha256} and f.clear_at is null order by known.kind = 'document' desc, f.uploaded_at limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function guessFile(
  db: UserDb,
  { file, reply, today }: { file: ListedFile; reply: DocumentReply | undefined; today: string },
): Promise<DocumentGuess> {
  const text = reply?.reading === 'read' ? reply.text : undefined;
  const homes = await namedHomes(db, `${file.name} ${(text ?? '').slice(0, 20_000)}`);
  const home = guessHome({ name: file.name, text }, homes);
  const found = homes.find(({ id }) => id === home);
  return {
    ...guessDocument({ name: file.name, text }, today),
    property: found ? { id: found.id, address: found.address } : null,
    reading: reply?.reading ?? null,
    known: await knownFile(db, file.sha256),
    sha256: file.sha256,
  };
}
