/** Uploads on their way: cut off, endless, too slow, too many, from somebody who may not; and what is left of them. */
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { query } from '../../../test/database.ts';
import { type Landlord, landlord } from '../../../test/landlords.ts';
import { exchange } from '../../../test/raw.ts';
import { server } from '../../../test/server.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { PDF, upload, uploadPath } from '../../../test/uploads.ts';
import { createApp } from '../../app/server/app.server.ts';
import { receiveBytes, uploadRoom } from './upload.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };
const MEGABYTE = 1024 * 1024;
const path = uploadPath('property-certificates', 'Gas.pdf');

/** The head of an upload, for sending byte by byte. */
function head(
  { url, services }: Pick<TestServer, 'url' | 'services'>,
  from: Pick<Landlord, 'cookieHeader'> | undefined,
) {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Origin: ${services.appUrl}`,
    ...(from ? [`Cookie: ${from.cookieHeader()}`] : []),
  ];
}

const rowsOf = ({ id }: Landlord) => query(server.database, 'select from files where user_id = $1', [id]);
const bytesOf = async ({ id }: Landlord, { dataFolder }: TestServer = server) => {
  const names = await readdir(join(dataFolder, 'files'), { recursive: true });
  return names.filter((name) => name.includes(id) && name.includes('_'));
};

describe('an upload', () => {
  it('of 20 MB is kept, of a byte more is not', async () => {
    const ada = await landlord();
    const padded = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]);
    expect((await upload(ada, { bytes: padded(20 * MEGABYTE) })).status).toBe(201);
    const larger = await upload(ada, { bytes: padded(20 * MEGABYTE + 1) });
    expect(larger.outcome).toBe('413 too_large');
    expect(larger.text).toContain('This file is larger than 20 MB.');
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('that says it is too large is refused before a byte of it is read', async () => {
    const lines = [...head(server, await landlord()), `Content-Length: ${20 * MEGABYTE + 1}`];
    expect((await exchange(server, { head: lines })).outcome).toBe('413 too_large');
  });

  /** Sends so many megabytes without having said how many will come. */
  async function pour(from: Landlord, megabytes: number) {
    const piece = `10000\r\n${'x'.repeat(64 * 1024)}\r\n`;
    let poured = 0;
    const pieces = function* () {
      for (; poured < megabytes; poured += 1 / 16) yield piece;
      yield '0\r\n\r\n';
    };
    const lines = [...head(server, from), 'Transfer-Encoding: chunked'];
    // Who pours on may find the connection closed before they read why.
    const answer = await exchange(server, { head: lines, body: pieces() }).catch(() => undefined);
    return { outcome: answer?.outcome, poured };
  }

  it('that does not say how much it is, and is too much, is told so', async () => {
    const ada = await landlord();
    expect(await pour(ada, 25)).toMatchObject({ outcome: '413 too_large' });
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('without an end is stopped', async () => {
    const ada = await landlord();
    expect((await pour(ada, 200)).poured).toBeLessThan(100);
    expect(await bytesOf(ada)).toEqual([]);
  });

  it('of somebody who may not is refused before a byte of it is read', async () => {
    const ada = await landlord();
    const asked = (from: Landlord | undefined) =>
      exchange(server, { head: [...head(server, from), 'Content-Length: 1000000'] }).then(({ outcome }) => outcome);
    expect(await asked(undefined)).toBe('401 unauthenticated');
    expect(await server.later(9 * 24 * 60 * 60_000, () => asked(ada))).toBe('402 trial_expired');
  });
});

describe('an upload that is cut off', () => {
  const logged: string[] = [];
  const logTo = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  });
  let watched: TestServer;
  beforeAll(async () => {
    watched = await startServer({ database: server.database, env: { LOG_LEVEL: 'debug' }, logTo });
  });
  afterAll(() => watched.stop());

  it('leaves nothing, neither row nor bytes, and is no fault of ours', async () => {
    const ada = await landlord({}, watched);
    const { hostname, port } = new URL(watched.url);
    const socket = connect(Number(port), hostname);
    const lines = [...head(watched, ada), 'Content-Length: 1000000'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${PDF.toString('latin1')}`, () => socket.destroy());
    await vi.waitFor(() =>
      expect(logged.join('')).toMatch(/"path":"\/api\/files\/property-certificates","status":400/),
    );
    expect(await rowsOf(ada)).toEqual([]);
    expect(await bytesOf(ada, watched)).toEqual([]);
    expect(logged.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });
});

describe('many uploads at once', () => {
  it('are taken in as far as there is room, and nobody takes the room of all', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { hostname, port } = new URL(server.url);
    const lines = [...head(server, ada), 'Content-Length: 1000000'];
    const sockets: Socket[] = [];
    await vi.waitFor(async () => {
      // One more at each look: those that came while a question below had the last place were refused.
      const socket = connect(Number(port), hostname);
      socket.write(`${lines.join('\r\n')}\r\n\r\n%PDF`);
      sockets.push(socket);
      const answer = await upload(ada);
      expect([answer.outcome, answer.headers.get('retry-after')]).toEqual(['503 unavailable', '5']);
      expect(answer.text).toContain('Many files are being uploaded just now. Please try again in a moment.');
    }, timeoutMs);
    expect(sockets.length).toBeGreaterThanOrEqual(6);
    expect((await upload(bob)).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await upload(ada)).status).toBe(201), timeoutMs);
  });
});

describe('room for uploads', () => {
  it('is for so many altogether and of each, and free again once one has left', () => {
    const room = uploadRoom({ all: 2, each: 1 });
    const leave = room.enter('ada');
    expect(() => room.enter('ada')).toThrow('Many files are being uploaded just now');
    room.enter('bob');
    expect(() => room.enter('cleo')).toThrow('Many files are being uploaded just now');
    leave();
    expect(() => room.enter('cleo')).not.toThrow();
  });
});

describe('an upload that does not arrive', () => {
  it('is given up, and the connection with it', async () => {
    const app: typeof createApp = (services, web) => createApp(services, web, { upload: { silence: 100 } });
    const hasty = await startServer({ database: server.database, app });
    try {
      const ada = await landlord({}, hasty);
      const answer = await exchange(hasty, { head: [...head(hasty, ada), 'Content-Length: 100'], body: ['%PDF'] });
      expect(answer.outcome).toBe('408 too_slow');
      expect(answer.text).toContain('The upload took too long. Please try again.');
      expect(answer.headers.get('connection')).toBe('close');
      expect((await upload(ada)).status).toBe(201);
    } finally {
      await hasty.stop();
    }
  });

  const SECOND = 1000;

  /** Receives pieces that come at these intervals, in milliseconds, on a clock that need not be waited for. */
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

  it('for half a minute is given up, though not one that comes slowly and steadily', async () => {
    expect(await received([31 * SECOND])).toMatchObject({ code: 'too_slow' });
    expect(await received(Array<number>(10).fill(29 * SECOND))).toEqual(Buffer.concat(Array<Buffer>(10).fill(PDF)));
  });

  it('to its end within five minutes is given up, however steadily it comes', async () => {
    expect(await received(Array<number>(12).fill(29 * SECOND))).toMatchObject({ code: 'too_slow' });
  });
});
