import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newProperty } from '../../../test/fixtures/make.ts';
import { storedFiles, uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Files } from '../../outside/files/files.ts';
import { FILE_LOCK } from '../../server/db/file-lock.ts';
import { CLEAR_FILES, fileJobs, requestFileClearing } from './jobs.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };
const DAY = 24 * 60 * 60 * 1000;
const { services, database } = server;

/** Runs the hourly job `milliseconds` from now. */
const clear = (milliseconds: number, files: Files = services.files) =>
  server.later(milliseconds, () => runJob(fileJobs({ ...services, pool: services.jobsPool, files }), CLEAR_FILES));

const listed = async ({ id }: Landlord) => {
  const rows = await query<{ url: string }>(database, 'select url from files where user_id = $1', [id]);
  return rows.map(({ url }) => url);
};
const stored = (owner: Landlord) => storedFiles(owner, server);
const removals = () => query(database, 'select path from app.file_removals');

let ada: Landlord;
beforeEach(async () => {
  ada = await landlord();
  await clear(0);
});

describe('a file never used by a record', () => {
  it('is deleted after a day with all its sizes', async () => {
    const { url } = await uploadedPhoto(ada);
    await clear(DAY - 60_000);
    expect([await listed(ada), (await stored(ada)).length]).toEqual([[url], 3]);
    await clear(DAY + 60_000);
    expect([await listed(ada), await stored(ada), await removals()]).toEqual([[], [], []]);
    expect((await ada.get(url)).outcome).toBe('404 not_found');
  });

  it('is not served from then on, before it is deleted too', async () => {
    const { url } = await uploaded(ada);
    await query(database, `update files set clear_at = app.instant() - interval '1 second' where url = $1`, [url]);
    expect((await ada.get(url)).outcome).toBe('404 not_found');
  });

  it('is deleted when its bytes never arrived', async () => {
    const { url } = await uploaded(ada);
    await services.files.remove(url.replace('/api/files/', ''));
    await clear(2 * DAY);
    expect([await listed(ada), await removals()]).toEqual([[], []]);
  });
});

describe('a file used by a record', () => {
  it('is kept while it is used', async () => {
    const { url } = await uploadedPhoto(ada);
    await addedProperty(ada, { imageUrl: url });
    await clear(4000 * DAY);
    expect([await listed(ada), (await stored(ada)).length]).toEqual([[url], 3]);
    expect((await ada.get(url)).status).toBe(200);
  });

  it('is kept for a day after being replaced, for tabs that still show it', async () => {
    const [first, second] = [await uploadedPhoto(ada), await uploadedPhoto(ada)];
    const house = await addedProperty(ada, { imageUrl: first.url });
    expect((await ada.put(`/api/properties/${house.id}`, newProperty({ imageUrl: second.url }), 1)).status).toBe(200);
    await clear(DAY - 60_000);
    expect((await ada.get(first.url)).status).toBe(200);
    await clear(DAY + 60_000);
    expect(await listed(ada)).toEqual([second.url]);
    expect(await stored(ada)).toHaveLength(3);
  });
});

const waits = () =>
  vi.waitFor(async () => {
    expect(await query(database, `select from pg_stat_activity where wait_event_type = 'Lock'`)).not.toEqual([]);
  }, timeoutMs);

describe('clearing during a save', () => {
  /** Runs `work` in a transaction of the landlord, as a save does. */
  async function withSession<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(asRole(database, 'jobs'));
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select app.authenticate_as($1, $2)', [ada.id, services.clock.now()]);
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const naming = `insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, image_url)
    values ('14 Chandos Terrace', 'Bath', 'Bath', 'BA1 1AA', 'house', 1, 1, 1, 1, $1)`;

  it('waits for the save and keeps the file it uses', async () => {
    const { url } = await uploadedPhoto(ada);
    await withSession(async (client) => {
      await client.query(naming, [url]);
      const clearing = clear(2 * DAY);
      await waits();
      await client.query('commit');
      await clearing;
    });
    expect([await listed(ada), (await stored(ada)).length]).toEqual([[url], 3]);
  });

  it('blocks the save, which then cannot use a deleted file', async () => {
    const { url } = await uploadedPhoto(ada);
    const owner = new pg.Client(asRole(database, 'owner'));
    await owner.connect();
    await owner.query('begin');
    await owner.query('select app.clear_files($1)', [new Date(services.clock.now().getTime() + 2 * DAY)]);
    await withSession(async (client) => {
      const saved = client.query(naming, [url]).then(
        () => client.query('commit'),
        (error: unknown) => error,
      );
      await waits();
      await owner.query('commit');
      expect(await saved).toMatchObject({ code: 'TN422' });
    });
    await owner.end();
    await clear(0);
    expect([await listed(ada), await stored(ada), await removals()]).toEqual([[], [], []]);
  });
});

