/** Receives a zip on disk. The file is unlinked once it is open, so that it never outlives the process. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { type ReceiveLimits, receiveChunks } from '../file/upload.server.ts';
import { REFUSED, refusal } from './refusals.ts';

/** Shorter than the server's time limit for a request. */
const RECEIVE_MS = 9.5 * 60_000;

type Plan = { folder: string; maxBytes: number; limits: ReceiveLimits };

/** Throws `invalid_input` for an empty or large body, `request_timeout`, `bad_request` or `insufficient_storage`. */
export async function receiveFile(request: Request, { folder, maxBytes, limits }: Plan): Promise<FileHandle> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw refusal(REFUSED.tooLarge);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    let bytes = 0;
    await receiveChunks(request, { milliseconds: RECEIVE_MS, ...limits }, async (chunk) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw refusal(REFUSED.tooLarge);
      await file.writev([chunk]).catch(rejectFullDisk);
    });
    if (bytes === 0) throw refusal(REFUSED.foreign);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function rejectFullDisk(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC') throw new AppError('insufficient_storage', { cause: error });
  throw error;
}
