/** Uploads that wait to be confirmed: each has proposals, which the landlord's own changes replace. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AppError } from '../../../shared/app-error.ts';
import type { StoredFile } from '../../file/file.ts';
import { guessFile, useAddDocument, useAddLink } from '../document.client.ts';
import type { DocumentGuess, LinkInput } from '../document.ts';
import type { DocumentType } from '../listed.ts';
import { guessDocument } from '../rules/guess.ts';

/** The fields that a landlord may change. */
export type RowValues = { title: string; type: DocumentType; day: string; validUntil: string; propertyId: string };

export type UploadRow = RowValues & {
  file: StoredFile;
  known: DocumentGuess['known'];
  /** Fields that the landlord has changed. */
  own: readonly (keyof RowValues)[];
  reading: boolean;
  /** Why it was not added; '' if it was not tried. */
  error: string;
};

type Given = {
  today: string;
  /** The record from whose page documents are added. */
  start: { link: LinkInput | undefined; propertyId: string; type: DocumentType | undefined };
};

export function useUploadRows({ today, start }: Given) {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const latest = useRef(rows);
  const set = (change: (now: readonly UploadRow[]) => readonly UploadRow[]) => {
    latest.current = change(latest.current);
    setRows(latest.current);
  };
  const patch = (url: string, change: (row: UploadRow) => Partial<UploadRow>) =>
    set((now) => now.map((row) => (row.file.url === url ? { ...row, ...change(row) } : row)));
  const { mutateAsync: add } = useAddDocument();
  const { mutateAsync: link } = useAddLink();
  const [busy, setBusy] = useState(false);

  /** The server's proposals follow; the next upload does not wait for them. */
  const receive = (file: StoredFile) => {
    const { title, type, day, validUntil } = guessDocument({ name: file.name }, today);
    const values = { title, type: start.type ?? type, day: day ?? '', validUntil: validUntil ?? '' };
    const own = [...(start.type ? ['type' as const] : []), ...(start.propertyId ? ['propertyId' as const] : [])];
    set((now) => [
      ...now,
      { ...values, propertyId: start.propertyId, file, known: null, own, reading: true, error: '' },
    ]);
    void guessFile(file.url)
      .then((found) =>
        patch(file.url, (row) => {
          const guessed: Partial<RowValues> = {
            type: found.type,
            day: found.day ?? '',
            validUntil: found.validUntil ?? '',
            propertyId: found.property?.id ?? '',
          };
          const kept = Object.fromEntries(row.own.map((name) => [name, row[name]]));
          return { ...guessed, ...kept, known: found.known };
        }),
      )
      // The proposals from the name remain.
      .catch(() => undefined)
      .finally(() => patch(file.url, () => ({ reading: false })));
  };

  const save = async ({ file, known, title, type, day, validUntil, propertyId }: UploadRow) => {
    const links: LinkInput[] = [
      ...(start.link ? [start.link] : []),
      ...(propertyId && !start.link?.propertyId ? [{ propertyId }] : []),
    ];
    if (known?.kind === 'document') {
      for (const one of links) await link({ id: known.id, link: one });
      return;
    }
    const dates = { day: day || null, validUntil: validUntil || null };
    await add({ title, type, ...dates, note: '', file: { url: file.url }, links });
  };

  /** Adds all, one after the other. Failed ones stay, with the reason. Resolves to false if any failed. */
  const confirm = async (): Promise<boolean> => {
    setBusy(true);
    let isComplete = true;
    for (const row of latest.current) {
      const { url } = row.file;
      try {
        await save(row);
        set((now) => now.filter(({ file }) => file.url !== url));
      } catch (error) {
        isComplete = false;
        const { message, details } = error instanceof AppError ? error : new AppError('internal');
        patch(url, () => ({ error: Object.values(details.fields ?? {})[0] ?? message }));
      }
    }
    // Rendered now, as leaving the page warns of unsaved rows.
    flushSync(() => setBusy(false));
    return isComplete;
  };

  return {
    rows,
    busy,
    receive,
    confirm,
    change: (url: string, name: keyof RowValues, value: string) =>
      patch(url, ({ own }) => ({ [name]: value, own: [...own, name], error: '' })),
    drop: (url: string) => set((now) => now.filter(({ file }) => file.url !== url)),
  };
}
