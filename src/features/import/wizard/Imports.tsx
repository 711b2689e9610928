import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { DetailSection, ErrorState } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { screenHeading } from '../../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { importsQuery, removeImport } from '../import.client.ts';
import type { ImportSummary } from '../import.ts';
import { UNDO_DAYS } from '../listed.ts';
import { atTime } from '../words.ts';

const UndoDialog = lazyDialog(async () => (await import('./UndoDialog.tsx')).UndoDialog);

type DialogState = { what: 'undo' | 'delete'; file: ImportSummary; open: boolean };

export function Imports() {
  const query = useQuery(importsQuery);
  const { error, busy, retry } = useRetry(query);
  const [dialog, setDialog] = useState<DialogState>();
  const openings = useOpenCount(dialog?.open === true);
  const { mutate: remove, isPending } = useMutation(removeImport);
  const { data } = query;
  const close = () => setDialog((now) => now && { ...now, open: false });
  if (!data)
    return error ? (
      <ErrorState title="We could not load your imports" reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <Loading label="Loading imports...">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  if (data.items.length === 0) return null;
  return (
    <DetailSection id="imports" title="Imports" aside={`You can undo an import for ${UNDO_DAYS} days, newest first`}>
      <Table caption="Imports">
        <TableHead>
          <HeadCell>File</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>By</HeadCell>
          <HeadCell end>Rows</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {data.items.map((file) => (
            <ImportLine key={file.id} file={file} onAsk={(what) => setDialog({ what, file, open: true })} />
          ))}
        </TableBody>
      </Table>
      <ConfirmDialog
        open={dialog?.what === 'delete' && dialog.open}
        onOpenChange={close}
        title={`Delete ${dialog?.file.name ?? ''}?`}
        question="We will delete the file and your choices for it. Your records will not change."
        confirm="Delete file"
        busy={isPending ? 'Deleting...' : undefined}
        finalFocus={screenHeading}
        onConfirm={() => dialog && remove(dialog.file.id, { onSettled: close })}
      />
      {dialog?.what === 'undo' && (
        <UndoDialog key={openings} file={dialog.file} open={dialog.open} onOpenChange={close} />
      )}
    </DetailSection>
  );
}

const STATES = { open: 'Not imported yet', checked: 'Not imported yet', imported: 'Imported' } as const;

function ImportLine({ file, onAsk }: { file: ImportSummary; onAsk: (what: 'undo' | 'delete') => void }) {
  const { id, name, state, rows, by, addedAt, importedAt, undoneAt, undoFirst, canUndo } = file;
  const named = <span className="sr-only"> {name}</span>;
  return (
    <TableRow>
      <Cell narrow="title" className="font-bold wrap-anywhere">
        <bdi>{name}</bdi>
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">{atTime(importedAt ?? addedAt)}</Cell>
      <Cell label="By">{by}</Cell>
      <Cell end label="Rows">
        {rows.toLocaleString('en-GB')}
      </Cell>
      <Cell>
        {state === 'undone' ? `Undone ${undoneAt ? formatInstantAsDay(undoneAt) : ''}` : STATES[state]}
        {state === 'imported' && undoFirst && (
          <span className="block text-s text-ink-2 wrap-anywhere">Undo ‘{undoFirst}’ first</span>
        )}
      </Cell>
      <Cell end narrow="wide">
        <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">
          {(state === 'open' || state === 'checked') && (
            <>
              <Button size="small" variant="quiet" onClick={() => onAsk('delete')}>
                Delete{named}
              </Button>
              <LinkButton size="small" to="/dashboard/import/$id" params={{ id }}>
                Continue{named}
              </LinkButton>
            </>
          )}
          {state === 'imported' && (
            <>
              <LinkButton size="small" variant="quiet" to="/dashboard/import/$id" params={{ id }}>
                Open{named}
              </LinkButton>
              {canUndo && (
                <Button size="small" onClick={() => onAsk('undo')}>
                  Undo{named}
                </Button>
              )}
            </>
          )}
        </span>
      </Cell>
    </TableRow>
  );
}
