/** Downloading everything that is kept for the landlord, as one zip; it goes on while they look at other screens. */
import { useSyncExternalStore } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { api, reached } from '../../web/api.client.ts';
import { saving } from '../../web/save.client.ts';
import { toast } from '../../web/ui/toast.client.ts';

/** `bytes`: how much has come so far. Nobody knows how much there is: it is put together while it is sent. */
type Download = { bytes: number; cancel: () => void };

let download: Download | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function now(next: Download | undefined): void {
  download = next;
  for (const listener of listeners) listener();
}

/** The download that is under way, if one is. */
export function useMyDataDownload(): Download | undefined {
  return useSyncExternalStore(subscribe, () => download);
}

/** Fetches the zip and hands it to the browser, which keeps it as every download. Says how it ended; one at a time. */
export async function downloadMyData(): Promise<void> {
  if (download) return;
  const stop = new AbortController();
  const tell = (bytes: number) => now({ bytes, cancel: () => stop.abort() });
  tell(0);
  try {
    const answer = await saving(() => reached(api['my-data'].$get({}, { init: { signal: stop.signal } })));
    handOver(await zipOf(answer, tell), nameOf(answer.headers));
    toast.success('Your data has been downloaded');
  } catch (error) {
    if (!stop.signal.aborted) toast.error('Your data could not be downloaded', { description: sentence(error) });
  } finally {
    now(undefined);
  }
}

async function zipOf({ body }: Response, tell: (bytes: number) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let bytes = 0;
  const keep = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      // As a blob each piece is the browser's to keep, on disk if it likes; all of them as bytes would lie in this page's memory.
      parts.push(new Blob([piece]));
      bytes += piece.byteLength;
      tell(bytes);
    },
  });
  await body?.pipeTo(keep);
  return new Blob(parts, { type: 'application/zip' });
}

function handOver(zip: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(zip);
  link.download = name;
  link.click();
  // The browser reads it after the click; a minute is more than any of them needs to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** 'tenure-data-2026-11-21.zip', as the server calls it. */
function nameOf(headers: Headers): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'tenure-data.zip';
}

function sentence(error: unknown): string {
  // Anything else is the connection, which ended in the middle.
  return error instanceof AppError
    ? error.message
    : 'The connection ended before all of it had come. Please try again.';
}
