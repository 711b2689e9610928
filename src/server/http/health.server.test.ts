import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { upload } from '../../../test/fixtures/uploads.ts';
import { exchange } from '../../../test/reading/raw.ts';
import { workerDatabase } from '../../../test/servers/database.ts';
import { startS3 } from '../../../test/servers/s3-server.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { diskShortage } from '../disk-reserve.server.ts';

async function started(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const logTo = { write: (line: string) => lines.push(line) };
  const server = await startServer({ database: await workerDatabase(), env: { LOG_LEVEL: 'warn', ...env }, logTo });
  onTestFinished(() => server.stop());
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { server, ready, lines };
}

const READY = { status: 200, body: { status: 'ready', missing: [], warnings: [] } };
const WITHOUT_FILES = { status: 503, body: { status: 'not ready', missing: ['files'], warnings: [] } };
const pdf = { bytes: Buffer.from('pdf'), contentType: 'application/pdf' };

const GB = 1024 ** 3;
it.each([
  [{ free: GB, total: 100 * GB }, undefined, undefined],
  [{ free: GB - 1, total: 100 * GB }, undefined, 'has 1,023 MB free, less than the 1,024 MB'],
  [{ free: 0.5 * GB, total: 10 * GB }, undefined, undefined],
  [{ free: 0.49 * GB, total: 10 * GB }, undefined, 'has 501 MB free, less than the 512 MB'],
  [{ free: GB, total: 100 * GB }, 2 * GB, 'has 1,024 MB free, less than the 2,048 MB'],
  [{ free: 0, total: 100 * GB }, 0, undefined],
])('returns for a disk with %j and a reserve of %s bytes: %s', (disk, reserve, warning) => {
  expect(diskShortage(disk, reserve)).toBe(warning && `The disk of DATA_DIR ${warning} of DISK_RESERVE_MB.`);
});

describe('a server', () => {
  it('is ready while the uploads folder exists', async () => {
    const { server, ready } = await started();
    const folder = join(server.dataFolder, 'files');
    expect(await ready()).toEqual(READY);
    await rename(folder, `${folder}.away`);
    expect(await ready()).toEqual(WITHOUT_FILES);
    await rename(`${folder}.away`, folder);
    expect(await ready()).toEqual(READY);
  });

  it('warns once about addresses from an untrusted proxy', async () => {
    const { server, ready, lines } = await started({ TRUST_PROXY: '0' });
    for (const address of ['203.0.113.9', '203.0.113.10'])
      await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': address } });
    const [warning] = ((await ready()).body as { warnings: string[] }).warnings;
    expect(warning).toContain('Set TRUST_PROXY');
    expect(lines.filter((line) => line.includes(warning ?? '')).length).toBe(1);
    const trusting = await started({ TRUST_PROXY: '1' });
    await fetch(`${trusting.server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(await trusting.ready()).toEqual(READY);
  });

  it('warns when passwords would be sent unencrypted', async () => {
    const env = { APP_URL: 'http://tenure.example', SANDBOXES: 'on', CLOCK: 'system' };
    const { ready, lines } = await started(env);
    const warning = expect.stringContaining('set APP_URL to https') as string;
    expect(await ready()).toEqual({ status: 200, body: { ...READY.body, warnings: [warning] } });
    expect(lines).toEqual([warning]);
    const safe = await started({ ...env, APP_URL: 'https://tenure.example' });
    expect(await safe.ready()).toEqual(READY);
  });

  it('rejects uploads but saves everything else, with a warning, when the disk is below its reserve', async () => {
    const { server, ready, lines } = await started({ DISK_RESERVE_MB: '1000000000' });
    const warning = expect.stringMatching(
      /The disk of DATA_DIR has [\d,]+ MB free, less than the 1,000,000,000 MB of DISK_RESERVE_MB\./,
    ) as string;
    expect(await ready()).toEqual({ status: 200, body: { ...READY.body, warnings: [warning] } });
    const ada = await landlord({}, server);
    // The body is never sent, as the request is rejected first.
    const head = [
      'POST /api/files/property-certificates?name=Gas.pdf HTTP/1.1',
      `Host: ${new URL(server.url).host}`,
      `Origin: ${server.services.appUrl}`,
      'Content-Length: 1000000',
    ];
    const refused = await exchange(server, { head: [...head, `Cookie: ${ada.cookieHeader()}`] });
    expect(refused.outcome).toBe('507 insufficient_storage');
    expect(refused.text).toContain('low on disk space, so you cannot upload files');
    expect((await exchange(server, { head })).outcome).toBe('401 unauthenticated');
    expect((await ada.post('/api/properties', newProperty())).status).toBe(201);
    expect(lines.slice(0, 1)).toEqual([warning]);
    const enough = await started({ DISK_RESERVE_MB: '0' });
    expect(await enough.ready()).toEqual(READY);
    expect((await upload(await landlord({}, enough.server))).status).toBe(201);
  });

  it('is ready while its bucket responds, stores uploads there and logs no key', async () => {
    const s3 = await startS3();
    const { server, ready, lines } = await started(s3.env);
    expect(await ready()).toEqual(READY);
    await server.services.files.put('property-certificates/a/b.pdf', pdf);
    expect(s3.asked).toContain('PUT /tenure-files/property-certificates/a/b.pdf application/pdf');
    expect(lines).toEqual([]);
    await s3.stop();
    expect(await ready()).toEqual(WITHOUT_FILES);
    server.services.log.warn({ settings: server.services.settings }, 'Everything we know');
    expect(lines.join()).toContain('The file store is not available');
    expect(lines.join()).not.toContain(s3.place.secretAccessKey);
    expect(lines.join()).not.toContain(inject('database').secret);
  });
});
