import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { officeFile, PDF, photo, uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StoredFile } from './file.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };
let ada: Landlord;
let file: StoredFile;
beforeAll(async () => {
  ada = await landlord();
  file = await uploaded(ada);
});

const read = (headers: Record<string, string>, { method = 'GET', path = file.url } = {}) =>
  ada.send(method, path, { headers });

describe('a path', () => {
  it('S1.7.28 S1.7.29 returns only its owner’s stored file', async () => {
    const bob = await landlord();
    const picture = await uploadedPhoto(ada);
    const name = file.url.split('/').at(-1) ?? '';
    for (const path of [
      `property-certificates/${ada.id}/x.pdf`,
      `property-invoices/${ada.id}/${name}`,
      `property-certificates/${randomUUID()}/${name}`,
      `property-certificates/${ada.id}/..%2f${ada.id}%2f${name}`,
      `property-certificates/${ada.id}/${name}%00`,
      `property-certificates/${ada.id.toUpperCase()}/${name}`,
      `nowhere/${ada.id}/${name}`,
    ])
      expect([path, (await ada.get(`/api/files/${path}`)).outcome]).toEqual([path, '404 not_found']);
    for (const path of [file.url, picture.url, `${picture.url}?size=thumb`])
      for (const method of ['GET', 'HEAD']) expect((await bob.send(method, path)).status).toBe(404);
    expect((await ada.get(`${picture.url}?size=huge`)).outcome).toBe('400 bad_request');
    expect((await ada.get(`${file.url}?size=card`)).outcome).toBe('404 not_found');
    const arriving = await uploaded(ada);
    await query(server.database, 'update files set stored = false where url = $1', [arriving.url]);
    expect((await ada.get(arriving.url)).outcome).toBe('404 not_found');
    const late = await server.later(9 * 24 * 60 * 60_000, () => read({}));
    expect(late.outcome).toBe('402 trial_expired');
  });

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf', 'filename="passwd.pdf"'],
    ['Ada\'s "gas"; x=1.pdf', 'Ada\'s "gas"; x=1.pdf', 'filename="Ada\'s \\"gas\\"; x=1.pdf"'],
    ['Gas\r\nSet-Cookie: a=b.pdf', 'GasSet-Cookie: a=b.pdf', 'filename="GasSet-Cookie: a=b.pdf"'],
    ['🏠 café.pdf', '🏠 café.pdf', `filename="_ caf_.pdf"; filename*=UTF-8''%F0%9F%8F%A0%20caf%C3%A9.pdf`],
    [
      '50%20 (of 2)*.pdf',
      '50%20 (of 2)*.pdf',
      `filename="50%20 (of 2)*.pdf"; filename*=UTF-8''50%2520%20%28of%202%29%2a.pdf`,
    ],
  ])('returns %s as %s', async (name, stored, disposition) => {
    const named = await uploaded(ada, { name });
    expect([named.name, /^[\w/.-]+$/.test(named.url)]).toEqual([stored, true]);
    expect((await ada.get(named.url)).headers.get('content-disposition')).toBe(`inline; ${disposition}`);
  });
});

describe('a cached file', () => {
  it('S1.7.26 S1.9.24 is answered with 304 in each of its sizes', async () => {
    const { url } = await uploadedPhoto(ada);
    const tags: string[] = [];
    for (const path of [url, `${url}?size=card`, `${url}?size=thumb`]) {
      const first = await read({}, { path });
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await read({ 'if-none-match': known }, { path });
        expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
      }
      expect((await read({ 'if-none-match': '"other"' }, { path })).status).toBe(200);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(3);
    const known = { 'if-none-match': tags[0] ?? '' };
    expect((await (await landlord()).get(url, { headers: known })).outcome).toBe('404 not_found');
  });

  it('is described by HEAD, and never compressed', async () => {
    const head = await read({ 'accept-encoding': 'gzip, br' }, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const { headers } = await read({ 'accept-encoding': 'gzip, br' });
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'content-encoding'])
      expect(head.headers.get(name)).toBe(headers.get(name));
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, String(PDF.length)]);
  });
});

