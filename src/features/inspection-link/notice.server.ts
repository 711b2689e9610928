/** The notice of a routine visit: a PDF that is stored as a document and emailed as a served paper. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { formatDay, formatInstantAsDay, formatInstantAsTime, londonDay } from '../../shared/dates.ts';
import { addDocumentVersion, documentTable } from '../document/document.server.ts';
import { queueReading } from '../document/jobs.server.ts';
import { callerId } from '../file/store.server.ts';
import { storeUpload } from '../file/upload.server.ts';
import { queueLinkEmail } from '../guest-link/api.server.ts';
import { recordOf } from '../inspection/inspection.server.ts';
import { TEXTS as INSPECTION_TEXTS, NOTICE_HOURS, type State } from '../inspection/listed.ts';
import { type Nation, nationOf } from '../property/home/nation.ts';
import { addServed } from '../served/served.server.ts';
import { type NoticeGiven, TEXTS } from './inspection-link.ts';
import { type Receiver, receiversOf } from './links.server.ts';
import { reportPdf } from './report.server.ts';
import type { Report } from './report.ts';

type Version = { documentId: string; documentVersion: number; versionId: string; sha256: string; addedAt: Date };
type Facts = {
  kind: string;
  state: State;
  startsAt: Date;
  agreed: boolean;
  address: string;
  nation: Nation | 'unsure';
  landlord: string;
  email: string;
  tenancyId: string;
  receivers: Receiver[];
  latest: Version | null;
};

const TITLE = 'Notice of a visit';
/** Section 11(6) of the Landlord and Tenant Act 1985, on 24 hours' notice in writing, applies in this nation only. */
const ACT_NATION = 'England';

/**
 * Creates the notice, or a new version if its content has changed, and emails it to tenants who do not have that
 * version. Throws `not_found`, `wrong_state`, `conflict`, or `invalid_input` at `startsAt`.
 */
export async function giveNotice(services: Services, asOwner: AsOwner, id: string): Promise<NoticeGiven> {
  const now = services.clock.now();
  const facts = await asOwner((db) => readFacts(db, id));
  assertInTime(facts, now);
  const current = facts.latest && (await isSame(facts, facts.latest)) ? facts.latest : undefined;
  const url = current ? '' : await storeNotice(services, asOwner, await noticeOf(facts, londonDay(now)));
  return asOwner(async (db) => {
    await lockVisit(db, { id, startsAt: facts.startsAt });
    const versionId = current?.versionId ?? (await saveVersion(services, db, { id, facts, url, day: londonDay(now) }));
    await serve(services, db, { facts, versionId });
    const byHand = facts.receivers.filter(({ email }) => !email).map(({ id: tenantId, name }) => ({ tenantId, name }));
    return { ...(await recordOf(db, id)), byHand };
  });
}

/** Locks the inspection, so that a tenant is served once. Throws `conflict` if its time has changed. */
async function lockVisit(db: UserDb, { id, startsAt }: { id: string; startsAt: Date }): Promise<void> {
  const { rows } = await sql`
    select from inspections where id = ${id}::uuid and starts_at = ${startsAt} for no key update`.execute(db);
  if (rows.length === 0) throw new AppError('conflict');
}

