/** Served papers over HTTP: entries, duties, emails, bundle. For arrival and remarks, see rules/rules.test.ts. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { addedPaper, addedVersion, byEmail, byHand, served, tenancyWithPaper } from '../../../test/fixtures/papers.ts';
import { PDF, uploaded } from '../../../test/fixtures/uploads.ts';
import { emailsTo } from '../../../test/reading/emails.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { MailRejected } from '../../outside/mail/mail.ts';
import { PropertyRecord } from '../property/property.ts';
import { sendLink } from './jobs.server.ts';
import { MissingPapers, Papers, Served, ServedAdded, TEXTS } from './served.ts';

const { database, services } = server;
const Items = z.object({ items: z.array(Served) });
const newAddress = () => `grace.${randomUUID()}@tenants.example`;

async function entries(owner: Pick<Landlord, 'get'>, tenancyId: string): Promise<Served[]> {
  return (await owner.get(`/api/served?tenancyId=${tenancyId}`)).as(Items).items;
}

const setTerms = (id: string, terms: { methods?: object[]; payer?: string }) =>
  query(database, 'update tenancies set service_methods = $2, deposit_payer_name = $3 where id = $1', [
    id,
    JSON.stringify(terms.methods ?? []),
    terms.payer ?? null,
  ]);

describe('an entry', () => {
  it('has the hash, time, arrival, remark and proof, and is added once for a repeated request', async () => {
    const ada = await landlord();
    const { tenancy, input } = await tenancyWithPaper(ada);
    await setTerms(tenancy.id, { methods: [{ method: 'first-class', rule: 'second-working-day' }] });
    const proof = await uploaded(ada, { bucket: 'documents', name: 'Receipt.pdf' });
    const posted = { ...input, method: 'first-class', day: '2026-11-19', time: null, proof: { url: proof.url } };
    const ask = { headers: { 'idempotency-key': randomUUID() } };
    const { items } = (await ada.post('/api/served', posted, ask)).as(ServedAdded);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      recipient: 'Grace Hopper',
      sha256: createHash('sha256').update(PDF).digest('hex'),
      servedAt: '2026-11-19T00:00:00.000Z',
      timed: false,
      arrival: '2026-11-23',
      arrivalRule: 'second-working-day',
      remark: '',
      state: 'recorded',
      servedBy: ada.name,
      proof: { url: proof.url },
    });
    expect((await ada.post('/api/served', posted, ask)).as(ServedAdded).items).toEqual(items);
    const emailed = {
      ...byHand(tenancy, { versionId: items[0]?.versionId ?? '' }),
      method: 'left-at-address' as const,
    };
    expect((await served(ada, emailed)).items[0]).toMatchObject({
      arrival: null,
      remark: 'The agreement does not say that notices can be left at the address.',
    });
    expect(await entries(ada, tenancy.id)).toHaveLength(2);
  });

  it('is refused with the field for a future day, a missing method or name, and a tenant of another tenancy', async () => {
    const ada = await landlord();
    const { input } = await tenancyWithPaper(ada);
    const other = await tenancyWithPaper(ada);
    const [recipient] = input.recipients;
    const fields = async (change: object) => (await ada.post('/api/served', { ...input, ...change })).fields;
    expect(await fields({ day: '2027-01-01' })).toEqual({ day: TEXTS.future });
    expect(await fields({ method: 'other' })).toEqual({ methodNote: 'Enter how it was given' });
    expect(await fields({ day: null })).toEqual({ day: 'Enter the day' });
    expect(await fields({ method: 'email', day: null })).toEqual({ 'recipients.0.address': 'Enter an email address' });
    expect(await fields({ recipients: [{ ...recipient, kind: 'council', tenantId: null }] })).toEqual({
      'recipients.0.name': 'Enter the name',
    });
    const stranger = { ...recipient, tenantId: other.tenancy.tenants[0]?.id };
    expect(await fields({ recipients: [stranger] })).toEqual({ 'recipients.0.tenantId': TEXTS.noTenant });
    expect(await fields({ proof: { url: `/api/files/documents/${ada.id}/gone.pdf` } })).toHaveProperty('proof');
    const hidden = await addedPaper(ada, { type: 'right-to-rent', tenancyId: input.tenancyId ?? '' });
    expect(await fields({ versionIds: [hidden.versionId] })).toEqual({ versionIds: TEXTS.notServed });
  });

  it('returns 404 to another landlord, and needs the right to change people, with the property in reach', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { tenancy, paper, input } = await tenancyWithPaper(ada);
    const own = await tenancyWithPaper(bob);
    const { items } = await served(ada, input);
    const strike = `/api/served/${items[0]?.id}/strike`;
    const reason = { reason: 'Wrong person' };
    expect((await bob.post('/api/served', { ...own.input, versionIds: [paper.versionId] })).status).toBe(404);
    expect((await bob.post('/api/served', { ...own.input, tenancyId: tenancy.id })).status).toBe(404);
    expect((await bob.post(strike, reason)).status).toBe(404);
    expect(await entries(bob, tenancy.id)).toEqual([]);
    expect((await bob.get(`/api/served/papers?tenancyId=${tenancy.id}`)).status).toBe(404);
    const near = await member(ada, { role: 'manager', properties: [tenancy.propertyId ?? ''] });
    const far = await member(ada, { role: 'manager', properties: [] });
    const bookkeeper = await member(ada, { role: 'bookkeeper' });
    expect(await entries(near, tenancy.id)).toHaveLength(1);
    expect((await near.post('/api/served', input)).status).toBe(201);
    expect(await entries(far, tenancy.id)).toEqual([]);
    expect((await far.post('/api/served', input)).status).toBe(404);
    expect((await far.post(strike, reason)).status).toBe(404);
    expect((await bookkeeper.post('/api/served', input)).status).toBe(403);
    expect(await entries(bookkeeper, tenancy.id)).toHaveLength(2);
  });

  it('is struck out once, with a reason, and cannot otherwise be changed or deleted', async () => {
    const ada = await landlord();
    const { tenancy, paper, input } = await tenancyWithPaper(ada);
    const { id } = await served(ada, input);
    const strike = (reason: string) => ada.post(`/api/served/${id}/strike`, { reason });
    expect((await strike('')).fields).toEqual({ reason: 'Enter the reason' });
    expect((await strike('Wrong version')).as(Served)).toMatchObject({
      struckReason: 'Wrong version',
      state: 'recorded',
    });
    expect((await strike('Again')).outcome).toBe('409 conflict');
    expect((await entries(ada, tenancy.id))[0]?.struckReason).toBe('Wrong version');
    for (const change of [
      `recipient = 'Eve'`,
      `state = 'handed-over', method = 'email'`,
      `served_at = now()`,
      `struck_reason = 'Other'`,
      `struck_at = null, struck_reason = null`,
      `state = 'refused'`,
      `property_id = gen_random_uuid()`,
    ])
      await expect(query(database, `update served set ${change} where id = $1`, [id])).rejects.toThrow(
        'is not changed',
      );
    await expect(query(database, 'delete from served where id = $1', [id])).rejects.toThrow('is kept');
    for (const [table, key] of [
      ['documents', paper.documentId],
      ['document_versions', paper.versionId],
    ] as const)
      await expect(query(database, `delete from ${table} where id = $1`, [key])).rejects.toThrow('is kept');
    await expect(query(asRole(database, 'app'), 'update served set confirmed_name = $1', ['Eve'])).rejects.toThrow(
      'denied',
    );
    expect((await ada.delete(`/api/properties/${tenancy.propertyId}`, 1)).status).toBeLessThan(500);
    expect((await ada.get(`/api/served?documentId=${paper.documentId}`)).as(Items).items).toHaveLength(1);
  });
});

describe('papers of a home', () => {
  it('name the people who must get the latest version, until they have been given it', async () => {
    const ada = await landlord();
    const { tenancy, paper, input } = await tenancyWithPaper(ada, ['Grace Hopper', 'Alan Turing']);
    await setTerms(tenancy.id, { payer: 'Gran' });
    await addedPaper(ada, { type: 'deposit', title: 'Prescribed information', tenancyId: tenancy.id });
    await addedPaper(ada, { type: 'insurance', title: 'Insurance', propertyId: tenancy.propertyId ?? '' });
    const missing = async (place = `tenancyId=${tenancy.id}`) => {
      const { items } = (await ada.get(`/api/served/papers?${place}`)).as(Papers);
      return Object.fromEntries(items.map(({ title, missing: people }) => [title, people.map(({ name }) => name)]));
    };
    const before = {
      'Gas safety record': ['Grace Hopper', 'Alan Turing'],
      Insurance: [],
      'Prescribed information': ['Grace Hopper', 'Alan Turing', 'Gran'],
    };
    expect(await missing()).toEqual(before);
    expect(await missing(`propertyId=${tenancy.propertyId}`)).toEqual(before);
    const home = { propertyId: tenancy.propertyId, tenancyId: tenancy.id, name: tenancy.propertyName };
    const counted = async () => (await ada.get('/api/served/missing')).as(MissingPapers);
    expect(await counted()).toEqual({ papers: 2, homes: [home] });
    const { id } = await served(ada, input);
    await served(ada, { ...input, method: 'other', methodNote: 'A link', recipients: [tenantOf(tenancy, 1)] });
    expect(await missing()).toMatchObject({ 'Gas safety record': ['Alan Turing'] });
    await ada.post(`/api/served/${id}/strike`, { reason: 'Wrong door' });
    expect(await missing()).toMatchObject({ 'Gas safety record': ['Grace Hopper', 'Alan Turing'] });
    await served(ada, { ...input, recipients: [0, 1].map((place) => tenantOf(tenancy, place)) });
    expect(await missing()).toMatchObject({ 'Gas safety record': [] });
    expect(await counted()).toEqual({ papers: 1, homes: [home] });
    await addedVersion(ada, paper);
    expect(await missing()).toMatchObject({ 'Gas safety record': ['Grace Hopper', 'Alan Turing'] });
  });
});

const tenantOf = ({ tenants }: { tenants: { id: string }[] }, place: number) => ({
  kind: 'tenant' as const,
  tenantId: tenants[place]?.id ?? null,
  address: '14 Chandos Terrace',
});

describe('an email', () => {
  it('has the file attached, and is handed over to the mail server, with arrival by its time', async () => {
    const ada = await landlord();
    const { tenancy, paper } = await tenancyWithPaper(ada);
    await setTerms(tenancy.id, { methods: [{ method: 'email', rule: 'same-day' }] });
    const to = newAddress();
    const { items } = await served(ada, { ...byEmail(tenancy, paper, to), message: 'Here it is.' });
    expect(items[0]).toMatchObject({ state: 'sending', arrival: null });
    const [after] = await vi.waitFor(async () => {
      const rows = await entries(ada, tenancy.id);
      expect(rows[0]?.state).toBe('handed-over');
      return rows;
    }, 20_000);
    expect(after).toMatchObject({ arrival: after?.servedAt.slice(0, 10), stateNote: '', remark: '' });
    const [email] = await emailsTo(to);
    expect(email).toMatchObject({ onBehalfOf: { name: ada.name, replyTo: ada.email } });
    expect(email?.paragraphs).toContain('Here it is.');
    expect(email?.attachments).toMatchObject([{ name: 'Gas safety record.pdf', type: 'application/pdf' }]);
    const attached = await services.outbox?.attachment(email?.attachments[0]?.file ?? '');
    expect(Buffer.from(attached ?? []).equals(PDF)).toBe(true);
  });

  it('of more than 7 MB is refused before it is sent, and a trial sends 20 a day', async () => {
    const ada = await landlord();
    const { tenancy, paper } = await tenancyWithPaper(ada);
    const large = Buffer.concat([PDF, Buffer.alloc(7_000_000, ' ')]);
    const big = await addedPaper(ada, { title: 'Large', bytes: large, tenancyId: tenancy.id });
    const input = byEmail(tenancy, paper, newAddress());
    const tooLarge = await ada.post('/api/served', { ...input, versionIds: [paper.versionId, big.versionId] });
    expect(tooLarge.fields).toEqual({ versionIds: TEXTS.tooLarge });
    const council = { kind: 'council', name: 'Bristol', address: newAddress() };
    const many = { ...input, recipients: Array.from({ length: 20 }, () => council) };
    expect((await ada.post('/api/served', many)).status).toBe(201);
    expect((await ada.post('/api/served', input)).outcome).toBe('429 too_many_attempts');
  });

  it('is refused, retried or sent twice after failures and crashes, and never lost', async () => {
    const ada = await landlord();
    const { tenancy, paper } = await tenancyWithPaper(ada);
    const sent: { to: string; messageId: string | undefined }[] = [];
    let answer: () => void = () => undefined;
    const mail: Mail = {
      send: async ({ to, messageId }) => {
        answer();
        sent.push({ to, messageId });
      },
    };
    const plan = { ...services, pool: services.jobsPool, mail };
    /** A row whose email is not queued, so that only the test sends it. */
    const waiting = async () => {
      const [row] = await query<{ id: string; linkId: string }>(database, WAITING, [
        ada.id,
        tenancy.id,
        tenancy.propertyId,
        paper.versionId,
        newAddress(),
        randomUUID(),
      ]);
      return { id: row?.id ?? '', linkId: row?.linkId ?? '' };
    };
    const stateOf = async ({ id }: { id: string }) => {
      const row = (await entries(ada, tenancy.id)).find((one) => one.id === id);
      return [row?.state, row?.stateNote];
    };
    const send = ({ linkId }: { linkId: string }) => sendLink(plan, { userId: ada.id, linkId });

    const refused = await waiting();
    answer = () => {
      throw new MailRejected('550 No such user');
    };
    await send(refused);
    expect(await stateOf(refused)).toEqual(['refused', '550 No such user']);

    const retried = await waiting();
    answer = () => {
      throw new Error('ECONNREFUSED');
    };
    await expect(send(retried)).rejects.toThrow('ECONNREFUSED');
    expect(await stateOf(retried)).toEqual(['sending', '']);
    answer = () => undefined;
    await send(retried);
    await send(retried);
    expect(await stateOf(retried)).toEqual(['handed-over', '']);
    expect(sent).toHaveLength(1);

    // Simulates a crash after the email was sent and before its row was updated.
    const crashed = await waiting();
    await query(database, 'update guest_links set tried_at = $2 where id = $1', [crashed.linkId, services.clock.now()]);
    await expect(send(crashed)).rejects.toThrow('still running');
    await query(database, `update guest_links set tried_at = tried_at - interval '6 minutes' where id = $1`, [
      crashed.linkId,
    ]);
    await send(crashed);
    expect(await stateOf(crashed)).toEqual(['handed-over', expect.stringContaining('may have arrived twice')]);

    const old = await waiting();
    await query(database, `update guest_links set expires_at = expires_at - interval '3 days' where id = $1`, [
      old.linkId,
    ]);
    await send(old);
    expect(await stateOf(old)).toEqual(['refused', expect.stringContaining('for 3 days')]);

    const struck = await waiting();
    await ada.post(`/api/served/${struck.id}/strike`, { reason: 'Wrong address' });
    await send(struck);
    expect(await stateOf(struck)).toEqual(['refused', 'Struck out before it was sent.']);
    expect(sent).toHaveLength(2);

    const renewed = `update guest_links set email_state = 'sending', revoked_at = app.instant() where id = $1`;
    await query(database, renewed, [retried.linkId]);
    await send(retried);
    expect(sent).toHaveLength(2);
    expect(await query(database, 'select email_state from guest_links where id = $1', [retried.linkId])).toEqual([
      { email_state: 'refused' },
    ]);
  });
});

