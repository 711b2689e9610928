/** The database copies the licence that ends last to the compliance of its property. */
import { sql } from 'kysely';
import { z } from 'zod';
import { newestFirst, nullableText, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { refreshCompliance } from '../property/save.server.ts';
import type { Licence, LicenceInput, LicenceQuery } from './licence.ts';
import { TEXTS } from './listed.ts';

const table = recordTable<LicenceInput, Licence, Licence, LicenceQuery>({
  table: 'licences',
  noun: 'licence',
  columns: {
    propertyId: 'property_id',
    kind: 'kind',
    council: 'council',
    number: nullableText('number'),
    starts: 'starts',
    ends: 'ends',
    conditions: nullableText('conditions'),
  },
  orders: {
    ends: {
      by: sql`ends`,
      direction: 'asc',
      key: 'ends',
      // PostgreSQL has no year 0.
      sent: z.iso.date().refine((day) => !day.startsWith('0000')),
      value: (sent) => sql`${sent}::date`,
    },
    newest: newestFirst,
  },
  find: (q) => sql`app.find_licences(${q})`,
  filters: { propertyId: (id) => sql`property_id = ${id}::uuid` },
});

const NO_PROPERTY = 'This property no longer exists. Choose another.';

/** Locks properties by id and before their licences, like every save, to avoid deadlock. */
async function lockProperties(db: UserDb, ids: readonly string[]): Promise<string[]> {
  const locked = db.selectFrom('properties').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate();
  return (await locked.execute()).map(({ id }) => id);
}

async function propertyOf(db: UserDb, id: string): Promise<string> {
  const licence = await table.get(db, id);
  if (!licence) throw new AppError('not_found', { message: TEXTS.notFound });
  return licence.propertyId;
}

/** Each save updates the property's compliance in the same transaction. */
export const licenceTable = {
  ...table,

  /** Throws `invalid_input` for a missing property. */
  async add(db: UserDb, input: LicenceInput): Promise<Licence> {
    const [property] = await lockProperties(db, [input.propertyId]);
    if (!property) throw invalidField('propertyId', NO_PROPERTY);
    const added = await table.add(db, input);
    await refreshCompliance(db, property);
    return added;
  },

  /** Throws `not_found`, `conflict`, or `invalid_input` for a missing property. */
  async change(db: UserDb, args: Versioned & { input: LicenceInput }): Promise<Licence> {
    const before = await propertyOf(db, args.id);
    const locked = await lockProperties(db, [before, args.input.propertyId]);
    if (!locked.includes(args.input.propertyId.toLowerCase())) throw invalidField('propertyId', NO_PROPERTY);
    const changed = await table.change(db, args);
    for (const property of locked) await refreshCompliance(db, property);
    return changed;
  },

  /** Throws `not_found` or `conflict`. */
  async remove(db: UserDb, args: Versioned): Promise<void> {
    const property = await propertyOf(db, args.id);
    await lockProperties(db, [property]);
    await table.remove(db, args);
    await refreshCompliance(db, property);
  },
};
