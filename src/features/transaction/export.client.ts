/** Exporting transactions from the browser: fetched with a word on how far it is, then handed over as every download. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, reached } from '../../web/http/api.client.ts';
import { handOver, received } from '../../web/http/download.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type ExportFormat, ROW_COUNT } from './export.ts';
import { exportedLine } from './export-words.ts';
import type { TransactionListFilter } from './transaction.ts';

type Asked = { filter: TransactionListFilter; format: ExportFormat };

/** `share`, from 0 to 1, is of a CSV file, whose lines can be counted as they come. */
export type ExportProgress = { bytes: number; share?: number };

const LINE_END = '\n'.charCodeAt(0);

/** Fetches the file and hands it over. Resolves with how many transactions it has; throws AppError, or where the connection broke off. */
async function exportFile(
  { filter, format }: Asked,
  { signal, tell }: { signal: AbortSignal; tell: (progress: ExportProgress) => void },
): Promise<number> {
  tell({ bytes: 0 });
  const query = { ...filter, format };
  const answer = await withSession(() => reached(api.transactions.export.$get({ query }, { init: { signal } })));
  const count = Number(answer.headers.get(ROW_COUNT));
  let bytes = 0;
  let lines = 0;
  const file = await received(answer, (piece) => {
    bytes += piece.length;
    if (format === 'csv') {
      for (const byte of piece) if (byte === LINE_END) lines += 1;
      // Some texts have line ends of their own.
      tell({ bytes, share: Math.min(1, lines / (count + 1)) });
    } else tell({ bytes });
  });
  handOver(file, answer);
  return count;
}

/** One export at a time: begun by `start`, given up by `stop` and when the screen is left. What it came to is said by a toast. */
export function useExport({ onDone }: { onDone: () => void }) {
  const going = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>({ bytes: 0 });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (asked: Asked) => {
      going.current = new AbortController();
      return exportFile(asked, { signal: going.current.signal, tell: setProgress });
    },
    onSuccess: (count) => {
      toast.success(exportedLine(count));
      onDone();
    },
  });
  const stop = () => {
    // What becomes of it is nobody's concern from here on.
    reset();
    going.current?.abort();
  };
  useEffect(() => () => going.current?.abort(), []);
  return { start: mutate, stop, progress: isPending ? progress : undefined, error };
}