const WAITING = `
  with link as (
    insert into guest_links (user_id, kind, tenancy_id, property_id, recipient, email, seed, token_hash, expires_at, email_state)
    values ($1, 'papers', $2, $3, 'Grace', $5, $6::uuid, $6::uuid::text, app.instant() + interval '30 days', 'sending') returning id)
  insert into served (user_id, document_version_id, tenancy_id, property_id, recipient, recipient_kind, method, address, served_at, state, link_id)
  select $1, $4, $2, $3, 'Grace', 'tenant', 'email', $5, app.instant(), 'sending', id from link returning id, link_id as "linkId"`;

describe('a request for papers', () => {
  it('is kept for a tenancy or a property until it is answered, and not in the future', async () => {
    const ada = await landlord();
    const { tenancy } = await tenancyWithPaper(ada);
    const [home, whole] = [{ tenancyId: tenancy.id }, { propertyId: tenancy.propertyId }];
    const save = (place: object, askedOn: string | null) => ada.put('/api/served/bundle', { ...place, askedOn });
    const saved = async (place: object) =>
      (await ada.get(`/api/served/papers?${new URLSearchParams(place as Record<string, string>)}`)).as(Papers).askedOn;
    expect(await saved(home)).toBeNull();
    expect([(await save(home, '2026-11-19')).status, (await save(home, '2026-11-20')).status]).toEqual([204, 204]);
    expect([await saved(home), await saved(whole)]).toEqual(['2026-11-20', null]);
    await save(whole, '2026-11-18');
    await save(home, null);
    expect([await saved(home), await saved(whole)]).toEqual([null, '2026-11-18']);
    expect((await save(home, '2027-01-01')).fields).toEqual({ askedOn: 'Enter today or an earlier date' });
  });
});

