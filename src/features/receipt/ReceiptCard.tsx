/** A receipt in the tray: its file, the facts read from it, and suggested transactions. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useMay } from '../../web/http/session.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { ConfirmDialog, Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../web/ui/overlay/DialogBody.tsx';
import { Rows } from '../../web/ui/table/Rows.tsx';
import { describeFile } from '../file/file.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { foundText, noRowText, readingText } from './labels.ts';
import { ActionRow } from './MissingRows.tsx';
import { rowsFor, useAttach, useRemoveReceipt } from './receipt.client.ts';
import type { Receipt } from './receipt.ts';

type Props = { receipt: Receipt; onMake: () => void };

export function ReceiptCard({ receipt, onMake }: Props) {
  const { file, found, suggestions, duplicates } = receipt;
  const id = useId();
  const may = useMay('money.change');
  const { mutate: attach, isPending } = useAttach();
  const { mutate: remove } = useRemoveReceipt();
  const [shown, setShown] = useState<'rows' | 'removal'>();
  const note = readingText(receipt) ?? noRowText(receipt);
  const attachTo = (transactionId: string) => attach({ receipt, transactionId });
  return (
    <Card aria-labelledby={id} className="flex flex-col">
      <div className="flex flex-wrap items-start gap-3 px-5 py-4 max-md:px-4">
        <div className="min-w-0 flex-1 basis-52">
          <h2 id={id} className="text-m wrap-anywhere">
            <a href={file.url} target="_blank" rel="noopener">
              <bdi>{file.name}</bdi>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </h2>
          <p className="text-s text-ink-2">{describeFile(file)}</p>
          {foundText(found) && <p className="mt-1">{foundText(found)}</p>}
          {note && <p className="mt-1 text-s text-ink-2">{note}</p>}
        </div>
        {may && (
          <div className="flex flex-wrap gap-2 max-md:w-full">
            <Button size="small" onClick={onMake}>
              Add as a new transaction
            </Button>
            <Button size="small" onClick={() => setShown('rows')}>
              Choose a transaction
            </Button>
            <Button size="small" variant="quiet" onClick={() => setShown('removal')}>
              Remove
              <span className="sr-only"> {file.name}</span>
            </Button>
          </div>
        )}
      </div>
      {duplicates.length > 0 && (
        <Banner tone="amber" className="mx-5 mb-4 max-md:mx-4">
          You have this already: {duplicates.map((one, at) => [at > 0 && ', ', <Where key={one.id} {...one} />])}.
        </Banner>
      )}
      {suggestions.length > 0 && (
        <div className="border-t border-line">
          <h3 className="px-5 pt-3 text-s text-ink-2 max-md:px-4">Suggested transactions</h3>
          <RowChoices
            label="Suggested transactions"
            rows={suggestions}
            disabled={!may || isPending}
            onChoose={attachTo}
          />
        </div>
      )}
      <RowsDialog
        name={file.name}
        open={shown === 'rows'}
        onOpenChange={() => setShown(undefined)}
        onChoose={(transactionId) => {
          setShown(undefined);
          attachTo(transactionId);
        }}
      />
      <ConfirmDialog
        open={shown === 'removal'}
        onOpenChange={() => setShown(undefined)}
        title="Remove receipt"
        question={`Are you sure you want to remove ${file.name}? We delete the file after a day.`}
        confirm="Remove"
        onConfirm={() => {
          setShown(undefined);
          remove(receipt);
        }}
      />
    </Card>
  );
}

function Where({ kind, id, name }: Receipt['duplicates'][number]) {
  if (kind === 'receipt') return <bdi>{name}, also here</bdi>;
  return kind === 'transaction' ? (
    <Link to="/dashboard/finance" search={{ open: id }}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <Link to="/dashboard/properties/$id" params={{ id }}>
      <bdi>an invoice of {name}</bdi>
    </Link>
  );
}

type Choice = Pick<Transaction, 'id' | 'date' | 'description' | 'type' | 'amount' | 'propertyAddress'>;
type ChoicesProps = {
  label: string;
  rows: readonly Choice[];
  disabled: boolean;
  onChoose: (id: string) => void;
};

function RowChoices({ label, rows, disabled, onChoose }: ChoicesProps) {
  return (
    <Rows label={label}>
      {rows.map((row) => (
        <ActionRow
          key={row.id}
          row={row}
          line={[formatDay(row.date), row.propertyAddress].filter(Boolean).join(' · ')}
          name={<bdi>{row.description}</bdi>}
        >
          <Button size="small" disabled={disabled} onClick={() => onChoose(row.id)}>
            Attach to this transaction
            <span className="sr-only">{` ${row.description}`}</span>
          </Button>
        </ActionRow>
      ))}
    </Rows>
  );
}

type DialogProps = { name: string; open: boolean; onOpenChange: () => void; onChoose: (id: string) => void };

function RowsDialog({ name, open, onOpenChange, onChoose }: DialogProps) {
  const [q, setQ] = useState('');
  const { data: rows } = useQuery({ ...rowsFor(q.trim()), enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Choose a transaction for ${name}`}>
      <DialogBody>
        <TextInput
          type="search"
          aria-label="Search transactions"
          placeholder="Description, amount or date"
          autoComplete="off"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        {rows && rows.length === 0 && <p className="mt-4 text-ink-2">No transactions match.</p>}
        {rows && rows.length > 0 && (
          <div className="-mx-5 mt-3">
            <RowChoices label="Rows" rows={rows} disabled={false} onChoose={onChoose} />
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}
