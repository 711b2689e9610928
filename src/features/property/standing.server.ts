/** What stands in the database before a property is saved, in SQL. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { freeOf } from '../file/named-files.server.ts';
import type { Standing } from './part-problems.ts';

/**
 * Holds the property at `version` until the transaction ends, so that its parts stay as they are told here. `files` are the urls
 * that are about to be named. Undefined where the landlord has no such property, or it has another version by now.
 */
export function holdProperty(
  db: UserDb,
  { id, version, files }: { id: string; version: number; files: string[] },
): Promise<Standing | undefined> {
  return db
    .selectFrom('properties')
    .select((property) => [
      'image_url as imageUrl',
      jsonArrayFrom(
        property
          .selectFrom('property_certificates as part')
          .select(['part.id', 'part.file_url as url'])
          .whereRef('part.property_id', '=', 'properties.id'),
      ).as('certificates'),
      jsonArrayFrom(
        property
          .selectFrom('property_invoices as part')
          .select(['part.id', 'part.file_url as url'])
          .whereRef('part.property_id', '=', 'properties.id'),
      ).as('invoices'),
      sql<string[]>`array(${freeOf(db, files)})`.as('free'),
    ])
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
}
