/** Fetching a file piece by piece, so that it can be said how far it is, and handing it to the browser, which keeps it as every download. */
import { AppError } from '../../shared/app-error.ts';

/** All of an answer's body. `tell` is called with each piece as it comes. Throws where the connection ends before all has come. */
export async function received(answer: Response, tell: (piece: Uint8Array) => void): Promise<Blob> {
  const parts: Blob[] = [];
  const keep = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      // As a blob each piece is the browser's to keep, on disk if it likes; all of them as bytes would lie in this page's memory.
      parts.push(new Blob([piece]));
      tell(piece);
    },
  });
  await answer.body?.pipeTo(keep);
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
}

/** Under the name that the server gave it, as in 'tenure-data-2026-11-21.zip'. */
export function handOver(file: Blob, { headers }: Response): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'tenure';
  link.click();
  // The browser reads it after the click; a minute is more than any of them needs to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function downloadFailure(error: unknown): string {
  // Anything else is the connection, which ended in the middle.
  return error instanceof AppError
    ? error.message
    : 'The connection ended before the download was complete. Please try again.';
}
