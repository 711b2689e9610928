/** The rows of a part of the property form: what there is, what was taken away and can be brought back, and a button for more. */
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, EmptyState } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { FileField } from '../../file/FileField.tsx';
import type { PartProps } from './form-handle.client.ts';

type Props = {
  title: string;
  /** 'Add Certificate'. */
  add: string;
  onAdd: () => void;
  addButton: RefObject<HTMLButtonElement | null>;
  empty: { title: string; words: string };
  /** One `RowDisclosure` for each row, and for each one taken away a `RowTaken`. */
  children: readonly ReactNode[];
};

export function RowList({ title, add, onAdd, addButton, empty, children }: Props) {
  const button = (
    <Button ref={addButton} icon={Plus} onClick={onAdd}>
      {add}
    </Button>
  );
  if (children.length === 0) return <EmptyState title={empty.title} words={empty.words} action={button} />;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>{title}</h2>
        {button}
      </div>
      <Card className="overflow-clip">
        <ul aria-label={title} className="*:not-first:border-t *:not-first:border-line">
          {children}
        </ul>
      </Card>
    </>
  );
}

type TakenProps = {
  name: string;
  /** True for a row that exists on the server, which the next save removes. */
  saved: boolean;
  /** A further consequence: 'Its expiry date goes from Gas Safety too.' */
  also?: string | undefined;
  fresh: boolean;
  onUndo: () => void;
};

export function RowTaken({ name, saved, also, fresh, onUndo }: TakenProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) undo.current?.focus(); // the row that had the focus is gone
  }, [fresh]);
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 bg-sunken px-5 py-2 max-md:px-4">
      <span className="flex min-w-0 flex-1 basis-60 flex-col">
        <s className="wrap-anywhere text-ink-2">{name}</s>
        <span className="text-s text-ink-2">
          {saved ? 'Will be removed when you save.' : 'Removed.'}
          {also && ` ${also}`}
        </span>
      </span>
      <Button ref={undo} size="small" icon={Undo} aria-label={`Undo removing ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

/** The props of every row. */
export type RowProps = PartProps & {
  index: number;
  /** Not saved yet: it starts open. */
  fresh: boolean;
  onRemove: () => void;
};

type DisclosureProps = Pick<RowProps, 'form' | 'fresh' | 'onRemove'> & {
  /** Where the row stands in the form: 'certificates.0'. */
  row: string;
  title: string;
  /** Below the title. */
  line?: ReactNode;
  /** At the right of the line. */
  end?: ReactNode;
  /** The accessible name of the row to remove: 'Gas Safety Record'. */
  name: string;
  /** Fields, two beside each other where there is room. */
  children: ReactNode;
};

export function RowDisclosure({ form, row, title, line, end, name, fresh, onRemove, children }: DisclosureProps) {
  const errors = form.wrong.filter((wrong) => wrong.name.startsWith(`${row}.`)).length;
  return (
    <li>
      <Disclosure title={<bdi>{title}</bdi>} line={line} end={end} errors={errors} startsOpen={fresh}>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          {children}
          <div className="col-span-full flex justify-end">
            <Button variant="quiet" size="small" icon={Trash} aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </div>
      </Disclosure>
    </li>
  );
}

type FileProps = PartProps & {
  name: `certificates.${number}.file` | `invoices.${number}.file`;
  label: string;
};

export function RowFile({ form, name, label, onBusy }: FileProps) {
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  return (
    <FileField
      ref={field.ref}
      name={name}
      bucket={name.startsWith('certificates') ? 'property-certificates' : 'property-invoices'}
      label={label}
      optional
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}

type Kept = { id?: string | undefined };

type Given<Row extends Kept> = {
  /** The rows as the form was filled with them: their order is the one a row comes back to. */
  saved: readonly Row[];
  /** The rows as they stand in the form. */
  rows: () => readonly Row[];
  insert: (index: number, row: Row) => void;
  remove: (index: number) => void;
  /** Ids of saved rows that the next save takes away. */
  removedIds: readonly string[];
  setRemovedIds: (ids: string[]) => void;
  /** True for a row without any input, which is removed silently. */
  isBlank: (row: Row) => boolean;
};

type RemovedRow<Row> = { row: Row /** Was taken away just now: its Undo takes the focus. */; fresh: boolean };

export function useRemovedRows<Row extends Kept>(given: Given<Row>) {
  const { saved, rows, insert, remove, removedIds, setRemovedIds, isBlank } = given;
  /** As they were when they were taken away, with what was typed into them. */
  const [taken, setTaken] = useState<readonly Row[]>([]);
  const [last, setLast] = useState<Row>();

  const gone = removedIds.flatMap((id) => [...taken, ...saved].find((row) => row.id === id) ?? []);
  const removed = [...gone, ...taken.filter(({ id }) => id === undefined)].map(
    (row): RemovedRow<Row> => ({ row, fresh: row === last }),
  );

  const takeAway = (index: number) => {
    const row = rows()[index];
    if (!row) return;
    remove(index);
    if (row.id !== undefined) setRemovedIds([...removedIds, row.id]);
    if (row.id === undefined && isBlank(row)) return;
    setLast(row);
    setTaken((before) => [...before, row]);
  };
  /** Returns where it stands again. */
  const bringBack = (row: Row): number => {
    const order = (one: Row) => saved.findIndex(({ id }) => id !== undefined && id === one.id);
    const now = rows();
    const follower = order(row) < 0 ? -1 : now.findIndex((one) => order(one) < 0 || order(one) > order(row));
    const index = follower < 0 ? now.length : follower;
    insert(index, row);
    setRemovedIds(removedIds.filter((id) => id !== row.id));
    setTaken((before) => before.filter((one) => one !== row && (row.id === undefined || one.id !== row.id)));
    return index;
  };
  return { removed, takeAway, bringBack };
}
