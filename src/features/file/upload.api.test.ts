import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { PDF, photo, storedFiles, upload, uploaded, uploadPath } from '../../../test/fixtures/uploads.ts';
import { exchange } from '../../../test/reading/raw.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { createApp } from '../../app/server/app.server.ts';
import type { Files } from '../../outside/files/files.ts';
import type { DatabaseAddress } from '../../server/db/roles.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { StoredFile } from './file.ts';
import { CLEAR_FILES } from './jobs.server.ts';
import { receiveBytes, storeUpload } from './upload.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };
const MEGABYTE = 1024 * 1024;
const path = uploadPath('property-certificates', 'Gas.pdf');

function head({ url, services }: Pick<TestServer, 'url' | 'services'>, from?: Pick<Landlord, 'cookieHeader'>) {
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Origin: ${services.appUrl}`];
  return from ? [...lines, `Cookie: ${from.cookieHeader()}`] : lines;
}

const rowsOf = ({ id }: Landlord, database = server.database) =>
  query(database, 'select * from files where user_id = $1', [id]);

describe('an upload', () => {
  it('S1.7.25 S1.7.27 S1.7.28 S1.7.29 is returned byte for byte, as a new file each time', async () => {
    const ada = await landlord();
    const answer = await upload(ada, { name: 'Gas 2026.pdf' });
    const file = answer.as(StoredFile);
    expect(answer.headers.get('location')).toBe(file.url);
    expect(file).toEqual({ url: file.url, name: 'Gas 2026.pdf', contentType: 'application/pdf', bytes: PDF.length });
    const pattern = `^/api/files/property-certificates/${ada.id}/certificate_\\d{13}_[0-9a-f]{16}\\.pdf$`;
    expect(file.url).toMatch(new RegExp(pattern));
    expect((await uploaded(ada, { name: 'Gas 2026.pdf' })).url).not.toBe(file.url);
    expect((await ada.get(file.url)).bytes.equals(PDF)).toBe(true);
  });

  it('is accepted with any media type, by its content', async () => {
    const ada = await landlord();
    for (const type of ['application/json', 'image/png', 'multipart/form-data', '']) {
      const answer = await upload(ada, { headers: { 'content-type': type } });
      expect(answer.as(StoredFile).contentType).toBe('application/pdf');
    }
  });

  it.each([
    ['S1.3.25', 'property_images', 'property'],
    ['S1.3.31 S1.7.37', 'tenant_images', 'tenant'],
    ['S2.2.19 S2.5.9 S2.7.6 S2.9.5', 'supplier_images', 'supplier'],
  ] as const)('%s: of a photo is stored in %s as JPEG in three sizes with one row', async (_, bucket, prefix) => {
    const ada = await landlord();
    for (const kind of ['jpg', 'png'] as const) {
      const picture = photo({ width: 1200, height: 600 });
      const bytes = await (kind === 'png' ? picture.png() : picture.jpeg()).toBuffer();
      const file = await uploaded(ada, { bucket, name: `New.${kind}`, bytes });
      expect(file).toMatchObject({ name: `New.${kind}`, contentType: 'image/jpeg' });
      expect(file.url).toMatch(new RegExp(`^/api/files/${bucket}/${ada.id}/${prefix}_\\d{13}_[0-9a-f]{16}\\.jpg$`));
      for (const [size, width] of Object.entries({ '': 1200, '?size=card': 960, '?size=thumb': 240 })) {
        const read = await ada.get(`${file.url}${size}`);
        expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'jpeg', width });
        expect(read.headers.get('content-disposition')).toBe('inline; filename="New.jpg"');
      }
    }
    const row = { sizes: ['card', 'thumb'], stored: true };
    expect(await rowsOf(ada)).toMatchObject([row, row]);
    expect((await storedFiles(ada, server)).filter((name) => name.startsWith(bucket))).toHaveLength(6);
  });

  it.each([
    ['property-certificates', 'Gas.exe', async () => PDF, /name must end in \.pdf/],
    ['tenant_images', 'Ada.pdf', async () => PDF, 'Choose a JPEG picture or a PNG picture.'],
    ['supplier_images', 'Logo.png', async () => (await photo().png().toBuffer()).subarray(0, 9000), /damaged/],
  ] as const)(
    'S2.2.19 S2.5.9 to %s as %s is refused with a reason and not stored',
    async (bucket, name, bytes, why) => {
      const ada = await landlord();
      const answer = await upload(ada, { bucket, name, bytes: await bytes() });
      expect(answer.outcome).toBe('422 invalid_input');
      expect(answer.fields).toEqual({ file: expect.stringMatching(why) as unknown });
      expect([await rowsOf(ada), await storedFiles(ada, server)]).toEqual([[], []]);
    },
  );

  it('S1.3.25 needs a name, and a bucket that exists', async () => {
    const ada = await landlord();
    expect((await ada.post('/api/files/property_images?name=', PDF)).outcome).toBe('400 bad_request');
    for (const bucket of ['tenants', '..%2f..', '%00', 'property_images%00'])
      expect((await ada.post(`/api/files/${bucket}?name=a.pdf`, PDF)).outcome).toBe('404 not_found');
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('is refused over 20 MB, before the body is read if its length is given', async () => {
    const ada = await landlord();
    const padded = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]);
    expect((await upload(ada, { bytes: padded(20 * MEGABYTE) })).status).toBe(201);
    const larger = await upload(ada, { bytes: padded(20 * MEGABYTE + 1) });
    expect(larger.outcome).toBe('413 payload_too_large');
    expect(larger.text).toContain('This file is larger than 20 MB.');
    const announced = [...head(server, ada), `Content-Length: ${20 * MEGABYTE + 1}`];
    expect((await exchange(server, { head: announced })).outcome).toBe('413 payload_too_large');
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('is stopped if it never ends', async () => {
    const ada = await landlord();
    let poured = 0;
    const pieces = function* () {
      for (; poured < 200; poured += 1 / 16) yield `10000\r\n${'x'.repeat(64 * 1024)}\r\n`;
      yield '0\r\n\r\n';
    };
    const lines = [...head(server, ada), 'Transfer-Encoding: chunked'];
    // A client that keeps sending may find the connection closed before the response.
    await exchange(server, { head: lines, body: pieces() }).catch(() => undefined);
    expect(poured).toBeLessThan(100);
    expect(await storedFiles(ada, server)).toEqual([]);
  });

  it('is refused before the body is read without permission', async () => {
    const ada = await landlord();
    const asked = (from?: Landlord) =>
      exchange(server, { head: [...head(server, from), 'Content-Length: 1000000'] }).then(({ outcome }) => outcome);
    expect(await asked()).toBe('401 unauthenticated');
    expect(await server.later(9 * 24 * 60 * 60_000, () => asked(ada))).toBe('402 trial_expired');
  });

  it('leaves no file and no error in the log if interrupted', async () => {
    const logged: string[] = [];
    const logTo = { write: (line: string) => void logged.push(line) };
    const watched = await startServer({ database: server.database, env: { LOG_LEVEL: 'debug' }, logTo });
    const ada = await landlord({}, watched);
    const { hostname, port } = new URL(watched.url);
    const socket = connect(Number(port), hostname);
    const lines = [...head(watched, ada), 'Content-Length: 1000000'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${PDF.toString('latin1')}`, () => socket.destroy());
    await vi.waitFor(() =>
      expect(logged.join('')).toMatch(/"path":"\/api\/files\/property-certificates","status":400/),
    );
    expect([await rowsOf(ada), await storedFiles(ada, watched)]).toEqual([[], []]);
    expect(logged.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
    await watched.stop();
  });

  it('is aborted with its connection if no data arrives', async () => {
    const app: typeof createApp = (services, web) => createApp(services, web, { upload: { silence: 100 } });
    const hasty = await startServer({ database: server.database, app });
    const ada = await landlord({}, hasty);
    const answer = await exchange(hasty, { head: [...head(hasty, ada), 'Content-Length: 100'], body: ['%PDF'] });
    expect(answer.outcome).toBe('408 request_timeout');
    expect(answer.text).toContain('The upload took too long. Try again.');
    expect(answer.headers.get('connection')).toBe('close');
    await hasty.stop();
  });
});

