import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newPerson } from '../../../test/fixtures/make.ts';
import { newDataFolder, startProgram } from '../../../test/servers/program.ts';
import { processStartTime, readPostmasterFile } from '../../server/db/postgres/postmaster.server.ts';

const WAIT = { timeout: 20_000, interval: 20 };

/** The timeout of two starts. The first creates a database. */
const TWO_STARTS_MS = 120_000;

/** Resolves while the request is in flight. `finish` sends the rest and returns the response. */
async function halfSignedUp(address: string, person: object): Promise<{ finish: () => Promise<string> }> {
  const { host, hostname, port } = new URL(address);
  const body = JSON.stringify(person);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  const received = listen(socket);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [
    'POST /api/auth/sign-up/email HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The body follows once the server has read the head.
  await vi.waitFor(() => expect(received()).toContain('100 Continue'), WAIT);
  socket.write(body.slice(0, 10));
  return {
    finish: async () => {
      socket.write(body.slice(10));
      await closed;
      return received();
    },
  };
}

function listen(socket: Socket): () => string {
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {}); // the server may cut the connection
  return () => received;
}

async function refusesConnections(address: string): Promise<void> {
  await vi.waitFor(async () => {
    // During the shutdown the primary accepts connections without answering them.
    const signal = AbortSignal.timeout(1_000);
    await expect(fetch(`${address}/healthz`, { signal })).rejects.toThrow(/fetch failed|aborted/);
  }, WAIT);
}

describe('on a stop signal', () => {
  it.each([
    { signals: ['SIGTERM'], workers: '1' },
    { signals: ['SIGINT', 'SIGINT'], workers: '2' },
    { signals: ['SIGHUP'], workers: '2' },
  ] satisfies { signals: NodeJS.Signals[]; workers: string }[])(
    '$signals with $workers workers, finishes requests in flight and stops its database',
    async ({ signals, workers }) => {
      const dataFolder = await newDataFolder();
      const person = newPerson();
      const { child, address: ready, ended } = startProgram({ DATA_DIR: dataFolder, WORKERS: workers });
      const address = await ready;
      const postmaster = await readPostmasterFile(join(dataFolder, 'postgres'));
      if (!postmaster?.socketFolder) throw new Error('The database did not start.');
      expect(processStartTime(postmaster.pid)).toBeDefined();

      const signUp = await halfSignedUp(address, person);
      for (const signal of signals) {
        child.kill(signal);
        await refusesConnections(address);
      }
      expect(child.exitCode).toBeNull();
      expect(await signUp.finish()).toContain('HTTP/1.1 201 ');

      const { status, out, err } = await ended;
      // Compares standard error only on failure, to show the reason.
      expect({ status, out, err: status === 0 ? '' : err }).toEqual({
        status: 0,
        out: `Tenure is ready at ${address}\n`,
        err: '',
      });
      expect(processStartTime(postmaster.pid)).toBeUndefined();
      expect(existsSync(postmaster.socketFolder)).toBe(false);
      expect(existsSync(join(dataFolder, 'server.json'))).toBe(false);
      expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);

      const again = await startProgram({ DATA_DIR: dataFolder }).address;
      const signedIn = await fetch(`${again}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: again, 'content-type': 'application/json' },
        body: JSON.stringify(person),
      });
      expect(signedIn.status).toBe(200);
    },
    TWO_STARTS_MS,
  );
});
