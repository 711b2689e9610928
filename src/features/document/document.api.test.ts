/** Documents over HTTP: versions, links, rights, text and proposals to delete. For the rules, see document.test.ts. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addedDocument, bombDocx, documentFile, docx, readText } from '../../../test/fixtures/documents.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { lockedPdf, manyPagesPdf, pdf, scannedPdf, scriptedPdf, truncatedPdf } from '../../../test/fixtures/pdfs.ts';
import { uploaded } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { pageOf } from '../../server/http/pages.server.ts';
import { Document, DocumentGuess, DocumentRecord, Tidy } from './document.ts';
import { createDocumentReader } from './read/reader.server.ts';

let ada: Landlord;
beforeEach(async () => {
  ada = await landlord();
});

const get = async ({ id }: { id: string }, by = ada) => (await by.get(`/api/documents/${id}`)).as(DocumentRecord);
const list = async (asked = '', by = ada) => (await by.get(`/api/documents${asked}`)).as(pageOf(Document));
const titles = async (asked = '', by = ada) => (await list(asked, by)).items.map(({ title }) => title);
const write = (...lines: string[]) => pdf((doc) => lines.forEach((line) => void doc.text(line)));
const views = () =>
  query<{ label: string }>(
    server.database,
    `select label from activity where user_id = $1 and noun = 'document' and action = 'viewed'`,
    [ada.id],
  );

/** Inserts a served paper directly, without src/features/served. */
async function serve({ id, versions }: DocumentRecord): Promise<void> {
  await query(
    server.database,
    `insert into served (user_id, document_id, document_version_id, sha256, recipient, recipient_kind, method, address, served_at, state)
     values ($1, $2, $3, 'x', 'Rohan Mehta', 'tenant', 'by-hand', 'At home', app.instant(), 'recorded')`,
    [ada.id, id, versions[0]?.id],
  );
}

