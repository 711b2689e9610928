/**
 * Sends papers by email. An attempt is claimed in the database, sent, and settled. After a crash between sending and
 * settling, the email is sent again with the same message id, and its rows are marked as possibly sent twice.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import type { Files } from '../../outside/files/files.ts';
import { type Attachment, type Mail, MailRejected } from '../../outside/mail/mail.ts';
import { accountName } from '../../server/db/account-name.server.ts';
import { handle, inTurn, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { savedName } from '../file/file.ts';
import { pathOf } from '../file/store.server.ts';
import { addressOf, tokenOf } from '../guest-link/guest-link.server.ts';
import { LINK_DAYS } from '../guest-link/guest-link.ts';
import { ATTEMPT_SECONDS, type LinkEmail, RESUME_LINKS, SEND_LINK } from '../guest-link/queues.server.ts';
import { papersEmail } from './emails.ts';
import { arrivalByRule } from './served.server.ts';

type Plan = { pool: pg.Pool; mail: Mail; files: Files; clock: Clock; secret: string; appUrl: string };

const INTERRUPTED = 'Tenure was interrupted while sending this, so it may have arrived twice.';
const STRUCK = 'Struck out before it was sent.';
const REVOKED = 'The link was revoked before it was sent.';
const STRUCK_LATE = 'Struck out while it was being sent. It may have arrived.';
const MAX_RETRY_DAYS = 3;
const NOT_DELIVERED = `The mail server did not accept this email for ${MAX_RETRY_DAYS} days.`;
const LOST_FILE = 'A file could not be read, so the email was not sent.';

export function servedJobs(plan: Plan): QueueHandler[] {
  return [handle(SEND_LINK, (job) => sendLink(plan, job)), handle(RESUME_LINKS, () => resume(plan))];
}

async function resume(plan: Plan): Promise<void> {
  const before = new Date(plan.clock.now().getTime() - 2 * ATTEMPT_SECONDS * 1000);
  const { rows } = await plan.pool.query<{ user_id: string; id: string }>('select * from app.waiting_link_emails($1)', [
    before,
  ]);
  await inTurn(rows, ({ user_id: userId, id }) => sendLink(plan, { userId, linkId: id }));
}

export async function sendLink(plan: Plan, { userId, linkId }: LinkEmail): Promise<void> {
  const { pool, clock, mail } = plan;
  const run = <T>(work: (db: UserDb) => Promise<T>) => runOnBehalfOf(pool, { userId, now: clock.now() }, work);
  const claimed = await run((db) => claim(db, linkId, clock.now()));
  if (claimed === 'done') return;
  if (claimed === 'running') throw new Error('Another attempt to send this email is still running.');
  const settle = (outcome: Outcome) => run((db) => settleEmail(db, { linkId, at: clock.now(), outcome, ...claimed }));
  try {
    const attachments = await readAttachments(plan.files, claimed.papers);
    if (!attachments) return await settle({ state: 'refused', note: LOST_FILE });
    await mail.send(toEmail(plan, { ...claimed, attachments }));
  } catch (error) {
    if (error instanceof MailRejected) return settle({ state: 'refused', note: error.message });
    await run((db) => release(db, linkId));
    throw error;
  }
  return settle({ state: 'handed-over', note: claimed.interrupted ? INTERRUPTED : '' });
}

type PaperFile = { bucket: string; path: string; name: string; contentType: string };

type Claimed = {
  to: string;
  recipient: string;
  landlord: string;
  replyTo: string;
  property: string | null;
  message: string;
  seed: string;
  revoked: boolean;
  /** An earlier attempt was neither settled nor released. */
  interrupted: boolean;
  titles: string[];
  papers: PaperFile[];
};

