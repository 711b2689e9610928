/** Dialogs for the selected rows: set a property, set a category, delete. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useOnce } from '../../../web/http/once.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { screenHeading } from '../../../web/ui/display/PageHead.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { ConfirmDialog, Dialog, DialogBody, DialogFoot } from '../../../web/ui/overlay/Dialog.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { CATEGORY_OPTIONS, countLine, FIELD_LABELS, incomeStays, WITHOUT_PROPERTY } from '../labels.ts';
import { changeMany } from '../transaction.client.ts';
import { type BulkChange, CATEGORIES, type Transaction } from '../transaction.ts';

type BulkProps = { rows: readonly Transaction[]; onClose: () => void; onDone: () => void };

type Props = BulkProps & {
  /** 'Set property'. */
  title: string;
  /** Undefined until something is chosen; submitting then shows `missing`. */
  change: BulkChange['change'] | undefined;
  missing: string;
  children: (error: string | undefined) => ReactNode;
};

function BulkDialog({ rows, onClose, onDone, title, change, missing, children }: Props) {
  const [asked, setAsked] = useState(false);
  const saving = useMutation({
    mutationFn: (wanted: BulkChange['change']) => changeMany(rows, wanted),
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  const start = useOnce(saving.mutate);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (change) start(change);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={`For ${countLine(rows.length)}`}
      locked={saving.isPending}
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody className="flex flex-col gap-4">{children(asked && !change ? missing : undefined)}</DialogBody>
        <DialogFoot>
          <Button disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={saving.isPending ? 'Saving...' : undefined}>
            {title}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

export function BulkPropertyDialog(props: BulkProps) {
  const [id, setId] = useState('');
  const [none, setNone] = useState(false);
  const change = none ? { propertyId: null } : id === '' ? undefined : { propertyId: id };
  return (
    <BulkDialog {...props} title="Set property" missing="Please choose a property" change={change}>
      {(error) => (
        <>
          <Field label={FIELD_LABELS.propertyId} error={none ? undefined : error}>
            <PropertyPicker value={id} onChange={(picked) => setId(picked?.id ?? '')} disabled={none} />
          </Field>
          <Checkbox label={WITHOUT_PROPERTY} checked={none} onChange={(event) => setNone(event.target.checked)} />
        </>
      )}
    </BulkDialog>
  );
}

export function BulkCategoryDialog(props: BulkProps) {
  const [chosen, setChosen] = useState('');
  const category = CATEGORIES.find((one) => one === chosen);
  return (
    <BulkDialog {...props} title="Set category" missing="Please choose a category" change={category && { category }}>
      {(error) => (
        <Field label={FIELD_LABELS.category} error={error}>
          <Select
            placeholder="Choose a category"
            options={CATEGORY_OPTIONS}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        </Field>
      )}
    </BulkDialog>
  );
}

export function BulkDeleteDialog({ rows, onClose, onDone }: BulkProps) {
  const removal = useMutation({
    mutationFn: () => changeMany(rows, { remove: true }),
    onSuccess: onDone,
    onSettled: onClose,
  });
  const start = useOnce(removal.mutate);
  const expenses = rows.filter(({ type }) => type === 'expense').length;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete transactions"
      question={`Are you sure you want to delete ${countLine(expenses)}? This action cannot be undone.`}
      confirm="Delete"
      finalFocus={screenHeading}
      busy={removal.isPending ? 'Deleting...' : undefined}
      onConfirm={() => start()}
    >
      {incomeStays(rows)}
    </ConfirmDialog>
  );
}
