import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { BucketName, StoredFile } from './file.ts';
import { NOT_RETRYABLE, uploadFile } from './upload.client.ts';

/**
 * `share` is the progress from 0 to 1, undefined while the file is queued. `again` is true if a retry may succeed.
 * `to` is the part of the record that receives the file, if there are several.
 */
export type UploadItem = { key: number; file: File; to?: string; share?: number; reason?: string; again?: boolean };

type Options = {
  bucket: BucketName;
  /** Awaited before the next upload. A rejection is shown at the file. */
  onStored: (file: StoredFile, to: string | undefined) => unknown;
  /** Called with true when uploads start and false when they end, including on unmount. */
  onBusy?: ((busy: boolean) => void) | undefined;
};

/** Uploads files one after the other. */
export function useManyUploads({ bucket, onStored, onBusy }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const last = useRef(0);
  const next = items.find(({ reason }) => reason === undefined);
  const change = (key: number, changed: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changed } : item)));

  const send = useEffectEvent(async ({ key, file, to }: UploadItem, signal: AbortSignal) => {
    try {
      const onProgress = (share: number) => change(key, { share });
      const stored = await uploadFile({ bucket, file, onProgress, signal });
      if (signal.aborted) return;
      await onStored(stored, to);
      setItems((now) => now.filter((item) => item.key !== key));
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, details } = error instanceof AppError ? error : new AppError('internal');
      change(key, { reason: details.fields?.file ?? message, again: !NOT_RETRYABLE.includes(code) });
    }
  });
  const reportBusy = useEffectEvent((busy: boolean) => onBusy?.(busy));
  const start = useEffectEvent((key: number, signal: AbortSignal) => {
    const item = items.find((candidate) => candidate.key === key);
    if (item) void send(item, signal);
  });
  const key = next?.key;
  const busy = key !== undefined;
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => start(key, controller.signal));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  useEffect(() => {
    if (!busy) return undefined;
    reportBusy(true);
    return () => reportBusy(false);
  }, [busy]);

  const add = useCallback((files: File[], to?: string) => {
    const added = files.map((file) => newItem(last, file, to));
    setItems((now) => [...now, ...added]);
  }, []);
  /** Cancels an upload, or dismisses a failed one. */
  const drop = useCallback((key: number) => setItems((now) => now.filter((item) => item.key !== key)), []);
  /** Queues a failed upload again, after the other files. */
  const retry = useCallback(({ key: failedKey, file, to }: UploadItem) => {
    const again = newItem(last, file, to);
    setItems((now) => [...now.filter((item) => item.key !== failedKey), again]);
  }, []);
  return useMemo(() => ({ items, add, drop, retry }), [items, add, drop, retry]);
}

function newItem(last: RefObject<number>, file: File, to: string | undefined): UploadItem {
  last.current += 1;
  return { key: last.current, file, ...(to !== undefined && { to }) };
}