async function readFacts(db: UserDb, id: string): Promise<Facts> {
  type Row = Omit<Facts, 'nation' | 'receivers' | 'tenancyId'> & {
    tenancyId: string | null;
    postcode: string;
    country: Nation | null;
  };
  const { rows } = await sql<Row>`
    select i.kind, app.inspection_state(i) as state, i.starts_at as "startsAt", i.agreed, i.tenancy_id as "tenancyId",
      coalesce(i.property_address, concat_ws(', ', p.address, p.city, p.zipcode)) as address, coalesce(p.zipcode, '') as postcode, p.country,
      ${accountName} as landlord, profiles.email,
      (select jsonb_build_object('documentId', d.id, 'documentVersion', d.version, 'versionId', v.id, 'sha256', f.sha256, 'addedAt', v.date_added)
        from documents d join document_versions v on v.document_id = d.id join files f on f.url = v.file_url
        where d.id = i.notice_id order by v.number desc limit 1) as latest
    from inspections i join profiles on profiles.id = i.user_id left join properties p on p.id = i.property_id
    where i.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not_found', { message: INSPECTION_TEXTS.notFound });
  const { postcode, country, tenancyId, ...facts } = row;
  const receivers = await receiversOf(db, id);
  if (facts.kind !== 'routine') throw new AppError('wrong_state', { message: TEXTS.onlyRoutine });
  if (facts.state === 'shared' || facts.state === 'locked')
    throw new AppError('wrong_state', { message: INSPECTION_TEXTS.fixed });
  if (!tenancyId || receivers.length === 0) throw new AppError('wrong_state', { message: TEXTS.noTenants });
  return { ...facts, tenancyId, receivers, nation: nationOf(postcode, country) };
}

function assertInTime({ startsAt, agreed }: Facts, now: Date): void {
  if (startsAt <= now) throw invalidField('startsAt', TEXTS.past);
  if (!agreed && startsAt.getTime() - now.getTime() < NOTICE_HOURS * 3_600_000)
    throw invalidField('startsAt', INSPECTION_TEXTS.soon);
}

/** Whether the current facts, with the date of the latest version, produce the same PDF. */
async function isSame(facts: Facts, { sha256, addedAt }: Version): Promise<boolean> {
  const bytes = await noticeOf(facts, londonDay(new Date(addedAt)));
  return createHash('sha256').update(bytes).digest('hex') === sha256;
}

/** `day` is the date of the notice, YYYY-MM-DD. */
function noticeOf(facts: Facts, day: string): Promise<Buffer> {
  const { address, startsAt, landlord, email, receivers, nation } = facts;
  const law =
    nation === ACT_NATION ? ' This notice is given under section 11(6) of the Landlord and Tenant Act 1985.' : '';
  const report: Report = {
    title: TITLE,
    createdAt: `${day}T00:00:00Z`,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { name: 'To', value: receivers.map(({ name }) => name).join(', ') },
          { name: 'From', value: `${landlord}, ${email}` },
          { name: 'Property', value: address },
          { name: 'Visit', value: `${formatInstantAsDay(startsAt)}, from ${formatInstantAsTime(startsAt)}` },
          { name: 'Date', value: formatDay(day) },
        ],
      },
      {
        kind: 'words',
        text: `Your landlord, or a person with your landlord’s written authority, will visit the property at this time to view its condition and state of repair.${law}`,
      },
      { kind: 'words', text: `If the time does not suit you, contact ${landlord} to agree another one.` },
    ],
    foot: `${TITLE}, ${address}`,
  };
  return buffer(Readable.from(reportPdf(report, async () => undefined)));
}

async function storeNotice(services: Services, asOwner: AsOwner, bytes: Buffer): Promise<string> {
  const owner = await asOwner(callerId);
  const file = { owner, bucket: 'documents', name: `${TITLE}.pdf`, bytes } as const;
  return (await storeUpload(services, asOwner, file)).url;
}

type Saving = { id: string; facts: Facts; url: string; day: string };

/** Throws `conflict` or `wrong_state` if another notice was created concurrently. */
async function saveVersion(
  services: Services,
  db: UserDb,
  { id, facts: { latest, tenancyId }, url, day }: Saving,
): Promise<string> {
  const file = { url };
  if (latest) {
    const { documentId, documentVersion: version } = latest;
    const dates = { day, validUntil: null };
    const { versionId } = await addDocumentVersion(db, { id: documentId, version, file, dates });
    await queueReading(services, db, versionId);
    return versionId;
  }
  const links = [{ tenancyId }];
  const input = { title: TITLE, type: 'notice', day, validUntil: null, note: '', file, links } as const;
  const { id: documentId, versions } = await documentTable.add(db, { ...input, links });
  const { numUpdatedRows } = await db
    .updateTable('inspections')
    .set({ notice_id: documentId })
    .where('id', '=', id)
    .where('notice_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('wrong_state');
  const versionId = versions[0]?.id ?? '';
  await queueReading(services, db, versionId);
  return versionId;
}

async function serve(
  services: Services,
  db: UserDb,
  { facts, versionId }: { facts: Facts; versionId: string },
): Promise<void> {
  const { rows } = await sql<{ tenantId: string | null }>`
    select tenant_id as "tenantId" from served
    where document_version_id = ${versionId}::uuid and struck_at is null and state <> 'refused'`.execute(db);
  const served = new Set(rows.map(({ tenantId }) => tenantId));
  const recipients = facts.receivers
    .filter(({ id, email }) => email && !served.has(id))
    .map(({ id: tenantId, email: address }) => ({ kind: 'tenant' as const, tenantId, name: '', address }));
  if (recipients.length === 0) return;
  const { secret, clock } = services;
  await addServed(db, {
    input: {
      versionIds: [versionId],
      tenancyId: facts.tenancyId,
      propertyId: null,
      recipients,
      method: 'email',
      methodNote: '',
      day: null,
      time: null,
      message: '',
      proof: null,
    },
    now: clock.now(),
    secret,
    send: (linkId) => queueLinkEmail(services, db, linkId),
  });
}