describe('the upload queue', () => {
  it('is not filled by one landlord, who receives a Retry-After', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { hostname, port } = new URL(server.url);
    const lines = [...head(server, ada), 'Content-Length: 1000000'];
    const answers: string[] = [];
    const sockets = Array.from({ length: 52 }, () => {
      const socket = connect(Number(port), hostname).on('data', (text) => void answers.push(String(text)));
      socket.write(`${lines.join('\r\n')}\r\n\r\n%PDF`);
      return socket;
    });
    // Two are admitted and 48 queued, so two are refused.
    await vi.waitFor(() => expect(answers.join('').match(/retry-after: 5/g)).toHaveLength(2), timeoutMs);
    expect(answers.join('').match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 503']);
    expect((await upload(bob)).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await upload(ada)).status).toBe(201), timeoutMs);
  });
});

describe('the duration of an upload', () => {
  const SECOND = 1000;

  /** Receives chunks at these intervals in milliseconds, on a fake clock. */
  async function received(intervals: number[]): Promise<unknown> {
    vi.useFakeTimers();
    try {
      const body = new ReadableStream({
        async pull(controller) {
          const interval = intervals.shift();
          if (interval === undefined) return controller.close();
          await new Promise((go) => setTimeout(go, interval));
          controller.enqueue(PDF);
        },
      });
      const init = { method: 'POST', body, duplex: 'half' } as const;
      const outcome = receiveBytes(new Request('http://localhost', init), {}).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3600 * SECOND);
      return await outcome;
    } finally {
      vi.useRealTimers();
    }
  }

  it('is limited to five minutes, with pauses of 30 seconds', async () => {
    expect(await received([31 * SECOND])).toMatchObject({ code: 'request_timeout' });
    expect(await received(Array<number>(10).fill(29 * SECOND))).toEqual(Buffer.concat(Array<Buffer>(10).fill(PDF)));
    expect(await received(Array<number>(12).fill(29 * SECOND))).toMatchObject({ code: 'request_timeout' });
  });
});

