/** Links in SQL, and their tokens: 256 bits derived from the server's secret, so that a link can be copied later. */
import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { type GuestLink, LINK_DAYS, LINK_PATH, TEXTS } from './guest-link.ts';

const keys = new Map<string, Buffer>();

function keyOf(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'links of guests', 32));
  keys.set(secret, key);
  return key;
}

/** The database stores only the seed and the token's hash. */
export const tokenOf = (seed: string, secret: string) =>
  createHmac('sha256', keyOf(secret)).update(seed).digest('base64url');

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export const addressOf = (token: string, appUrl: string) => `${appUrl}${LINK_PATH}/${token}`;

/** A new token, as the columns that store it. */
function newToken(secret: string) {
  const seed = randomUUID();
  return { seed, token_hash: hashOf(tokenOf(seed, secret)) };
}

const expiry = sql<Date>`app.instant() + make_interval(days => ${LINK_DAYS})`;

type NewLink = {
  tenancyId: string | null;
  propertyId: string | null;
  tenantId: string | null;
  recipient: string;
  /** The caller queues the job that emails the link. */
  email: string | null;
  message: string;
};

export async function addLink(db: UserDb, link: NewLink, secret: string): Promise<string> {
  const { id } = await db
    .insertInto('guest_links')
    .values({
      kind: 'papers',
      tenancy_id: link.tenancyId,
      property_id: link.propertyId,
      tenant_id: link.tenantId,
      recipient: link.recipient,
      email: link.email,
      message: link.message || null,
      email_state: link.email ? 'sending' : 'none',
      expires_at: expiry,
      ...newToken(secret),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const columns = sql`l.id, l.version, l.recipient, coalesce(l.email, '') as email,
  (select count(*)::integer from served s where s.link_id = l.id and s.struck_at is null and s.state <> 'refused') as papers,
  (select count(*)::integer from served s where s.link_id = l.id and s.struck_at is null and s.state = 'confirmed') as confirmed,
  ${utc('expires_at')} as "expiresAt", l.expires_at <= app.instant() as expired, ${utc('revoked_at')} as "revokedAt",
  l.times_used as "timesUsed", ${utc('last_used_at')} as "lastUsedAt", l.email_state as "emailState",
  coalesce(l.email_note, '') as "emailNote", ${utc('date_added')} as "dateAdded"`;

function utc(column: string) {
  return sql`to_char(${sql.ref(`l.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Columns of a link that stays the same until it is revoked. The columns in `IDENTITY` are not null. */
type LastingLink = {
  kind: 'tenant' | 'poster' | 'supplier' | 'inspection';
  recipient: string;
  tenant_id?: string;
  tenancy_id?: string | null;
  property_id?: string | null;
  supplier_id?: string;
  repair_id?: string;
  inspection_id?: string;
};

const IDENTITY = {
  tenant: ['tenant_id'],
  poster: ['property_id'],
  supplier: ['repair_id', 'supplier_id'],
  inspection: ['inspection_id', 'tenant_id'],
} as const;

/** Practically unlimited: the link ends when it is revoked, or when the functions that read it refuse it. */
const LASTING_YEARS = 20;

/**
 * The token of a link, which is added if it is missing. Concurrent callers get the same link. If the server's secret
 * has changed, the token is replaced.
 */
export async function lastingToken(db: UserDb, link: LastingLink, secret: string): Promise<string> {
  const { kind, recipient } = link;
  const identity = IDENTITY[kind].map((column) => sql`${sql.ref(column)} = ${link[column]}::uuid`);
  const same = sql.join([sql`kind = ${kind}`, sql`revoked_at is null`, ...identity], sql` and `);
  const find = async () => {
    const { rows } = await sql<{ id: string; seed: string; hash: string }>`
      select id, seed, token_hash as hash from guest_links where ${same} for update`.execute(db);
    return rows[0];
  };
  let found = await find();
  if (!found) {
    await db
      .insertInto('guest_links')
      .values({
        ...link,
        recipient: recipient.slice(0, 200),
        email_state: 'none',
        expires_at: sql<Date>`app.instant() + make_interval(years => ${LASTING_YEARS})`,
        ...newToken(secret),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    found = await find();
  }
  if (!found) throw new AppError('not_found');
  const token = tokenOf(found.seed, secret);
  return hashOf(token) === found.hash ? token : replaceToken(db, found.id, secret);
}

/** The latest 100 links to papers. */
export async function listLinks(
  db: UserDb,
  { tenancyId, propertyId }: { tenancyId?: string | undefined; propertyId?: string | undefined },
): Promise<GuestLink[]> {
  const { rows } = await sql<GuestLink>`
    select ${columns} from guest_links l
    where kind = 'papers' and (${tenancyId ?? null}::uuid is null or tenancy_id = ${tenancyId ?? null}::uuid)
      and (${propertyId ?? null}::uuid is null or property_id = ${propertyId ?? null}::uuid)
    order by l.date_added desc, l.id desc limit 100`.execute(db);
  return rows;
}

/** Throws `not_found`. */
async function getLink(db: UserDb, id: string): Promise<GuestLink> {
  const { rows } =
    await sql<GuestLink>`select ${columns} from guest_links l where l.id = ${id} and l.kind = 'papers'`.execute(db);
  if (!rows[0]) throw new AppError('not_found', { message: TEXTS.notFound });
  return rows[0];
}

/** Adds a link to papers that were given to one person other than by email. Throws `not_found` or `invalid_input`. */
export async function linkPapers(db: UserDb, servedIds: readonly string[], secret: string): Promise<GuestLink> {
  const ids = [...new Set(servedIds)];
  const rows = await db
    .selectFrom('served')
    .select(['id', 'tenancy_id', 'property_id', 'tenant_id', 'recipient', 'method', 'address', 'link_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('struck_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < ids.length) throw new AppError('not_found');
  const [first] = rows;
  const same = rows.every(
    ({ recipient, tenant_id }) => recipient === first?.recipient && tenant_id === first.tenant_id,
  );
  if (!first || !same || rows.some(({ link_id }) => link_id)) throw invalidField('servedIds', TEXTS.linked);
  const { tenancy_id: tenancyId, property_id: propertyId, tenant_id: tenantId, recipient } = first;
  const link = { tenancyId, propertyId, tenantId, recipient, email: null, message: '' };
  const id = await addLink(db, link, secret);
  await db.updateTable('served').set({ link_id: id }).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return getLink(db, id);
}

/**
 * The link's address. If the server's secret has changed, the old token no longer works and is replaced. Throws
 * `not_found`, or `gone` for a revoked link.
 */
export async function copyLink(db: UserDb, id: string, { secret, appUrl }: Server): Promise<string> {
  const row = await db
    .selectFrom('guest_links')
    .select(['seed', 'token_hash as hash', 'revoked_at as revokedAt'])
    .where('id', '=', id)
    .where('kind', '=', 'papers')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', { message: TEXTS.notFound });
  if (row.revokedAt) throw new AppError('gone', { message: TEXTS.revoked });
  const token = tokenOf(row.seed, secret);
  if (hashOf(token) === row.hash) return addressOf(token, appUrl);
  return addressOf(await replaceToken(db, id, secret), appUrl);
}

type Server = { secret: string; appUrl: string };

async function replaceToken(db: UserDb, id: string, secret: string): Promise<string> {
  const token = newToken(secret);
  await db.updateTable('guest_links').set(token).where('id', '=', id).execute();
  return tokenOf(token.seed, secret);
}

const TRIAL_EMAILS_A_DAY = 20;

/**
 * Limits emails during the trial, as an account without a plan could send unwanted email. Called after the emails were
 * added to their links, in the same transaction. Throws `too_many_attempts`.
 */
export async function assertEmailsAllowed(db: UserDb, now: Date): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  const { rows } = await sql<{ today: string; status: string }>`
    select app.link_emails_today() as today, status from app.standing(${now}) where user_id = app.user_id()`.execute(
    db,
  );
  const [found] = rows;
  if (found?.status === 'trialing' && Number(found.today) > TRIAL_EMAILS_A_DAY)
    throw new AppError('too_many_attempts', { message: TEXTS.noEmails, retryAfter: 3600 });
}

type Renewal = {
  secret: string;
  now: Date;
  /** Queues the email of a link in this transaction. */
  send: (linkId: string) => Promise<void>;
};

/**
 * Replaces the token for the same papers, and sends the email, unless an email is being sent. Throws `not_found`,
 * `gone`, `invalid_input`, or `too_many_attempts` during the trial.
 */
export async function renewLink(db: UserDb, id: string, { secret, now, send }: Renewal): Promise<GuestLink> {
  await db.selectFrom('guest_links').select('id').where('id', '=', id).forUpdate().execute();
  const { email, revokedAt, papers } = await getLink(db, id);
  if (revokedAt || papers === 0) throw new AppError('gone', { message: TEXTS.revoked });
  if (!email) throw invalidField('email', TEXTS.noEmail);
  const { numUpdatedRows } = await db
    .updateTable('guest_links')
    .set({ ...newToken(secret), expires_at: expiry, email_state: 'sending', email_note: null, tried_at: null })
    .where('id', '=', id)
    .where('email_state', '<>', 'sending')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) {
    await assertEmailsAllowed(db, now);
    await send(id);
  }
  return getLink(db, id);
}

/** Idempotent. Throws `not_found`. */
export async function revokeLink(db: UserDb, id: string): Promise<GuestLink> {
  await db
    .updateTable('guest_links')
    .set({ revoked_at: sql<Date>`app.instant()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return getLink(db, id);
}
