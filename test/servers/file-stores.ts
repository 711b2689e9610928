import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inject, onTestFinished } from 'vitest';
import { diskFiles } from '../../src/outside/files/disk.server.ts';
import type { ByteRange, Files } from '../../src/outside/files/files.ts';
import { s3Files } from '../../src/outside/files/s3.server.ts';
import { type S3Server, startS3 } from './s3-server.ts';

export type Store = { files: Files; countFiles(): number; truncate(path: string): void; disconnect(): unknown };

export const newFolder = () => mkdtempSync(join(inject('database').folder, 'files-'));

export function onDisk(folder = newFolder()): Store & { folder: string } {
  return {
    folder,
    files: diskFiles(folder),
    countFiles: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    truncate: (path) => truncateSync(join(folder, path), 1_000),
    disconnect: () => renameSync(folder, `${folder}.away`),
  };
}

/** The store is stopped after the test. */
export async function inBucket(): Promise<Store & { server: S3Server }> {
  const server = await startS3();
  let runs = true;
  const disconnect = async () => {
    if (runs) await server.stop();
    runs = false;
  };
  onTestFinished(disconnect);
  return {
    files: s3Files(server.place),
    countFiles: () => server.objects.size,
    truncate: () => server.faults.push({ kind: 'cut', after: 1_000 }),
    disconnect,
    server,
  };
}

let count = 0;
export const newPath = () => `property-certificates/0193b0c2-7b1e-7aaa-8bbb-0123456789ab/certificate_${++count}.pdf`;

export const LARGE = randomBytes(1_500_000);
export const pdf = (bytes: Uint8Array = LARGE) => ({ bytes, contentType: 'application/pdf' });

export async function read(files: Files, path: string, range?: ByteRange): Promise<Buffer | undefined> {
  const stream = await files.get(path, range);
  return stream && buffer(stream);
}

export const UNAVAILABLE = {
  code: 'unavailable',
  message: 'We cannot reach the file store just now. Try again in a moment.',
};