describe('a document', () => {
  it('is added with its first version and links, listed, changed and removed', async () => {
    const { id: propertyId } = await addedProperty(ada, { address: '31 Cotham Vale' });
    const added = await addedDocument(ada, { note: 'From the engineer', links: [{ propertyId }] });
    expect(added).toMatchObject({
      title: 'Gas safety record',
      kind: 'document',
      hidden: false,
      number: 1,
      reading: null,
      links: [{ kind: 'property', recordId: propertyId, name: '31 Cotham Vale' }],
      versions: [{ number: 1, served: false }],
      version: 1,
    });
    expect((await list(`?propertyId=${propertyId}`)).items).toMatchObject([{ id: added.id }]);
    const input = { title: 'Gas 2026', type: 'gas', day: '2026-11-01', validUntil: null, note: '' };
    const changed = (await ada.put(`/api/documents/${added.id}`, input, 1)).as(DocumentRecord);
    expect(changed).toMatchObject({ title: 'Gas 2026', day: '2026-11-01', note: '', version: 2 });
    expect((await ada.put(`/api/documents/${added.id}`, input, 1)).outcome).toBe('409 conflict');
    expect((await ada.delete(`/api/documents/${added.id}`, 2)).status).toBe(204);
    expect((await ada.get(`/api/documents/${added.id}`)).outcome).toBe('404 not_found');
    expect((await ada.get(added.file.url)).status).toBe(404);
  });

  it('keeps earlier versions, and gives the second of two people who replace it the conflict', async () => {
    const added = await addedDocument(ada);
    const [first, second] = [await documentFile(ada, 'Two.pdf'), await documentFile(ada, 'Three.pdf')];
    const path = `/api/documents/${added.id}/versions`;
    const next = (await ada.post(path, { file: { url: first.url } }, { headers: { 'if-match': '"1"' } })).as(
      DocumentRecord,
    );
    expect(next.versions.map(({ number, file }) => [number, file.name])).toEqual([
      [2, 'Two.pdf'],
      [1, 'Gas safety.pdf'],
    ]);
    const late = await ada.post(path, { file: { url: second.url } }, { headers: { 'if-match': '"1"' } });
    expect([late.outcome, late.text]).toEqual(['409 conflict', expect.stringMatching(/"current":.*"number":2/)]);
    for (const query of ['version=1', 'version=1&size=thumb'])
      expect((await ada.get(`/api/documents/${added.id}/file?${query}`)).status).toBe(200);
    const used = await ada.post(path, { file: { url: first.url } }, { headers: { 'if-match': '"2"' } });
    expect(used.outcome).toBe('422 invalid_input');
    const [, old] = next.versions;
    const after = await ada.delete(`${path}/${old?.id}`, 2);
    expect(after.as(DocumentRecord).versions).toHaveLength(1);
    expect((await ada.delete(`${path}/${next.versions[0]?.id}`, 3)).outcome).toBe('409 in_use');
  });

  it('lists each time it was served by its own id, also to a role that does not see people', async () => {
    const added = await addedDocument(ada);
    await serve(added);
    await serve(added);
    const plumber = await member(ada, { role: 'maintenance' });
    const { given } = (await plumber.get(`/api/documents/${added.id}`)).as(DocumentRecord);
    expect(given.map(({ name }) => name)).toEqual(['', '']);
    expect(new Set(given.map(({ id }) => id)).size).toBe(2);
  });

  it('cannot be deleted once served, only withdrawn', async () => {
    const added = await addedDocument(ada);
    const before = await list('?served=yes');
    await serve(added);
    expect([before.total, await titles('?served=yes'), await titles('?served=no')]).toEqual([0, [added.title], []]);
    const refused = await ada.delete(`/api/documents/${added.id}`, 1);
    expect([refused.outcome, refused.text]).toEqual(['409 in_use', expect.stringContaining('Withdraw it instead')]);
    const { url } = await documentFile(ada);
    const next = (
      await ada.post(`/api/documents/${added.id}/versions`, { file: { url } }, { headers: { 'if-match': '"1"' } })
    ).as(DocumentRecord);
    expect(next.given).toMatchObject([{ name: 'Rohan Mehta', confirmed: false }]);
    const served = await ada.delete(`/api/documents/${added.id}/versions/${added.versions[0]?.id}`, 2);
    expect([served.outcome, served.text]).toEqual(['409 in_use', expect.stringContaining('Add a new version instead')]);
    const { title, type, day, validUntil, note } = next;
    const input = { title, type, day, validUntil, note, withdrawn: true };
    expect((await ada.put(`/api/documents/${added.id}`, input, 2)).as(DocumentRecord).withdrawn).toBe(true);
  });

  it('is renewed with a new version and its dates', async () => {
    const added = await addedDocument(ada, { day: '2025-11-01', validUntil: '2026-11-01' });
    const { url } = await documentFile(ada);
    const dates = { day: '2026-11-02', validUntil: '2027-11-02' };
    const ask = { headers: { 'if-match': '"1"' } };
    const renewed = (await ada.post(`/api/documents/${added.id}/versions`, { file: { url }, dates }, ask)).as(
      DocumentRecord,
    );
    expect(renewed).toMatchObject({ ...dates, version: 2, number: 2, title: added.title });
  });

  it('is linked to any record, once, and loses the link with the record', async () => {
    const added = await addedDocument(ada);
    const property = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: property.id });
    const supplier = await addedSupplier(ada);
    const transaction = await addedTransaction(ada);
    const path = `/api/documents/${added.id}/links`;
    for (const link of [
      { tenantId: tenant.id },
      { supplierId: supplier.id },
      { transactionId: transaction.id },
      { tenantId: tenant.id },
    ])
      expect((await ada.post(path, link)).status).toBe(201);
    expect((await get(added)).links.map(({ kind }) => kind)).toEqual(['tenant', 'supplier', 'transaction']);
    expect(await titles(`?propertyId=${property.id}`)).toEqual([added.title]);
    expect((await ada.post(path, { tenantId: tenant.id, supplierId: supplier.id })).outcome).toBe('422 invalid_input');
    await ada.delete(`/api/transactions/${transaction.id}`, transaction.version);
    await ada.delete(`/api/suppliers/${supplier.id}`, supplier.version);
    const [link] = (await get(added)).links;
    expect((await ada.delete(`${path}/${link?.id}`)).status).toBe(204);
    expect((await get(added)).links).toEqual([]);
  });

  it('shows files of certificates, invoices and transactions in the same list, which are changed there', async () => {
    const file = { url: (await uploaded(ada, { bucket: 'transaction-files', name: 'Paint.pdf' })).url };
    await addedTransaction(ada, { file, date: '2026-11-02', description: 'Paint' });
    await addedDocument(ada, { title: 'Agreement', type: 'agreement' });
    const all = await list();
    expect(all.items.map(({ kind, title, type }) => [kind, title, type])).toEqual([
      ['document', 'Agreement', 'agreement'],
      ['transaction', 'Paint.pdf', 'invoice'],
    ]);
    expect(all.total).toBe(2);
    expect(await titles('?q=paint')).toEqual(['Paint.pdf']);
    expect(await titles('?type=agreement')).toEqual(['Agreement']);
    const [first, second] = [await list('?limit=1'), await list('?limit=1&sort=name')];
    expect([first.nextCursor, second.nextCursor].every(Boolean)).toBe(true);
    expect(await titles(`?limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)).toEqual(['Paint.pdf']);
  });

  it('refuses records and documents of another landlord', async () => {
    const [other, added] = [await landlord(), await addedDocument(ada)];
    const theirs = await addedProperty(other);
    const foreign = await ada.post(`/api/documents/${added.id}/links`, { propertyId: theirs.id });
    expect(foreign.outcome).toBe('422 invalid_input');
    const taken = { title: 'X', type: 'gas', file: { url: (await documentFile(ada)).url } };
    expect((await other.post('/api/documents', taken)).outcome).toBe('422 invalid_input');
    expect((await other.get(`/api/documents/${added.id}`)).outcome).toBe('404 not_found');
    expect((await other.get(added.file.url)).outcome).toBe('404 not_found');
    expect(await titles('', other)).toEqual([]);
  });

  it('refuses an upload beyond the storage of the plan', async () => {
    await query(server.database, 'update profiles set file_bytes = 1e12 where id = $1', [ada.id]);
    await expect(documentFile(ada)).rejects.toThrow('quota_exceeded');
  });
});

describe('a member', () => {
  it('sees documents by the right of their type and, if limited, by a link in reach', async () => {
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    const of = (title: string, type: 'gas' | 'agreement' | 'invoice', propertyId: string) =>
      addedDocument(ada, { title, type, links: [{ propertyId }] });
    await of('Near gas', 'gas', near.id);
    await of('Near agreement', 'agreement', near.id);
    await of('Near invoice', 'invoice', near.id);
    const hidden = await of('Far gas', 'gas', far.id);
    await addedDocument(ada, { title: 'Of no home' });
    const [maintenance, guest, limited] = await Promise.all([
      member(ada, { role: 'maintenance' }),
      member(ada, { role: 'guest' }),
      member(ada, { role: 'manager', properties: [near.id] }),
    ]);
    expect((await titles('?sort=name', maintenance)).sort()).toEqual(['Far gas', 'Near gas', 'Of no home']);
    expect((await titles('?sort=name', guest)).sort()).toEqual(['Far gas', 'Near gas', 'Near invoice', 'Of no home']);
    expect((await titles('?sort=name', limited)).sort()).toEqual(['Near agreement', 'Near gas', 'Near invoice']);
    expect(await titles('?q=gas', limited)).toEqual(['Near gas']);
    expect((await limited.get(`/api/documents/${hidden.id}`)).outcome).toBe('404 not_found');
    const own = await addedDocument(limited, { title: 'Own', links: [{ propertyId: near.id }] });
    expect(await titles('?q=own', ada)).toEqual(['Own']);
    expect((await limited.post(`/api/documents/${own.id}/links`, { propertyId: far.id })).outcome).toBe(
      '422 invalid_input',
    );
    expect((await maintenance.post('/api/documents', {})).outcome).toBe('403 not_allowed');
  });

  it('opens a right-to-rent document only by the address that logs the view', async () => {
    const upload = await documentFile(ada, 'Passport.pdf');
    const added = await addedDocument(ada, {
      title: 'Right to rent',
      type: 'right-to-rent',
      file: { url: upload.url },
    });
    expect(added.hidden).toBe(true);
    expect((await ada.get(upload.url)).outcome).toBe('404 not_found');
    expect(await views()).toEqual([]);
    expect((await ada.get(added.file.url)).status).toBe(200);
    expect(await views()).toEqual([{ label: 'Right to rent' }]);
    const maintenance = await member(ada, { role: 'maintenance' });
    expect((await maintenance.get(added.file.url)).outcome).toBe('404 not_found');
  });
});

describe('the text of a file', () => {
  it('is found by stem, by exact numbers with any separators, and shown around the match', async () => {
    const policy = await addedDocument(ada, {
      title: 'House cover',
      type: 'insurance',
      bytes: await write(
        'Landlord insurance schedule',
        'Policy AV/447-1955 covers boilers at BS6 6HS',
        'Sum £1,326.92',
      ),
    });
    const word = await addedDocument(ada, {
      title: 'Terms',
      type: 'letter',
      name: 'Terms.docx',
      bytes: await docx('Dear tenant', 'Pets & plants are welcome'),
    });
    expect((await readText(ada, policy)).reading).toBe('read');
    expect((await readText(ada, word)).reading).toBe('read');
    for (const q of [
      'boiler',
      'AV4471955',
      'av/447-1955',
      '1955',
      '1326.92',
      '£1,326.92',
      '£1,326',
      'bs66hs',
      'insur',
      'house',
    ])
      expect([q, await titles(`?q=${encodeURIComponent(q)}`)]).toEqual([q, ['House cover']]);
    for (const q of ['447', 'AV447', 'tenant boiler'])
      expect([q, await titles(`?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
    expect((await list('?q=boiler')).items[0]?.around).toContain('covers boilers at BS6');
    expect((await list('?q=1326.92')).items[0]?.around).toContain('Sum £1,326.92');
    expect(await titles('?q=plants')).toEqual(['Terms']);
    const found = JSON.parse((await ada.get('/api/search?q=boiler')).text) as { documents: unknown[] };
    expect(found.documents).toEqual([
      { id: policy.id, name: 'House cover', type: 'insurance', around: expect.stringContaining('boilers') as unknown },
    ]);
    const other = await landlord();
    expect(await titles('?q=boiler', other)).toEqual([]);
    // Only the latest version is searched.
    const { url } = await documentFile(ada);
    await ada.post(`/api/documents/${policy.id}/versions`, { file: { url } }, { headers: { 'if-match': '"1"' } });
    expect(await titles('?q=boiler')).toEqual([]);
  });

  it.each([
    ['locked', 'a locked PDF', 'x.pdf', lockedPdf],
    ['broken', 'a truncated PDF', 'x.pdf', truncatedPdf],
    ['scripted', 'a PDF with a script', 'x.pdf', scriptedPdf],
    ['no_text', 'a scan', 'x.pdf', scannedPdf],
    ['too_large', 'a zip bomb', 'x.docx', bombDocx],
  ] as const)('is %s for %s, which stays found by its title', async (reading, _, name, make) => {
    const added = await addedDocument(ada, { title: 'Odd one', name, bytes: await make() });
    expect((await readText(ada, added)).reading).toBe(reading);
    expect(await titles('?q=odd')).toEqual(['Odd one']);
  });

  it('is read from the first 200 of 10,000 pages, or not at all after the time limit', async () => {
    const bytes = manyPagesPdf(10_000);
    const added = await addedDocument(ada, { title: 'Long', bytes });
    expect(await readText(ada, added)).toMatchObject({ reading: 'read', pages: 10_000 });
    expect([await titles('?q=page200'), await titles('?q=page201')]).toEqual([['Long'], []]);
    const hasty = createDocumentReader({ milliseconds: 1, megabytes: 512 });
    expect(await hasty({ kind: 'pdf', bytes: new Uint8Array(bytes) }, { owner: ada.id })).toEqual({
      reading: 'too_large',
      pages: null,
    });
  });

  it('is not kept for a right-to-rent document', async () => {
    const bytes = await write('Passport of Rohan');
    const added = await readText(ada, await addedDocument(ada, { title: 'Visa', type: 'right-to-rent', bytes }));
    expect(added.reading).toBeNull();
    const letter = await readText(ada, await addedDocument(ada, { title: 'Second', type: 'letter', bytes }));
    expect(await titles('?q=passport')).toEqual(['Second']);
    await ada.put(`/api/documents/${letter.id}`, { title: 'Second', type: 'right-to-rent' }, 1);
    expect(await titles('?q=passport')).toEqual([]);
  });
});