describe('a range of a file', () => {
  const last = PDF.length - 1;
  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=10-', 10, last],
    ['bytes=-4', last - 3, last],
    ['bytes=4-99999', 4, last],
    ['bytes=-99999', 0, last],
  ])('(%s) is sent as that range', async (range, start, end) => {
    const part = await read({ range });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${PDF.length}`]);
    expect(part.bytes.equals(PDF.subarray(start, end + 1))).toBe(true);
    expect(part.headers.get('content-length')).toBe(String(end + 1 - start));
  });

  it('is refused outside the file, and ignored in other forms', async () => {
    for (const range of [`bytes=${PDF.length}-`, 'bytes=-0']) {
      const part = await read({ range });
      expect([part.status, part.headers.get('content-range')]).toEqual([416, `bytes */${PDF.length}`]);
    }
    for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=x-y', 'bytes', 'bytes=5-2'])
      expect((await read({ range })).bytes.equals(PDF)).toBe(true);
  });

  it('is sent only for the same version', async () => {
    const etag = (await read({})).headers.get('etag') ?? '';
    expect((await read({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 04:36:42 GMT'])
      expect((await read({ range: 'bytes=0-3', 'if-range': other })).bytes.equals(PDF)).toBe(true);
  });
});

describe('a file with a script in it', () => {
  const SCRIPT = '<html><body><script>alert(document.cookie)</script>';

  it('loses the script if it is an image', async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const comment = Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]);
    const pieces = [jpeg.subarray(0, 2), comment, Buffer.from(SCRIPT), jpeg.subarray(2), Buffer.from(SCRIPT)];
    for (const bucket of ['property_images', 'property-certificates'] as const) {
      const { url } = await uploaded(ada, { bucket, name: 'House.jpg', bytes: Buffer.concat(pieces) });
      const served = await read({}, { path: url });
      expect(served.bytes.includes('<script')).toBe(false);
      expect(served.headers.get('content-type')).toBe('image/jpeg');
    }
  });

  it.each([
    [
      'a.pdf',
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'inline',
    ],
    ['a.docx', "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'", 'attachment'],
  ] as const)('is sent as %s with a policy that blocks scripts', async (name, policy, disposition) => {
    const bytes = name === 'a.pdf' ? Buffer.concat([PDF, Buffer.from(SCRIPT)]) : officeFile('docx');
    const { url, contentType } = await uploaded(ada, { name, bytes });
    const { headers } = await read({}, { path: url });
    expect(headers.get('content-type')).toBe(contentType);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('content-disposition')).toContain(disposition);
  });
});

describe('a file with unavailable bytes', () => {
  const logged: string[] = [];
  const logTo = { write: (line: string) => void logged.push(line) };
  let troubled: TestServer;
  let eve: Landlord;
  let hers: StoredFile;
  let trouble: () => Promise<ReadableStream<Uint8Array> | undefined>;
  beforeAll(async () => {
    troubled = await startServer({
      database: server.database,
      env: { LOG_LEVEL: 'warn' },
      logTo,
      adjust: (services) => ({ ...services, files: { ...services.files, get: () => trouble() } }),
    });
    eve = await landlord({}, troubled);
    hers = await uploaded(eve, { bytes: Buffer.concat([PDF, Buffer.alloc(1_000_000)]) });
  });
  afterAll(() => troubled.stop());
  beforeEach(() => void logged.splice(0));

  const piece = new Uint8Array(100_000);
  const inPieces = (...pieces: (Uint8Array | Error)[]) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = pieces.shift();
        if (next instanceof Error) throw next;
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });

  it.each([
    ['fails', () => inPieces(piece, piece, new Error('the disk came loose')), 'the disk came loose'],
    ['ends too early', () => inPieces(piece), '100000 of 1000077 bytes'],
    ['has too many', () => inPieces(...Array.from({ length: 11 }, () => piece)), '1100000 of 1000077 bytes'],
  ])('aborts the download if the store %s half-way, and logs the reason once', async (_, bytes, why) => {
    trouble = async () => bytes();
    await expect(eve.get(hers.url)).rejects.toThrow(/terminated|fetch failed/);
    await vi.waitFor(() => expect(logged.join('')).toContain('A file could not be sent completely'), timeoutMs);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(why);
  });

  it('returns an error if the store is unavailable or has lost it', async () => {
    const message = 'We cannot reach the file store just now. Try again in a moment.';
    trouble = () => Promise.reject(new AppError('unavailable', { message }));
    const away = await eve.get(hers.url, { headers: { range: 'bytes=0-9' } });
    expect([away.outcome, away.headers.get('retry-after')]).toEqual(['503 unavailable', '2']);
    expect(away.text).toContain(message);
    expect(away.headers.get('content-disposition')).toBeNull();
    trouble = async () => undefined;
    const lost = await eve.get(hers.url);
    expect(lost.outcome).toBe('503 unavailable');
    expect(lost.text).toContain('We cannot open this file just now.');
    expect(logged.join('')).toMatch(/"level":50.*certificate_.*A stored file is missing from the store/);
  });

  it('closes the store’s stream without a log entry if the browser disconnects', async () => {
    const cancelled = vi.fn<() => void>();
    // The store sends one chunk and then stalls.
    trouble = async () => new ReadableStream({ start: (controller) => controller.enqueue(piece), cancel: cancelled });
    const gone = new AbortController();
    const headers = { cookie: eve.cookieHeader() };
    const answer = await fetch(`${troubled.url}${hers.url}`, { headers, signal: gone.signal });
    expect(answer.status).toBe(200);
    gone.abort();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled(), timeoutMs);
    expect(logged).toEqual([]);
  });
});
