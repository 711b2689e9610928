/** Files as browsers are sent them: asked again, in parts, stopped half-way; and what nothing in them can do. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { query } from '../../../test/database.ts';
import { type Landlord, landlord } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { officeFile, PDF, photo, uploaded, uploadedPhoto } from '../../../test/uploads.ts';
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

describe('a file that is asked for again', () => {
  it('is not sent again as long as it is the one the browser has, in each of its sizes', async () => {
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
  });

  it('is not even said to be the same to somebody else', async () => {
    const etag = (await read({})).headers.get('etag') ?? '';
    const bob = await landlord();
    expect((await bob.get(file.url, { headers: { 'if-none-match': etag } })).outcome).toBe('404 not_found');
  });

  it('can be asked for without its bytes', async () => {
    const { headers } = await read({});
    const head = await read({}, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'content-disposition']) {
      expect(head.headers.get(name)).toBe(headers.get(name));
    }
  });

  it('is never squeezed on the way, so that its length is known', async () => {
    const sheet = await uploaded(ada, { bucket: 'property-invoices', name: 'a.xlsx', bytes: officeFile('xlsx') });
    for (const { url, bytes } of [file, sheet]) {
      const { headers } = await read({ 'accept-encoding': 'gzip, br' }, { path: url });
      expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, String(bytes)]);
    }
  });
});

describe('a part of a file', () => {
  const last = PDF.length - 1;
  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=5-5', 5, 5],
    ['bytes=10-', 10, last],
    ['bytes=-4', last - 3, last],
    ['bytes=4-99999', 4, last],
  ])('(%s) is sent as that part', async (range, start, end) => {
    const part = await read({ range });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${PDF.length}`]);
    expect(part.bytes.equals(PDF.subarray(start, end + 1))).toBe(true);
    expect(part.headers.get('content-length')).toBe(String(end + 1 - start));
  });

  it.each([`bytes=${PDF.length}-`, 'bytes=99999-100000', 'bytes=-0'])(
    'that there is not (%s) is refused',
    async (range) => {
      const part = await read({ range });
      expect([part.status, part.bytes.length]).toEqual([416, 0]);
      expect(part.headers.get('content-range')).toBe(`bytes */${PDF.length}`);
    },
  );

  it.each(['bytes=0-1,4-5', 'lines=0-1', 'bytes=x-y', 'bytes'])(
    'asked for in a way of its own (%s) is the whole',
    async (range) => {
      const whole = await read({ range });
      expect([whole.status, whole.bytes.equals(PDF)]).toEqual([200, true]);
    },
  );

  it('is sent only of the version it goes on from', async () => {
    const etag = (await read({})).headers.get('etag') ?? '';
    expect((await read({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 04:36:42 GMT']) {
      expect((await read({ range: 'bytes=0-3', 'if-range': other })).bytes.equals(PDF)).toBe(true);
    }
  });
});

describe('nothing in a file', () => {
  const SCRIPT = '<html><body><script>alert(document.cookie)</script>';

  it('that is picture and page at once is kept of the page', async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const comment = Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]);
    const polyglot = Buffer.concat([
      jpeg.subarray(0, 2),
      comment,
      Buffer.from(SCRIPT),
      jpeg.subarray(2),
      Buffer.from(SCRIPT),
    ]);
    for (const bucket of ['property_images', 'property-certificates'] as const) {
      const { url } = await uploaded(ada, { bucket, name: 'House.jpg', bytes: polyglot });
      const served = await read({}, { path: url });
      expect(served.bytes.includes('<script')).toBe(false);
      expect(served.headers.get('content-type')).toBe('image/jpeg');
    }
  });

  it('can run: the browser is told what it is, not to guess, and to run no script', async () => {
    const pages = [
      await uploaded(ada, { name: 'a.pdf', bytes: Buffer.concat([PDF, Buffer.from(SCRIPT)]) }),
      await uploadedPhoto(ada),
      await uploaded(ada, { name: 'a.docx', bytes: officeFile('docx') }),
    ];
    const policies: Record<string, string> = {};
    for (const { url, contentType } of pages) {
      const { headers } = await read({}, { path: url });
      expect(headers.get('content-type')).toBe(contentType);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      policies[contentType.split('/').at(-1)?.split('.').at(-1) ?? ''] = headers.get('content-security-policy') ?? '';
    }
    const nothing = "default-src 'none'; sandbox; frame-ancestors 'none'";
    expect(policies).toEqual({
      pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      jpeg: nothing,
      document: nothing,
    });
  });
});

describe('a file whose bytes cannot be had', () => {
  const logged: string[] = [];
  const logTo = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  });
  let troubled: TestServer;
  let eve: Landlord;
  let hers: StoredFile;
  /** What the store answers instead of the bytes. */
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

  const inPieces = (...pieces: (Uint8Array | Error)[]) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces.shift();
        if (piece instanceof Error) throw piece;
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
  const piece = new Uint8Array(100_000);

  it.each([
    ['fails', () => inPieces(piece, piece, new Error('the disk came loose')), 'the disk came loose'],
    ['fails before the first byte', () => inPieces(new Error('the disk came loose')), 'the disk came loose'],
    ['ends too early', () => inPieces(piece), '100000 of 1000077 bytes'],
    ['has too many', () => inPieces(...Array.from({ length: 11 }, () => piece)), '1100000 of 1000077 bytes'],
  ])(
    'because the store %s half-way, reaches the browser as a failed download, and the log once',
    async (_, bytes, why) => {
      const complaint = vi.spyOn(console, 'error');
      trouble = async () => bytes();
      await expect(eve.get(hers.url)).rejects.toThrow(/terminated|fetch failed/);
      await vi.waitFor(() => expect(logged.join('')).toContain('A file could not be sent to its end'), timeoutMs);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain(why);
      expect(complaint).not.toHaveBeenCalled();
    },
  );

  it('because the store is away is told, with when to ask again', async () => {
    const message = 'We cannot reach the file store just now. Please try again in a moment.';
    trouble = () => Promise.reject(new AppError('unavailable', { message }));
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const answer = await eve.get(hers.url, { headers });
      expect([answer.outcome, answer.headers.get('retry-after')]).toEqual(['503 unavailable', '2']);
      expect(answer.text).toContain(message);
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
  });

  it('because they are lost is not said to be nothing, and the log says which', async () => {
    trouble = async () => undefined;
    const answer = await eve.get(hers.url);
    expect(answer.outcome).toBe('503 unavailable');
    expect(answer.text).toContain('This file cannot be opened just now.');
    expect(logged.join('')).toMatch(/"level":50.*certificate_.*A file on the list does not lie in the store/);
  });

  it('any more, because the browser has gone, closes the store’s stream and troubles nobody', async () => {
    const cancelled = vi.fn<() => void>();
    // One piece, and then the store takes its time.
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

describe('a file of a landlord whose trial is over', () => {
  it('stays closed until they choose a plan', async () => {
    const late = await server.later(9 * 24 * 60 * 60_000, () => read({}));
    expect(late.outcome).toBe('402 trial_expired');
    expect(await query(server.database, 'select from files where url = $1', [file.url])).toHaveLength(1);
  });
});
