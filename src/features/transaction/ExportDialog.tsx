/** Takes what the list shows along as a file: says what and how many, asks in which form, and how far it is. */
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { downloadFailure } from '../../web/http/download.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { ProgressBar } from '../../web/ui/display/ProgressBar.tsx';
import { RadioGroup } from '../../web/ui/form/RadioGroup.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../web/ui/overlay/Dialog.tsx';
import { sizeWords } from '../file/file.ts';
import { useOfferedCategories } from './CategoryChecklist.tsx';
import { type ExportProgress, useExport } from './export.client.ts';
import { type ExportFormat, MAX_EXCEL_ROWS } from './export.ts';
import { EXPORT_OPTIONS, tooManyForExcel } from './export-words.ts';
import { categoriesLine } from './filter-words.ts';
import { countLine, statusLabel } from './labels.ts';
import { usePropertyName } from './PropertyFilter.tsx';
import { useTotals } from './queries.client.ts';
import { totalsFilterOf } from './search-params.ts';
import type { TransactionListFilter } from './transaction.ts';

type Props = { filter: TransactionListFilter; open: boolean; onOpenChange: (open: boolean) => void };

export function ExportDialog({ filter, open, onOpenChange }: Props) {
  const [chosen, setChosen] = useState<ExportFormat>('csv');
  const count = useTotals(totalsFilterOf(filter)).data?.count;
  const { start, stop, progress, error } = useExport({ onDone: () => onOpenChange(false) });
  const tooMany = count !== undefined && count > MAX_EXCEL_ROWS;
  const format = tooMany ? 'csv' : chosen;
  // The count may have been older than what the server found.
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
      description={<WhatIsExported filter={filter} count={count} />}
      locked={progress !== undefined}
    >
      <DialogBody className="flex flex-col gap-4">
        {error && (
          <Banner tone="red" role="alert">
            <p>
              <strong>The export failed.</strong> {downloadFailure(error)}
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
          busy={progress && words(progress)}
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

/** '184 transactions, filtered: “boiler”, Taxes, Overdue'. */
function WhatIsExported({ filter, count }: { filter: TransactionListFilter; count: number | undefined }) {
  const { q, category, status, propertyId } = filter;
  const chosen = category?.split(',') ?? [];
  const offered = useOfferedCategories(chosen);
  const property = usePropertyName(propertyId);
  const on = [
    q && `“${q}”`,
    chosen.length > 0 && categoriesLine(chosen, offered),
    property,
    status && statusLabel(status),
  ].filter(Boolean);
  const number = count === undefined ? 'counting…' : countLine(count);
  return <bdi>{on.length > 0 ? `${number}, filtered: ${on.join(', ')}` : number}</bdi>;
}

function words({ bytes }: ExportProgress): string {
  return bytes === 0 ? 'Preparing the file...' : `Downloading... ${sizeWords(bytes)}`;
}
