import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { api, reached } from '../../web/http/api.client.ts';
import { downloadFailure, received, saveFile } from '../../web/http/download.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { ProgressBar } from '../../web/ui/display/Loading.tsx';
import { RadioGroup } from '../../web/ui/form/Choices.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { formatFileSize } from '../file/file.ts';
import { useFilterTexts } from '../finance/list/filter-texts.client.ts';
import { type FinanceSearch, totalsFilterOf } from '../finance/list/search-params.ts';
import { countLine } from '../transaction/labels.ts';
import { useTotals } from '../transaction/transaction.client.ts';
import type { TransactionListFilter } from '../transaction/transaction.ts';
import {
  EXPORT_OPTIONS,
  type ExportFormat,
  exportedLine,
  MAX_EXCEL_ROWS,
  ROW_COUNT,
  tooManyForExcel,
} from './export.ts';

type Props = {
  filter: TransactionListFilter;
  /** The same filter as URL parameters, for its description. */
  search: FinanceSearch;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ExportDialog({ filter, search, open, onOpenChange }: Props) {
  const [chosen, setChosen] = useState<ExportFormat>('csv');
  const count = useTotals(totalsFilterOf(filter)).data?.count;
  const { start, stop, progress, error } = useExport({ onDone: () => onOpenChange(false) });
  const tooMany = count !== undefined && count > MAX_EXCEL_ROWS;
  const format = tooMany ? 'csv' : chosen;
  // The displayed count may be stale, so the server may refuse an Excel file.
  const refused = isRefusal(error, 'invalid_input') && format === 'xlsx';
  const close = () => {
    stop();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(next) : close())}
      title="Export transactions"
      description={<ExportSummary search={search} count={count} />}
      locked={progress !== undefined}
    >
      <DialogBody className="flex flex-col gap-4">
        {error && (
          <Banner tone="red" role="alert">
            <p>
              <strong>We could not export the transactions.</strong> {downloadFailure(error)}
            </p>
          </Banner>
        )}
        <RadioGroup
          legend="File"
          options={EXPORT_OPTIONS.map((option) =>
            option.value === 'xlsx' && tooMany ? { ...option, hint: tooManyForExcel(count), disabled: true } : option,
          )}
          value={format}
          disabled={progress !== undefined}
          onChange={({ target }) => {
            stop();
            setChosen(target.value === 'xlsx' ? 'xlsx' : 'csv');
          }}
        />
        {progress?.share !== undefined && <ProgressBar label="Exported so far" share={progress.share} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          icon={Download}
          disabled={count === 0}
          busy={progress && progressText(progress)}
          onClick={() => {
            if (refused) setChosen('csv');
            start({ filter, format: refused ? 'csv' : format });
          }}
        >
          {refused ? 'Export as CSV' : error ? 'Retry' : 'Export'}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function ExportSummary({ search, count }: { search: FinanceSearch; count: number | undefined }) {
  const on = useFilterTexts(search).map(({ text }) => text);
  const number = count === undefined ? 'counting…' : countLine(count);
  return <bdi>{on.length > 0 ? `${number}, filtered: ${on.join(', ')}` : number}</bdi>;
}

function progressText({ bytes }: ExportProgress): string {
  return bytes === 0 ? 'Preparing the file...' : `Downloading... ${formatFileSize(bytes)}`;
}

type Request = { filter: TransactionListFilter; format: ExportFormat };

/** `share` is the progress from 0 to 1. Only CSV has it, because its lines can be counted. */
type ExportProgress = { bytes: number; share?: number };

const LINE_END = '\n'.charCodeAt(0);

/** Resolves with the number of transactions. Throws `AppError`, or a connection error. */
async function exportFile(
  { filter, format }: Request,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<number> {
  onProgress({ bytes: 0 });
  const query = { ...filter, format };
  const answer = await withSession(() => reached(api.transactions.export.$get({ query }, { init: { signal } })));
  const count = Number(answer.headers.get(ROW_COUNT));
  let bytes = 0;
  let lines = 0;
  const file = await received(answer, (piece) => {
    bytes += piece.length;
    if (format === 'csv') {
      for (const byte of piece) if (byte === LINE_END) lines += 1;
      // The share is an estimate, since some texts contain line breaks.
      onProgress({ bytes, share: Math.min(1, lines / (count + 1)) });
    } else onProgress({ bytes });
  });
  saveFile(file, answer);
  return count;
}

/** Runs one export at a time, which `stop` and leaving the screen cancel. */
function useExport({ onDone }: { onDone: () => void }) {
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>({ bytes: 0 });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (request: Request) => {
      running.current = new AbortController();
      return exportFile(request, { signal: running.current.signal, onProgress: setProgress });
    },
    onSuccess: (count) => {
      toast.success(exportedLine(count));
      onDone();
    },
  });
  const stop = () => {
    reset();
    running.current?.abort();
  };
  useEffect(() => () => running.current?.abort(), []);
  return { start: mutate, stop, progress: isPending ? progress : undefined, error };
}
