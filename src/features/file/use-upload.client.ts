/** One upload field's work: from the chosen file to the one that the server keeps, or to what went wrong. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { HEIC_UNREAD, longestSide, refusalOf, TOO_LARGE } from './choice.ts';
import { type BucketName, MAX_FILE_BYTES, type StoredFile } from './file.ts';
import { scaled } from './scale.client.ts';
import { upload, wasCutOff } from './upload.client.ts';

type Attempt = {
  file: File;
  /** What is sent for it, once that is made: smaller, and easily drawn. */
  ready?: File | undefined;
} /** `share` has been sent, from 0 to 1; undefined before that begins. */ & (
  | { is: 'uploading'; share?: number }
  /** `again`: the same file may do better next time. */
  | { is: 'failed'; reason: string; again: boolean }
);

/** The same file would be refused again. */
const HOPELESS: ErrorCode[] = ['invalid_input', 'too_large'];

type Given = {
  bucket: BucketName;
  onStored: (file: StoredFile) => void;
  /** Told true when an upload begins and false when it has ended in whatever way, also with the field itself. */
  onBusy?: ((busy: boolean) => void) | undefined;
};

export function useUpload({ bucket, onStored, onBusy }: Given) {
  const [attempt, setAttempt] = useState<Attempt>();
  const running = useRef<AbortController>(undefined);
  // Rows move while an upload is under way: its end is told to the field as it is by then.
  const latest = useRef(onStored);
  useLayoutEffect(() => {
    latest.current = onStored;
  });

  const busy = attempt?.is === 'uploading';
  const tellBusy = useEffectEvent((now: boolean) => onBusy?.(now));
  useEffect(() => {
    if (!busy) return undefined;
    tellBusy(true);
    return () => tellBusy(false);
  }, [busy]);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    setAttempt(undefined);
  };
  const start = async (files: File[]) => {
    const [file, ...others] = files;
    if (!file) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: Attempt | undefined) => {
      if (!signal.aborted) setAttempt(next);
    };
    let ready: File | undefined;
    const refuse = (reason: string) => show({ is: 'failed', file, ready, reason, again: false });

    const refusal = refusalOf([file, ...others], bucket);
    if (refusal) return refuse(refusal);
    show({ is: 'uploading', file });
    try {
      ready = await scaled(file, longestSide(bucket), signal);
      if (!ready) return refuse(HEIC_UNREAD);
      if (ready.size > MAX_FILE_BYTES) return refuse(TOO_LARGE);
      show({ is: 'uploading', file, ready });
      const onProgress = (share: number) => show({ is: 'uploading', file, ready, share });
      const stored = await upload({ bucket, file: ready, onProgress, signal });
      if (signal.aborted) return;
      show(undefined);
      latest.current(stored);
      toast.success('File uploaded successfully');
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, details } = error instanceof AppError ? error : new AppError('internal');
      const reason = details.fields?.file ?? message;
      show({ is: 'failed', file, reason, again: !HOPELESS.includes(code) });
      const title = wasCutOff(error) ? 'Error uploading file' : 'Failed to upload file';
      if (code !== 'trial_expired') toast.error(title, { description: reason });
    }
  };
  return { attempt, start: (files: File[]) => void start(files), stop };
}
