/** Rows of a part of the property form, including removed ones with Undo, and a button to add more. */
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPath, useFieldArray, useWatch } from 'react-hook-form';
import type { FormOf } from '../../../web/records/form/RecordForm.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, EmptyState } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import type { CertificateFormValues, InvoiceFormValues } from '../documents.ts';
import type { PROPERTY_FORM, PropertyFormOutput, PropertyFormValues } from './form.ts';

export type PropertyFormHandle = FormOf<typeof PROPERTY_FORM>;

/** `onBusy` reports the start and end of each upload. */
export type PartProps = { form: PropertyFormHandle; onBusy: (busy: boolean) => void };

export type Today = { today: string };

type Rows = { certificates: CertificateFormValues; invoices: InvoiceFormValues };

type PartRowsProps<Part extends keyof Rows> = PartProps & {
  part: Part;
  /** Field with the ids of saved rows to remove. */
  removedIn: 'removedCertificates' | 'removedInvoices';
  title: string;
  add: string;
  empty: { title: string; words: string };
  blank: Omit<Rows[Part], 'id'>;
  /** Field that receives the focus in an added or restored row. */
  first: keyof Rows[Part] & string;
  titleOf: (row: Rows[Part]) => string;
  also?: (row: Rows[Part]) => string | undefined;
  /** Renders a `RowDisclosure`. */
  children: (row: RowProps) => ReactNode;
};

export function PartRows<Part extends keyof Rows>(props: PartRowsProps<Part>) {
  const { form, onBusy, part, title, empty, blank, first, titleOf, also, children } = props;
  const addButton = useRef<HTMLButtonElement>(null);
  const { rows, append, removed, removeRow, restoreRow } = useRows(props);
  const focus = (index: number) => form.focus(`${part}.${index}.${first}` as FieldPath<PropertyFormValues>);
  const add = () => {
    append(blank);
    focus(rows.length);
  };
  const remove = (index: number) => {
    addButton.current?.focus(); // unless an Undo button then takes the focus
    removeRow(index);
  };
  const button = (
    <Button ref={addButton} icon={Plus} onClick={add}>
      {props.add}
    </Button>
  );
  if (rows.length + removed.length === 0) {
    return <EmptyState title={empty.title} words={empty.words} action={button} />;
  }
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>{title}</h2>
        {button}
      </div>
      <Card className="overflow-clip">
        <ul aria-label={title} className="*:not-first:border-t *:not-first:border-line">
          {rows.map(({ key, id }, index) => (
            <li key={key}>
              {children({ form, onBusy, index, fresh: id === undefined, onRemove: () => remove(index) })}
            </li>
          ))}
          {removed.map(({ row, fresh }, index) => (
            <RemovedRow
              key={row.id ?? `new ${index}`}
              name={titleOf(row)}
              saved={row.id !== undefined}
              also={also?.(row)}
              fresh={fresh}
              onUndo={() => focus(restoreRow(row))}
            />
          ))}
        </ul>
      </Card>
    </>
  );
}

function useRows<Part extends keyof Rows>({ form: { rhf }, part, removedIn, blank }: PartRowsProps<Part>) {
  type Row = Rows[Part];
  const { control } = rhf;
  // The library cannot infer row types for a generic part.
  const array = useFieldArray<PropertyFormValues, keyof Rows, 'key', PropertyFormOutput>({
    control,
    name: part,
    keyName: 'key', // since rows have their own `id`
  });
  const rowsNow = () => rhf.getValues(part) as Row[];
  /** Initial rows, which give restored rows their position. */
  const saved = (rhf.formState.defaultValues?.[part] ?? []) as Row[];
  const removedIds = useWatch({ control, name: removedIn }) ?? [];
  const setRemovedIds = (ids: string[]) => rhf.setValue(removedIn, ids, { shouldDirty: true });
  const [removedRows, setRemovedRows] = useState<readonly Row[]>([]);
  const [last, setLast] = useState<Row>();

  const removedSaved = removedIds.flatMap((id) => [...removedRows, ...saved].find((row) => row.id === id) ?? []);
  /** `fresh` marks the row just removed, whose Undo button receives the focus. */
  const removed = [...removedSaved, ...removedRows.filter(({ id }) => id === undefined)].map((row) => ({
    row,
    fresh: row === last,
  }));

  const isBlank = (row: Row) =>
    Object.entries<unknown>(blank).every(([field, value]) => (row[field as keyof Row] ?? '') === (value ?? ''));
  /** A new row without input disappears without Undo. */
  const removeRow = (index: number) => {
    const row = rowsNow()[index];
    if (!row) return;
    array.remove(index);
    if (row.id !== undefined) setRemovedIds([...removedIds, row.id]);
    else if (isBlank(row)) return;
    setLast(row);
    setRemovedRows((before) => [...before, row]);
  };
  /** Returns the restored row's index. */
  const restoreRow = (row: Row): number => {
    const order = (other: Row) => saved.findIndex(({ id }) => id !== undefined && id === other.id);
    const currentRows = rowsNow();
    const nextIndex =
      order(row) < 0 ? -1 : currentRows.findIndex((other) => order(other) < 0 || order(other) > order(row));
    const index = nextIndex < 0 ? currentRows.length : nextIndex;
    array.insert(index, row, { shouldFocus: false });
    setRemovedIds(removedIds.filter((id) => id !== row.id));
    setRemovedRows((before) =>
      before.filter((other) => other !== row && (row.id === undefined || other.id !== row.id)),
    );
    return index;
  };
  const append = (row: Omit<Row, 'id'>) => array.append(row as Row, { shouldFocus: false });
  return { rows: array.fields, append, removed, removeRow, restoreRow };
}

type RemovedProps = {
  name: string;
  saved: boolean;
  also: string | undefined;
  fresh: boolean;
  onUndo: () => void;
};

function RemovedRow({ name, saved, also, fresh, onUndo }: RemovedProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) undo.current?.focus(); // the focused row is gone
  }, [fresh]);
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 bg-sunken px-5 py-2 max-md:px-4">
      <span className="flex min-w-0 flex-1 basis-60 flex-col">
        <s className="wrap-anywhere text-ink-2">{name}</s>
        <span className="text-s text-ink-2">
          {saved ? 'We will remove this when you save.' : 'Removed.'}
          {also && ` ${also}`}
        </span>
      </span>
      <Button ref={undo} size="small" icon={Undo} aria-label={`Undo removing ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

export type RowProps = PartProps & {
  index: number;
  /** Whether the row is unsaved and therefore starts open. */
  fresh: boolean;
  onRemove: () => void;
};

type DisclosureProps = Pick<RowProps, 'form' | 'fresh' | 'onRemove'> & {
  /** Field path such as 'certificates.0'. */
  row: string;
  title: string;
  line?: ReactNode;
  end?: ReactNode;
  /** Accessible name such as 'Gas Safety Record'. */
  name: string;
  children: ReactNode;
};

export function RowDisclosure({ form, row, title, line, end, name, fresh, onRemove, children }: DisclosureProps) {
  const errors = form.wrong.filter((wrong) => wrong.name.startsWith(`${row}.`)).length;
  return (
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
  );
}
