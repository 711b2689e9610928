/** Uploads that wait for confirmation. Proposals fill the fields that the landlord has not changed. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AppError } from '../../../shared/app-error.ts';
import type { StoredFile } from '../../file/file.ts';
import { guessFile, useAddDocument, useAddLink } from '../document.client.ts';
import type { DocumentGuess, LinkInput } from '../document.ts';
import type { DocumentType } from '../listed.ts';
import { guessDocument } from '../rules/guess.ts';

export type RowValues = { title: string; type: DocumentType; day: string; validUntil: string; propertyId: string };

export type UploadRow = RowValues & {
  file: StoredFile;
  known: DocumentGuess['known'];
  /** Empty until the server has read the file. */
  sha256: string;
  /** Fields that the landlord has changed. */
  own: readonly (keyof RowValues)[];
  reading: boolean;
  /** Why the document was not added; '' before the first attempt. */
  error: string;
};

type Params = {
  today: string;
  /** The record from whose page documents are added. */
  start: { link: LinkInput | undefined; propertyId: string; type: DocumentType | undefined };
};

/** The earlier row with the same file, which is added once. */
export const twinOf = (row: UploadRow, rows: readonly UploadRow[]): UploadRow | undefined => {
  const first = rows.find(({ sha256 }) => sha256 !== '' && sha256 === row.sha256);
  return first === row ? undefined : first;
};

export function useUploadRows({ today, start }: Params) {
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

  /** The server's proposals arrive later. The next upload does not wait for them. */
  const receive = (file: StoredFile) => {
    const { title, type, day, validUntil } = guessDocument({ name: file.name }, today);
    const values = { title, type: start.type ?? type, day: day ?? '', validUntil: validUntil ?? '' };
    const own = [...(start.type ? ['type' as const] : []), ...(start.propertyId ? ['propertyId' as const] : [])];
    set((now) => [
      ...now,
      { ...values, propertyId: start.propertyId, file, known: null, sha256: '', own, reading: true, error: '' },
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
          const ownValues = Object.fromEntries(row.own.map((name) => [name, row[name]]));
          return { ...guessed, ...ownValues, known: found.known, sha256: found.sha256 };
        }),
      )
      // Falls back to the proposals from the file's name.
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

  /** Adds all documents one after another. Failed rows stay, with the reason. Resolves to false if any failed. */
  const confirm = async (): Promise<boolean> => {
    setBusy(true);
    let isComplete = true;
    const all = latest.current;
    for (const row of all) {
      const { url } = row.file;
      try {
        if (!twinOf(row, all)) await save(row);
        set((now) => now.filter(({ file }) => file.url !== url));
      } catch (error) {
        isComplete = false;
        const { message, details } = error instanceof AppError ? error : new AppError('internal');
        patch(url, () => ({ error: Object.values(details.fields ?? {})[0] ?? message }));
      }
    }
    // Rendered before navigation, which would otherwise warn of unsaved rows.
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