describe('an upload', () => {
  it('gets proposals from its text, and the same file in the account', async () => {
    const property = await addedProperty(ada, { address: '31 Cotham Vale', postalCode: 'BS6 6HS' });
    const bytes = await write('Landlord Gas Safety Record', '31 Cotham Vale, BS6 6HS', 'Date 08/11/2026');
    const guess = async () =>
      (
        await ada.post('/api/documents/guesses', { file: { url: (await documentFile(ada, 'scan.pdf', bytes)).url } })
      ).as(DocumentGuess);
    expect(await guess()).toEqual({
      title: 'scan',
      type: 'gas',
      day: '2026-11-08',
      validUntil: null,
      property: { id: property.id, address: '31 Cotham Vale' },
      reading: 'read',
      known: null,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    const kept = await addedDocument(ada, { title: 'Gas 2026', bytes });
    expect((await guess()).known).toEqual({ kind: 'document', id: kept.id, name: 'Gas 2026' });
    const other = await landlord();
    const { url } = await documentFile(other, 'scan.pdf', bytes);
    expect((await other.post('/api/documents/guesses', { file: { url } })).as(DocumentGuess)).toMatchObject({
      property: null,
      known: null,
    });
    expect((await ada.post('/api/documents/guesses', { file: { url } })).outcome).toBe('422 invalid_input');
  });
});

describe('time to tidy', () => {
  it('proposes documents to delete with the reason, by the landlord’s own times, and keeps all', async () => {
    const property = await addedProperty(ada);
    const gas = (day: string) => addedDocument(ada, { title: `Gas ${day}`, day, links: [{ propertyId: property.id }] });
    await gas('2024-11-01');
    await gas('2026-10-01');
    const tidy = async () => (await ada.get('/api/documents/tidy')).as(Tidy);
    expect((await tidy()).items).toMatchObject([{ title: 'Gas 2024-11-01', from: '2026-11-02', hold: null }]);
    const longer = (await ada.put('/api/documents/retention', { type: 'gas', months: 60 })).as(Tidy);
    expect([longer.items, longer.retention.find(({ type }) => type === 'gas')?.months]).toEqual([[], 60]);
    expect((await ada.put('/api/documents/retention', { type: 'gas', months: 0 })).outcome).toBe('422 invalid_input');
    await ada.put('/api/documents/retention', { type: 'gas', months: null });
    expect((await tidy()).items).toHaveLength(1);
    expect((await list()).total).toBe(2);
  });
});