/** Claims the email for one attempt. Rows that were struck out are not sent. */
async function claim(db: UserDb, linkId: string, now: Date): Promise<Claimed | 'done' | 'running'> {
  const { rows } = await sql<Claimed & { triedAt: Date | null; state: string; late: boolean }>`
    select l.email as "to", l.recipient, ${accountName} as landlord, profiles.email as "replyTo", coalesce(l.message, '') as message,
      l.seed, l.expires_at - make_interval(days => ${LINK_DAYS - MAX_RETRY_DAYS}) <= ${now} as late, l.revoked_at is not null as revoked, l.tried_at as "triedAt", l.email_state as state,
      (select concat_ws(', ', address, city) from properties where id = l.property_id) as property
    from guest_links l join profiles on profiles.id = l.user_id where l.id = ${linkId} for update of l`.execute(db);
  const [link] = rows;
  if (link?.state !== 'sending') return 'done';
  const interrupted = link.triedAt !== null;
  if (link.triedAt && now.getTime() - link.triedAt.getTime() < ATTEMPT_SECONDS * 1000) return 'running';
  if (link.late) {
    await settleEmail(db, { linkId, seed: link.seed, at: now, outcome: { state: 'refused', note: NOT_DELIVERED } });
    return 'done';
  }
  await sql`update served set state = 'refused', state_note = ${interrupted ? STRUCK_LATE : STRUCK}
    where link_id = ${linkId} and state = 'sending' and struck_at is not null`.execute(db);
  const { rows: papers } = await sql<PaperFile & { title: string; state: string }>`
    select d.title, s.state, f.bucket, f.path, v.name, f.content_type as "contentType"
    from served s join documents d on d.id = s.document_id join document_versions v on v.id = s.document_version_id
    join files f on f.url = v.file_url
    where s.link_id = ${linkId} and s.struck_at is null and s.state <> 'refused' order by s.id`.execute(db);
  const first = papers.filter(({ state }) => state === 'sending');
  // An interrupted email is repeated with all its papers, including those confirmed since then.
  const attached = first.length > 0 ? papers : [];
  // An email without attachments only has the link.
  const isRevoked = link.revoked && attached.length === 0;
  if (papers.length === 0 || isRevoked) {
    await settleLink(db, linkId, { state: 'refused', note: papers.length === 0 ? STRUCK : REVOKED });
    return 'done';
  }
  await db.updateTable('guest_links').set({ tried_at: now }).where('id', '=', linkId).execute();
  return { ...link, interrupted, titles: papers.map(({ title }) => title), papers: attached };
}

/** Undefined if a file is missing. */
async function readAttachments(files: Files, papers: readonly PaperFile[]): Promise<Attachment[] | undefined> {
  const attachments: Attachment[] = [];
  for (const { bucket, path, name, contentType } of papers) {
    const content = await files.get(pathOf({ bucket, path }));
    if (!content) return undefined;
    const bytes = new Uint8Array(await new Response(content).arrayBuffer());
    attachments.push({ name: savedName({ name, contentType }), type: contentType, bytes });
  }
  return attachments;
}

function toEmail({ secret, appUrl }: Plan, { seed, revoked, ...rest }: Claimed & { attachments: Attachment[] }) {
  return papersEmail({ ...rest, url: revoked ? null : addressOf(tokenOf(seed, secret), appUrl), messageId: seed });
}

type Outcome = { state: 'handed-over' | 'refused'; note: string };
type Settling = { linkId: string; seed: string; at: Date; outcome: Outcome };

async function settleEmail(db: UserDb, { linkId, seed, at, outcome }: Settling): Promise<void> {
  const rows = await db
    .selectFrom('served')
    .select(['id', 'arrival_rule as rule'])
    .where('link_id', '=', linkId)
    .where('state', '=', 'sending')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, rule } of rows) {
    const arrival = arrivalByRule(rule, at, true);
    const note = [outcome.note, outcome.state === 'refused' ? '' : arrival.unknown].filter(Boolean).join(' ') || null;
    await db
      .updateTable('served')
      .set({
        state: outcome.state,
        state_note: note,
        ...(outcome.state === 'handed-over' && { served_at: at, arrival: arrival.day }),
      })
      .where('id', '=', id)
      .execute();
  }
  await settleLink(db, linkId, outcome, seed);
}

/** Does not settle a link that was renewed during the attempt, as its new email has yet to be sent. */
async function settleLink(db: UserDb, linkId: string, { state, note }: Outcome, seed?: string): Promise<void> {
  await sql`update guest_links set email_state = ${state}, email_note = ${note || null}, tried_at = null
    where id = ${linkId} and (${seed ?? null}::uuid is null or seed = ${seed ?? null}::uuid)`.execute(db);
}

/** Allows the next attempt immediately, after a connection failure, or a failure before the email was sent. */
async function release(db: UserDb, linkId: string): Promise<void> {
  await db.updateTable('guest_links').set({ tried_at: null }).where('id', '=', linkId).execute();
}