describe('an upload with a failing store', () => {
  let trouble: (path: string) => Promise<void>;
  let troubled: TestServer;
  let dropDatabase: () => Promise<void>;
  let address: DatabaseAddress;
  let ada: Landlord;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await photo().jpeg().toBuffer();
    ({ address, drop: dropDatabase } = await privateDatabase('uploads'));
    const put =
      (files: Files): Files['put'] =>
      async (at, file) => {
        await trouble(at);
        await files.put(at, file);
      };
    troubled = await startServer({
      database: address,
      adjust: (services) => ({ ...services, files: { ...services.files, put: put(services.files) } }),
    });
  });
  beforeEach(async () => {
    trouble = async () => {};
    ada = await landlord({}, troubled);
  });
  afterAll(async () => {
    await troubled.stop();
    await dropDatabase();
  });

  const send = () => upload(ada, { bucket: 'property_images', name: 'House.jpg', bytes });
  const clear = () => troubled.services.jobs.send(CLEAR_FILES, {});
  const nothingIsLeft = () =>
    vi.waitFor(async () => {
      const removals = await query(address, 'select path from app.file_removals');
      expect([await rowsOf(ada, address), removals, await storedFiles(ada, troubled)]).toEqual([[], [], []]);
    }, timeoutMs);

  it('is refused without leftovers if the disk is full or the store unavailable', async () => {
    trouble = async (at) => {
      if (at.includes('.thumb.')) throw new AppError('insufficient_storage');
    };
    const full = await send();
    expect(full.outcome).toBe('507 insufficient_storage');
    expect(full.text).toContain('The server has run out of space. Your changes were not saved.');
    await nothingIsLeft();
    trouble = () =>
      Promise.reject(new AppError('unavailable', { message: 'We cannot reach the file store just now.' }));
    const away = await send();
    expect([away.outcome, away.headers.get('retry-after')]).toEqual(['503 unavailable', '2']);
    await nothingIsLeft();
  });

  it('has a row before its bytes are stored, is served only after, and holds no transaction', async () => {
    const seen: unknown[] = [];
    trouble = async () => {
      const [row] = await query<{ url: string; stored: boolean }>(
        address,
        'select url, stored from files where user_id = $1',
        [ada.id],
      );
      // Transactions of jobs, which do not use this table, are excluded.
      const open = await query(
        address,
        `select query from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%' and query like '%"files"%'`,
      );
      seen.push([row?.stored, (await ada.get(row?.url ?? '')).outcome, open]);
    };
    await uploaded(ada, { bytes: PDF });
    expect(seen).toEqual([[false, '404 not_found', []]]);
  });

  it('is dropped from the image queue if the client disconnects', async () => {
    const asOwner = () => Promise.reject(new Error('It came to the database'));
    const file = { owner: ada.id, bucket: 'property_images', name: 'House.jpg', bytes } as const;
    const kept = storeUpload(troubled.services, asOwner, { ...file, signal: AbortSignal.abort() });
    await expect(kept).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is not stored if the landlord signs out or is deleted during the upload', async () => {
    trouble = async () => {
      await query(address, 'delete from auth.sessions where user_id = $1', [ada.personId]);
    };
    expect((await send()).outcome).toBe('401 unauthenticated');
    // The row stays, unserved, until it is a day old.
    expect(await rowsOf(ada, address)).toMatchObject([{ stored: false }]);
    ada = await landlord({}, troubled);
    trouble = async (at) => {
      if (/\.(card|thumb)\./.test(at)) return;
      await query(address, 'delete from profiles where id = $1', [ada.id]);
      // The bytes arrive after the row's removal was processed.
      await clear();
      await nothingIsLeft();
    };
    expect((await send()).outcome).toBe('403 no_account');
    await clear();
    await nothingIsLeft();
  });
});