describe('the bundle', () => {
  it('has an index, the papers and proof with their hashes, and the same bytes each time', async () => {
    const ada = await landlord();
    const { tenancy, paper, input } = await tenancyWithPaper(ada);
    const proof = await uploaded(ada, { bucket: 'documents', name: 'Receipt.pdf' });
    await served(ada, { ...input, proof: { url: proof.url } });
    await addedVersion(ada, paper);
    await addedPaper(ada, { type: 'insurance', title: 'Insurance', tenancyId: tenancy.id });
    const at = `/api/served/bundle?propertyId=${tenancy.propertyId}&types=gas,licence`;
    const { bytes, headers } = await ada.get(at);
    expect(headers.get('content-disposition')).toContain('tenure-papers-');
    const files = await unzipped(bytes);
    expect([...files.keys()]).toEqual([
      'Index.pdf',
      'Gas/Gas safety record version 1.pdf',
      'Gas/Gas safety record version 2.pdf',
      'Proof/Receipt.pdf',
      'SHA256SUMS',
    ]);
    expect(files.get('Gas/Gas safety record version 1.pdf')?.equals(PDF)).toBe(true);
    for (const line of (files.get('SHA256SUMS')?.toString() ?? '').trim().split('\n')) {
      const [sha256, path = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(files.get(path) ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    expect((await ada.get(at)).bytes.equals(bytes)).toBe(true);
    expect((await (await landlord()).get(at)).status).toBe(404);
    expect((await ada.get(at.replace('gas,', 'x,'))).status).toBe(400);
  });

  it('has the files of certificates, once where one is a document too', async () => {
    const ada = await landlord();
    const { tenancy } = await tenancyWithPaper(ada);
    const report = Buffer.concat([PDF, Buffer.from('% report\n')]);
    const at = `/api/properties/${tenancy.propertyId}`;
    const home = (await ada.get(at)).as(PropertyRecord);
    const [gas, eicr] = [await uploaded(ada), await uploaded(ada, { name: 'EICR.pdf', bytes: report })];
    const certificates = [
      newCertificate({ complianceItem: 'gasSafety', file: { url: gas.url } }),
      newCertificate({
        name: 'EICR',
        complianceItem: 'electricalSafety',
        issueDate: '2026-03-03',
        file: { url: eicr.url },
      }),
    ];
    expect((await ada.put(at, newProperty({ address: home.address, certificates }), home.version)).status).toBe(200);
    const of = `tenancyId=${tenancy.id}`;
    expect((await ada.get(`/api/served/papers?${of}`)).as(Papers).certificates).toMatchObject([
      { title: 'EICR', type: 'electrical', day: '2026-03-03', bytes: report.length },
    ]);
    const files = await unzipped((await ada.get(`/api/served/bundle?${of}&types=gas,electrical`)).bytes);
    expect([...files.keys()].slice(1, -1)).toEqual([
      'Gas/Gas safety record version 1.pdf',
      'Electrical/EICR 2026-03-03.pdf',
    ]);
    expect(files.get('Electrical/EICR 2026-03-03.pdf')?.equals(report)).toBe(true);
  });
});
