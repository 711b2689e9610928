/** Uploads while the file store, its disk or the database is in trouble: said in words, and nothing half kept. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { privateDatabase, query } from '../../../test/database.ts';
import { type Landlord, landlord } from '../../../test/landlords.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { PDF, photo, upload, uploaded } from '../../../test/uploads.ts';
import type { Files } from '../../outside/files/files.ts';
import { AppError } from '../../shared/app-error.ts';
import { CLEAR_FILES } from './jobs.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };
const { address, drop } = await privateDatabase('uploads');

/** What happens before a file is put. */
let trouble: (path: string) => Promise<void>;
let server: TestServer;
let ada: Landlord;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await photo().jpeg().toBuffer();
  const troubled = (files: Files): Files => ({
    ...files,
    put: async (path, file) => {
      await trouble(path);
      await files.put(path, file);
    },
  });
  server = await startServer({
    database: address,
    adjust: (services) => ({ ...services, files: troubled(services.files) }),
  });
});
beforeEach(async () => {
  trouble = async () => {};
  ada = await landlord({}, server);
});
afterAll(async () => {
  await server.stop();
  await drop();
});

const rows = () => query(address, 'select stored from files where user_id = $1', [ada.id]);
const stored = async () =>
  (await readdir(join(server.dataFolder, 'files'), { recursive: true })).filter((name) => name.includes(`${ada.id}/`));
/** Once the job has been. */
const nothingIsLeft = () =>
  vi.waitFor(async () => {
    const removals = await query(address, 'select path from app.file_removals');
    expect([await rows(), removals, await stored()]).toEqual([[], [], []]);
  }, timeoutMs);

const clear = () => server.services.jobs.send(CLEAR_FILES, {});

const send = () => upload(ada, { bucket: 'property_images', name: 'House.jpg', bytes });

describe('an upload', () => {
  it('that the disk has no room for is refused as such, and what had room is taken away again', async () => {
    trouble = async (path) => {
      if (path.includes('.thumb.')) throw new AppError('storage_full');
    };
    const answer = await send();
    expect(answer.outcome).toBe('507 storage_full');
    expect(answer.text).toContain('The server has run out of space. What you entered was not saved.');
    await nothingIsLeft();
  });

  it('that the store does not take is refused until it does, and then kept', async () => {
    trouble = async () => {
      throw new AppError('unavailable', { message: 'We cannot reach the file store just now.' });
    };
    const answer = await send();
    expect([answer.outcome, answer.headers.get('retry-after')]).toEqual(['503 unavailable', '2']);
    expect(answer.text).toContain('We cannot reach the file store just now.');
    await nothingIsLeft();
    trouble = async () => {};
    expect((await send()).status).toBe(201);
    expect(await rows()).toEqual([{ stored: true }]);
  });

  it('is on the list before its bytes are in the store, and served only after', async () => {
    const seen: unknown[] = [];
    trouble = async () => {
      const [row] = await query<{ url: string }>(address, 'select url from files where user_id = $1', [ada.id]);
      seen.push([await rows(), (await ada.get(row?.url ?? '')).outcome]);
    };
    await uploaded(ada, { bytes: PDF });
    expect(seen).toEqual([[[{ stored: false }], '404 not_found']]);
  });

  it('waits for the store without a transaction', async () => {
    const open: unknown[] = [];
    trouble = async () => {
      // Jobs have transactions of their own; none of them names this table.
      const rows = await query(
        address,
        `select query from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%' and query like '%"files"%'`,
      );
      open.push(...rows);
    };
    await uploaded(ada, { bytes: PDF });
    expect(open).toEqual([]);
  });

  it('whose landlord has signed out meanwhile is not kept', async () => {
    trouble = async () => {
      await query(address, 'delete from auth.sessions where user_id = $1', [ada.id]);
    };
    expect((await send()).outcome).toBe('401 unauthenticated');
    // Nobody may take it off the list now: it stands there unserved, until its 30 days are over.
    expect(await rows()).toEqual([{ stored: false }]);
  });

  it('of a landlord whose account goes meanwhile leaves nothing', async () => {
    trouble = async (path) => {
      if (/\.(card|thumb)\./.test(path)) return;
      await query(address, 'delete from profiles where id = $1', [ada.id]);
      // What its row has listed is looked for and taken off the list before the bytes come.
      await clear();
      await nothingIsLeft();
    };
    expect((await send()).outcome).toBe('401 unauthenticated');
    await clear();
    await nothingIsLeft();
  });
});
