/** The files of a transaction after its first, which is `file_url`. Triggers keep both in sync (decision 64). */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { NO_FILE, type StoredFile } from '../file/file.ts';
import type { TransactionInput } from './transaction.ts';

export const otherFiles = sql<StoredFile[]>`case when file_url is null then '[]' else (
  select coalesce(json_agg(json_build_object('url', url, 'name', f.name, 'contentType', content_type, 'bytes', bytes) order by place, held.id), '[]')
  from transaction_files held join files f on f.url = held.file_url
  where held.transaction_id = transactions.id and held.file_url <> transactions.file_url) end`;

/** Replaces the files after the first. Throws `invalid_input` for a file that is missing or has another transaction. */
export async function setMoreFiles(db: UserDb, id: string, files: TransactionInput['moreFiles']): Promise<void> {
  const urls = [...new Set(files.map(({ url }) => url))];
  await sql`
    delete from transaction_files where transaction_id = ${id}::uuid and file_url <> all (${urls}::text[])
      and file_url is distinct from (select file_url from transactions where id = ${id}::uuid)`.execute(db);
  const { rows } = await sql`
    insert into transaction_files as held (transaction_id, place, file_url, name)
    select ${id}::uuid, listed.n + coalesce((select min(place) from transaction_files where transaction_id = ${id}::uuid), 0), f.url, f.name
    from unnest(${urls}::text[]) with ordinality as listed (url, n) join files f on f.url = listed.url
    where f.url is distinct from (select file_url from transactions where id = ${id}::uuid)
    on conflict (file_url) do update set transaction_id = excluded.transaction_id, place = excluded.place
    where held.transaction_id is null or held.transaction_id = excluded.transaction_id
    returning held.id`.execute(db);
  const first = await db.selectFrom('transactions').select('file_url').where('id', '=', id).executeTakeFirst();
  if (rows.length < urls.filter((url) => url !== first?.file_url).length) throw invalidField('moreFiles', NO_FILE);
}
