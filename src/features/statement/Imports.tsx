import { useMutation } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleMinus from 'lucide-react/icons/circle-minus';
import FileText from 'lucide-react/icons/file-text';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { formatDay, formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import type { StatementImport } from './preview.ts';
import { undoImport, useImports, useUndoPreview } from './statement.client.ts';
import { importedLine, TEXTS, undoLine } from './texts.ts';

export function Imports() {
  const imports = useImports();
  const { error, busy, retry } = useRetry(imports);
  const [undoing, setUndoing] = useState<{ one: StatementImport; open: boolean }>();
  const { data } = imports;
  if (!data && error)
    return (
      <ErrorState title="We could not load your imports" reason={error.message} busy={busy} onRetry={retry} level={3} />
    );
  if (!data)
    return (
      <Loading label="Loading imports...">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  return (
    <Card>
      <CardHead title={TEXTS.imports} level={3} />
      {data.items.length === 0 ? (
        <p className="px-5 py-4 text-ink-2 max-md:px-4">{TEXTS.noImports}</p>
      ) : (
        <FirstRows label={TEXTS.imports} items={data.items}>
          {(one) => (
            <Import
              key={one.id}
              one={one}
              latest={one === data.items[0]}
              onUndo={() => setUndoing({ one, open: true })}
            />
          )}
        </FirstRows>
      )}
      {undoing && (
        <UndoDialog
          key={undoing.one.id}
          {...undoing}
          onOpenChange={(open) => setUndoing((now) => now && { ...now, open })}
        />
      )}
    </Card>
  );
}

const at = (instant: string) => `${formatInstantAsDay(instant)} at ${formatInstantAsTime(instant)}`;

function Import({ one, latest, onUndo }: { one: StatementImport; latest: boolean; onUndo: () => void }) {
  const { fileName, rows, account, importedAt, undoneAt } = one;
  if (undoneAt)
    return (
      <Row lead={<Icon of={CircleMinus} className="text-ink-3" />} line={at(undoneAt)}>
        <span className="font-normal text-ink-2">
          Undone: {counted(rows, 'row')} of {fileName}
        </span>
      </Row>
    );
  return (
    <Row
      lead={<Icon of={latest ? CircleCheck : FileText} className={latest ? 'text-green-fill' : 'text-ink-3'} />}
      line={`${fileName}, ${at(importedAt)}`}
      end={
        rows > 0 && (
          <div className="flex flex-wrap justify-end gap-2">
            {latest && (
              <LinkButton to="/dashboard/rent/bank" size="small">
                From your bank
              </LinkButton>
            )}
            <Button size="small" variant={latest ? 'secondary' : 'quiet'} icon={Undo2} onClick={onUndo}>
              Undo<span className="sr-only"> the import of {at(importedAt)}</span>
            </Button>
          </div>
        )
      }
    >
      {importedLine({ imported: rows, account: account ?? 'a removed account' })}
    </Row>
  );
}

type UndoProps = { one: StatementImport; open: boolean; onOpenChange: (open: boolean) => void };

function UndoDialog({ one, open, onOpenChange }: UndoProps) {
  const { data, error } = useUndoPreview(one.id, open);
  const { mutate: undo, isPending } = useMutation({
    ...undoImport,
    onSuccess: ({ rows }) => toast.success(`Undone: ${counted(rows, 'row')} of ${one.fileName}`),
    onSettled: () => {
      undoImport.onSettled();
      onOpenChange(false);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.undoQuestion}
      question={data ? undoLine(data, one.account) : (error?.message ?? 'Counting transactions...')}
      confirm={data ? `Undo ${counted(data.rows, 'row')}` : 'Undo'}
      busy={isPending ? 'Undoing...' : undefined}
      finalFocus={screenHeading}
      onConfirm={() => data && undo(one.id)}
    >
      {data && data.changes.length > 0 && (
        <ul className="mt-3 border-t border-line text-s">
          {data.changes.map(({ id, description, date, what }) => (
            <li key={id} className="flex justify-between gap-3 border-b border-line py-[6px]">
              <span className="min-w-0 wrap-anywhere">
                {description}, {formatDay(date)}
              </span>
              <span>{what}</span>
            </li>
          ))}
          {data.changed > data.changes.length && (
            <li className="py-[6px]">and {(data.changed - data.changes.length).toLocaleString('en-GB')} more</li>
          )}
        </ul>
      )}
    </ConfirmDialog>
  );
}