it('locks the landlord before their files, to avoid a deadlock', async () => {
  await uploadedPhoto(ada);
  const owner = new pg.Client(asRole(database, 'owner'));
  await owner.connect();
  await owner.query('begin');
  await owner.query('select from profiles where id = $1 for update', [ada.id]);
  const clearing = clear(2 * DAY);
  await waits();
  await owner.query('delete from files where user_id = $1', [ada.id]);
  await owner.query('commit');
  await owner.end();
  await clearing;
  await clear(0);
  expect([await listed(ada), await stored(ada)]).toEqual([[], []]);
});

describe('the clearing', () => {
  it('runs once with two servers', async () => {
    const keep = await uploaded(ada);
    await addedProperty(ada, { certificates: [newCertificate({ file: keep })] });
    for (let count = 0; count < 25; count++) await uploaded(ada);
    await Promise.all([clear(2 * DAY), clear(2 * DAY)]);
    await clear(2 * DAY);
    expect([await listed(ada), (await stored(ada)).length, await removals()]).toEqual([[keep.url], 1, []]);
  });

  it('skips a file that the store cannot delete, and retries it', async () => {
    for (let count = 0; count < 3; count++) await uploaded(ada);
    const [stubborn = ''] = await listed(ada);
    const remove = (path: string) =>
      stubborn.endsWith(path) ? Promise.reject(new Error('stuck')) : services.files.remove(path);
    await expect(clear(2 * DAY, { ...services.files, remove })).rejects.toThrow('Some files could not be deleted');
    expect([await listed(ada), (await stored(ada)).length, (await removals()).length]).toEqual([[], 1, 1]);
    await clear(0);
    expect([await stored(ada), await removals()]).toEqual([[], []]);
  });

  it('keeps its list and stops while the store is unavailable', async () => {
    for (let count = 0; count < 22; count++) await uploaded(ada);
    const remove = vi.fn<Files['remove']>(() => Promise.reject(new Error('away')));
    await expect(clear(2 * DAY, { ...services.files, remove })).rejects.toThrow('Some files could not be deleted');
    expect([(await stored(ada)).length, (await removals()).length]).toEqual([22, 22]);
    expect(remove.mock.calls.length).toBeLessThan(22);
    await clear(0);
  });

  it('waits for a backup', async () => {
    await uploaded(ada);
    const backup = new pg.Client(database);
    await backup.connect();
    await backup.query('select pg_advisory_lock_shared($1)', [FILE_LOCK]);
    await clear(2 * DAY);
    expect([await listed(ada), (await stored(ada)).length, (await removals()).length]).toEqual([[], 1, 1]);
    await backup.end();
    await vi.waitFor(async () => {
      await clear(0);
      expect([await stored(ada), await removals()]).toEqual([[], []]);
    }, timeoutMs);
  });

  it('runs soon after it is queued', async () => {
    const { url } = await uploaded(ada);
    await query(database, 'update files set clear_at = app.instant() where url = $1', [url]);
    await requestFileClearing(services);
    await vi.waitFor(async () => expect(await stored(ada)).toEqual([]), timeoutMs);
  });

  it('logs a warning if it cannot be queued', async () => {
    const warn = vi.spyOn(services.log, 'warn');
    const jobs = { ...services.jobs, send: () => Promise.reject(new Error('no queue')) };
    await expect(requestFileClearing({ ...services, jobs })).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
  });
});
