import { describe, expect, it } from 'vitest';
import { inBucket, LARGE, newPath, pdf, read, UNAVAILABLE } from '../../../test/servers/file-stores.ts';
import type { S3Fault } from '../../../test/servers/s3-server.ts';
import { describeError } from '../../server/http/log.server.ts';
import type { AppError } from '../../shared/app-error.ts';
import { s3Files } from './s3.server.ts';

describe('S3', () => {
  const overload: S3Fault = { kind: 'answer', status: 503, code: 'SlowDown' };

  it('is tried three times when it fails', async () => {
    const { files, server } = await inBucket();
    const path = newPath();
    server.faults.push(overload, overload);
    await files.put(path, pdf());
    server.faults.push(overload);
    expect((await read(files, path))?.equals(LARGE)).toBe(true);
    server.faults.push(overload, overload, overload);
    await expect(files.get(path)).rejects.toMatchObject(UNAVAILABLE);
    expect(server.asked.filter((one) => one.startsWith('GET'))).toHaveLength(5);
  });

  it('times out when it does not respond', async () => {
    const { files, server } = await inBucket();
    server.faults.push({ kind: 'silence' });
    await expect(files.check()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('never overwrites a file, even if the store ignores If-None-Match', async () => {
    const { files, server } = await inBucket();
    server.conditional = false;
    const path = newPath();
    await files.put(path, pdf());
    await expect(files.put(path, pdf(Buffer.from('other')))).rejects.toThrow(`A file already exists at ${path}`);
    expect((await read(files, path))?.equals(LARGE)).toBe(true);
  });

  it('never overwrites a file created between check and write', async () => {
    const { files, server } = await inBucket();
    const path = newPath();
    await files.put(path, pdf());
    server.faults.push({ kind: 'answer', status: 404, code: 'NoSuchKey' });
    await expect(files.put(path, pdf(Buffer.from('other')))).rejects.toMatchObject(UNAVAILABLE);
    expect((await read(files, path))?.equals(LARGE)).toBe(true);
  });

  it.each([
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ])('is full when it returns %s %s', async (status, code) => {
    const { files, server, countFiles } = await inBucket();
    const full: S3Fault = { kind: 'answer', status, code };
    server.faults.push({ kind: 'answer', status: 404, code: 'NoSuchKey' }, full, full, full);
    await expect(files.put(newPath(), pdf())).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(countFiles()).toBe(0);
  });

  it('detects a truncated object', async () => {
    const { files } = await inBucket();
    const path = newPath();
    await files.put(path, pdf(LARGE.subarray(0, 1_000)));
    await expect(read(files, path, { start: 0, end: 1_999 })).rejects.toMatchObject(UNAVAILABLE);
    await expect(read(files, path, { start: 5_000, end: 6_000 })).rejects.toMatchObject(UNAVAILABLE);
  });

  it('stores the content type, and detects an empty bucket', async () => {
    const { server } = await inBucket();
    const files = s3Files(server.place);
    expect(await files.isEmpty()).toBe(true);
    await files.put('a/b.pdf', pdf());
    expect(await files.isEmpty()).toBe(false);
    expect(server.asked).toContain('PUT /tenure-files/a/b.pdf application/pdf');
  });

  it.each([
    ['wrong key', { secretAccessKey: 'quite-another-secret-key' }, '403'],
    ['wrong region', { region: 'us-east-1' }, '403'],
    ['missing bucket', { bucket: 'no-such-bucket' }, '404'],
  ])('is unavailable with a %s, without revealing secrets', async (_, settings, status) => {
    const { server } = await inBucket();
    const place = { ...server.place, ...settings };
    const files = s3Files(place);
    const path = newPath();
    const operations = [
      () => files.put(path, pdf()),
      () => files.get(path),
      () => files.remove(path),
      () => files.check(),
    ];
    for (const operation of operations) {
      const error = (await operation().catch((reason: unknown) => reason)) as AppError;
      expect(error).toMatchObject(UNAVAILABLE);
      const logged = JSON.stringify([describeError(error), error.details]);
      expect(logged).toContain(`The file store returned ${status}`);
      for (const secret of [place.secretAccessKey, server.place.secretAccessKey, place.accessKeyId]) {
        expect(logged).not.toContain(secret);
      }
    }
  });
});
