/** SQL of owners, with encryption of National Insurance numbers. */
import { sql } from 'kysely';
import pg from 'pg';
import { byName, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import { instantCursor } from '../../server/http/pages.server.ts';
import { createEncryption } from '../../server/jobs/encryption.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { TEXTS } from './listed.ts';
import { MAX_OWNERS, type Owner, type OwnerInput, type OwnerQuery } from './owner.ts';

const table = recordTable<OwnerInput, Owner, Owner, OwnerQuery>({
  table: 'owners',
  noun: 'owner',
  columns: {
    name: 'name',
    kind: 'kind',
    nation: 'nation',
    closed: {
      column: 'closed_at',
      read: sql`closed_at is not null`,
      write: (closed) => (closed ? sql`coalesce(closed_at, app.instant())` : null),
    },
  },
  computed: { nino: sql`coalesce('******' || nino_end, '')` },
  orders: {
    added: {
      by: sql`date_added`,
      direction: 'asc',
      key: 'dateAdded',
      sent: instantCursor,
      value: (sent) => sql`${sent}::timestamptz`,
    },
    name: byName,
  },
  find: (q) => sql`app.find_owners(${q})`,
});

export const ownerTable = {
  ...table,

  /** Ignores `closed`. Throws `invalid_input` for more than `MAX_OWNERS` owners. */
  async add(db: UserDb, { closed: _, ...input }: OwnerInput): Promise<Owner> {
    await sql`select app.lock_account()`.execute(db);
    const { rows } = await sql<{ many: boolean }>`
      select count(*) >= ${MAX_OWNERS} as many from owners`.execute(db);
    if (rows[0]?.many) throw invalidField('name', `You can have up to ${MAX_OWNERS} owners. Remove one first`);
    return table.add(db, input as OwnerInput);
  },

  /** Throws `invalid_input` if a spouse becomes a company. */
  async change(db: UserDb, args: Versioned & { input: OwnerInput }): Promise<Owner> {
    const changed = await table.change(db, args);
    if (changed.kind === 'company' && (await isSpouse(db, changed.id)))
      throw invalidField('kind', 'This owner is in a married couple. Change their shares first.');
    return changed;
  },

  /** Throws `invalid_input` for an owner that other records need. */
  async remove(db: UserDb, args: Versioned): Promise<void> {
    await table.remove(db, args).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '23503') throw inUse(error);
      throw error;
    });
  },
};

function inUse(error: pg.DatabaseError): AppError {
  const message =
    error.table === 'shares'
      ? 'This owner has shares. Remove them first, or close the owner.'
      : 'Other records need this owner. Close the owner instead.';
  return new AppError('invalid_input', { message, cause: error });
}

async function isSpouse(db: UserDb, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ownerships join shares using (user_id, property_id, starts_on) where spouses and owner_id = ${id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns owners in order of adding; the first is the default. Empty for an account with one implicit owner. */
export function listOwners(db: UserDb): Promise<Owner[]> {
  return db.selectFrom('owners').select(table.listed).orderBy('date_added').orderBy('id').$castTo<Owner>().execute();
}

type Secret = Pick<Services, 'secret'>;

const encryptionOf = ({ secret }: Secret) => createEncryption(secret, 'owners');

/** Stores `number`, as parsed by `nino` in owner.ts. Throws `not_found`. */
export async function saveNino(services: Secret, db: UserDb, { id, number }: { id: string; number: string }) {
  const { numUpdatedRows } = await db
    .updateTable('owners')
    .set({ nino: encryptionOf(services).encrypt(number), nino_end: number.slice(-3) })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('not_found', { message: TEXTS.notFound });
}

/** Returns the National Insurance number; undefined if it was not entered. Throws `not_found`. */
export async function readNino(services: Secret, db: UserDb, id: string): Promise<string | undefined> {
  const owner = await db.selectFrom('owners').select('nino').where('id', '=', id).executeTakeFirst();
  if (!owner) throw new AppError('not_found', { message: TEXTS.notFound });
  return owner.nino === null ? undefined : encryptionOf(services).decrypt(owner.nino);
}
