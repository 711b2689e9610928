/** Uploads several files, one after the other, with the progress and the failure of each. */
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { BucketName, StoredFile } from './file.ts';
import { NOT_RETRYABLE, uploadFile } from './upload.client.ts';

/**
 * `share` is from 0 to 1, undefined while it waits. `again`: whether a retry of the same file may succeed.
 * `to`: the part of the record that receives it, if there are several.
 */
export type UploadItem = { key: number; file: File; to?: string; share?: number; reason?: string; again?: boolean };

type Given = {
  bucket: BucketName;
  /** The next file waits for it. A rejection is shown with the file. */
  onStored: (file: StoredFile, to: string | undefined) => unknown;
  /** Called with true when uploads start and false when they end, including on unmount. */
  onBusy?: ((busy: boolean) => void) | undefined;
};

export function useManyUploads({ bucket, onStored, onBusy }: Given) {
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
  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy));
  const start = useEffectEvent((key: number, signal: AbortSignal) => {
    const item = items.find((one) => one.key === key);
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
    tellBusy(true);
    return () => tellBusy(false);
  }, [busy]);

  const add = useCallback((files: File[], to?: string) => {
    const added = files.map((file) => newItem(last, file, to));
    setItems((now) => [...now, ...added]);
  }, []);
  /** Cancels it, or dismisses its failure. */
  const drop = useCallback((key: number) => setItems((now) => now.filter((item) => item.key !== key)), []);
  /** Sends it again, after the others. */
  const retry = useCallback(({ key: was, file, to }: UploadItem) => {
    const again = newItem(last, file, to);
    setItems((now) => [...now.filter((item) => item.key !== was), again]);
  }, []);
  return useMemo(() => ({ items, add, drop, retry }), [items, add, drop, retry]);
}

function newItem(last: RefObject<number>, file: File, to: string | undefined): UploadItem {
  last.current += 1;
  return { key: last.current, file, ...(to !== undefined && { to }) };
}
