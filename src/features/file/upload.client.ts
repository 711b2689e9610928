/** Sends a file to the server. By XMLHttpRequest, as fetch does not tell how much has been sent. */
import type { ClientResponse } from 'hono/client';
import { AppError } from '../../shared/app-error.ts';
import { read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { nameToSend } from './choice.ts';
import type { BucketName, StoredFile } from './file.ts';

type Upload = {
  bucket: BucketName;
  file: File;
  /** How much has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * The file as it is kept. Rejects with AppError, and with the signal's reason once that is aborted. Where the session has
 * ended, the person signs in again in place and the file is sent once more.
 */
export async function upload(given: Upload): Promise<StoredFile> {
  return withSession(() => read(sent(given) as Promise<Stored>));
}

type Stored = ClientResponse<StoredFile, 201, 'json'>;

/** The server could not be reached: it has not refused the file. */
export function wasCutOff(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable' && error.details.cause !== undefined;
}

/** The answer, whatever it says; rejects if none came. */
async function sent({ bucket, file, onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    const request = new XMLHttpRequest();
    // URLSearchParams and not encodeURIComponent, which throws at names with half a character.
    request.open('POST', `/api/files/${bucket}?${new URLSearchParams({ name: nameToSend(file) })}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('error', () => reject(new Error('The connection ended before the answer')));
    request.addEventListener('abort', stop);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
