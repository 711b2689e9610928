import { beforeEach, describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { PDF, storedFiles, upload, uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { BillingInfo } from '../billing/subscription.ts';
import { CLEAR_FILES, fileJobs } from './jobs.server.ts';

const { database, services } = server;
const GB = 1024 ** 3;
const DAY = 24 * 60 * 60 * 1000;

let ada: Landlord;
beforeEach(async () => {
  ada = await landlord();
});

const storageOf = async (owner: Landlord) => (await owner.get('/api/billing')).as(BillingInfo).storage;

/** Adds file rows with this total size, used by records unless `unnamed`. */
const fill = ({ id }: Landlord, bytes: number, { files = 1, unnamed = false } = {}) =>
  query(
    database,
    `insert into files (user_id, bucket, path, name, content_type, bytes, sha256, stored, clear_at)
     select $1::uuid, 'transaction-files', $1::uuid || '/' || gen_random_uuid() || '.pdf', 'Old.pdf', 'application/pdf', $2::bigint / $3::int, '', true,
       case when $4::boolean then app.instant() + interval '24 hours' end from generate_series(1, $3::int)`,
    [id, bytes, files, unnamed],
  );

const clear = (milliseconds: number) =>
  server.later(milliseconds, () => runJob(fileJobs({ ...services, pool: services.jobsPool }), CLEAR_FILES));

const receipt = (owner: Landlord) => upload(owner, { bucket: 'transaction-files', name: 'Receipt.pdf' });

describe('file storage', () => {
  it('is reported with its usage, counts uploads and deletions, and depends on the plan', async () => {
    const { url } = await uploadedPhoto(ada);
    const [{ bytes } = { bytes: 0 }] = await query<{ bytes: number }>(
      database,
      'select bytes::int from files where url = $1',
      [url],
    );
    expect(await storageOf(ada)).toEqual({ usedBytes: bytes, limitBytes: GB, leavingBytes: bytes });
    const house = await addedProperty(ada, { imageUrl: url });
    await uploaded(ada);
    expect(await storageOf(ada)).toEqual({ usedBytes: bytes + PDF.length, limitBytes: GB, leavingBytes: PDF.length });
    await query(database, GIVE_PLAN, [ada.id]);
    expect(await storageOf(ada)).toMatchObject({ limitBytes: 20 * GB });
    expect((await ada.delete(`/api/properties/${house.id}`, 1)).status).toBe(204);
    await clear(DAY + 60_000);
    expect(await storageOf(ada)).toEqual({ usedBytes: 0, limitBytes: 20 * GB, leavingBytes: 0 });
  });

  it('refuses uploads over it with a message, without affecting another landlord', async () => {
    const bob = await landlord();
    await fill(ada, GB - PDF.length);
    expect((await upload(ada)).status).toBe(201);
    const refused = await upload(ada);
    expect(refused.outcome).toBe('413 quota_exceeded');
    expect(refused.text).toContain(
      'Your trial includes 1 GB of file storage. You have used 1 GB. Delete files, or choose a plan.',
    );
    expect(await storedFiles(ada, server)).toHaveLength(1);
    expect((await upload(bob)).status).toBe(201);
    await query(database, GIVE_PLAN, [ada.id]);
    expect((await upload(ada)).status).toBe(201);
  });

  it('keeps files and other saves when a plan ends over it, and allows uploads once files are deleted', async () => {
    const { url } = await uploadedPhoto(ada);
    const house = await addedProperty(ada, { imageUrl: url });
    await fill(ada, 3 * GB);
    await clear(400 * DAY);
    expect((await upload(ada)).outcome).toBe('413 quota_exceeded');
    expect((await ada.get(url)).status).toBe(200);
    expect((await ada.put(`/api/properties/${house.id}`, newProperty({ imageUrl: url, city: 'Bath' }), 1)).status).toBe(
      200,
    );
    expect((await storageOf(ada)).usedBytes).toBeGreaterThan(3 * GB);
    await query(database, `delete from files where user_id = $1 and name = 'Old.pdf'`, [ada.id]);
    expect((await upload(ada)).status).toBe(201);
  });

  it('is the trial’s after the trial, for files in Finance', async () => {
    await query(database, END_TRIAL, [ada.id, new Date(services.clock.now().getTime() - 1000)]);
    expect((await receipt(ada)).status).toBe(201);
    await fill(ada, GB);
    const refused = await receipt(ada);
    expect(refused.outcome).toBe('413 quota_exceeded');
    expect(refused.text).toContain('You have 1 GB of file storage without a plan');
  });

  it('is not exceeded by concurrent uploads', async () => {
    await fill(ada, GB - PDF.length);
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(ada)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array<string>(3).fill('413 quota_exceeded'),
      'served',
    ]);
    expect(await storageOf(ada)).toMatchObject({ usedBytes: GB });
  });
});

describe('uploads not used by a record', () => {
  it('are limited to a thousand per landlord until saved or a day old', async () => {
    const bob = await landlord();
    await fill(ada, 1000, { files: 999, unnamed: true });
    const { url } = await uploadedPhoto(ada);
    const refused = await upload(ada);
    expect(refused.outcome).toBe('413 quota_exceeded');
    expect(refused.text).toContain(
      '1,000 of your uploaded files are not saved with a record yet. Save the forms you have open.',
    );
    expect((await upload(bob)).status).toBe(201);
    await addedProperty(ada, { imageUrl: url });
    expect((await upload(ada)).status).toBe(201);
    expect((await upload(ada)).outcome).toBe('413 quota_exceeded');
    await clear(DAY + 60_000);
    expect((await upload(ada)).status).toBe(201);
  });

  it('are limited to 1 GB on any plan, without counting files that records used before', async () => {
    await query(database, GIVE_PLAN, [ada.id]);
    await fill(ada, 2 * GB, { files: 2048 });
    // As after deleting all transactions with these files, which can be undone for a day.
    await query(database, `update files set clear_at = app.instant() + interval '1 day' where user_id = $1`, [ada.id]);
    expect((await upload(ada)).status).toBe(201);
    await fill(ada, GB - PDF.length, { unnamed: true });
    expect((await upload(ada)).outcome).toBe('413 quota_exceeded');
    expect(await storageOf(ada)).toEqual({ usedBytes: 3 * GB, limitBytes: 20 * GB, leavingBytes: 3 * GB });
  });
});
