/** Downloads a file in chunks, to show progress, and then saves it as an ordinary browser download. */
import { AppError } from '../../shared/app-error.ts';

/** The whole response body. `onChunk` is called with each chunk. Throws if the connection ends early. */
export async function received(answer: Response, onChunk: (piece: Uint8Array) => void): Promise<Blob> {
  const parts: Blob[] = [];
  const keep = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      // The browser may keep blobs on disk; byte arrays would all stay in this page's memory.
      parts.push(new Blob([piece]));
      onChunk(piece);
    },
  });
  await answer.body?.pipeTo(keep);
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
}

/** Takes the file name from the server's header. */
export function saveFile(file: Blob, { headers }: Response): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'tenure';
  link.click();
  // The browser reads it after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function downloadFailure(error: unknown): string {
  // Other errors mean that the connection broke off.
  return error instanceof AppError
    ? error.message
    : 'The connection ended before the download was complete. Try again.';
}
