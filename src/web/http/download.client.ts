/** Downloads a file in chunks, to show progress, and then saves it as an ordinary browser download. */
import { AppError } from '../../shared/app-error.ts';

/** Returns the whole response body, and calls `onChunk` with each chunk. Throws if the connection ends early. */
export async function received(answer: Response, onChunk: (chunk: Uint8Array) => void): Promise<Blob> {
  const parts: Blob[] = [];
  const keep = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      // The browser may store blobs on disk, whereas byte arrays stay in the page's memory.
      parts.push(new Blob([chunk]));
      onChunk(chunk);
    },
  });
  await answer.body?.pipeTo(keep);
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
}

export function saveFile(file: Blob, { headers }: Response): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'tenure';
  link.click();
  // The browser reads the blob after the click. A minute is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function downloadFailure(error: unknown): string {
  // Other errors mean that the connection broke off.
  return error instanceof AppError
    ? error.message
    : 'The connection ended before the download was complete. Try again.';
}
