import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSingleFlight } from '../../../web/http/single-flight.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { screenHeading } from '../../../web/ui/display/PageHead.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { ConfirmDialog, Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { useCategoryOptions } from '../../transaction/categories.client.ts';
import {
  CATEGORY_OPTIONS,
  countLine,
  FIELD_LABELS,
  incomeToo,
  unchangedText,
  WITHOUT_PROPERTY,
} from '../../transaction/labels.ts';
import { type Chosen, changeMany, useBulkPreview } from '../../transaction/transaction.client.ts';
import type { BulkChange } from '../../transaction/transaction.ts';

export type BulkProps = { chosen: Chosen; count: number; onClose: () => void; onDone: () => void };

type Props = BulkProps & {
  title: string;
  /** The chosen change. While undefined, submitting shows `missing`. */
  change: BulkChange['change'] | undefined;
  missing: string;
  children: (error: string | undefined) => ReactNode;
};

function BulkDialog({ chosen, count, onClose, onDone, title, change, missing, children }: Props) {
  const [submitted, setSubmitted] = useState(false);
  const saving = useMutation({
    mutationFn: (value: BulkChange['change']) => changeMany(chosen, value),
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  const start = useSingleFlight(saving.mutate);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    // Text in the property field that is not a choice is invalid.
    if (change && event.currentTarget.checkValidity()) start(change);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={`For ${countLine(count)}`} locked={saving.isPending}>
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody className="flex flex-col gap-4">{children(submitted && !change ? missing : undefined)}</DialogBody>
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
    <BulkDialog {...props} title="Set property" missing="Choose a property" change={change}>
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
  const [value, setValue] = useState('');
  const options = useCategoryOptions(CATEGORY_OPTIONS);
  const category = value || undefined;
  const change = category ? { category } : undefined;
  const { data } = useBulkPreview(props.chosen, change);
  const warning =
    data && [data.done > 0 && category !== 'rent' && incomeToo(data), unchangedText(data)].filter(Boolean).join(' ');
  return (
    <BulkDialog {...props} title="Set category" missing="Choose a category" change={change}>
      {(error) => (
        <>
          <Field label={FIELD_LABELS.category} error={error}>
            <Select
              placeholder="Choose a category"
              options={options}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          </Field>
          <div role="status" className="empty:hidden">
            {warning && <Banner tone="amber">{warning}</Banner>}
          </div>
        </>
      )}
    </BulkDialog>
  );
}

export function BulkDeleteDialog({ chosen, onClose, onDone }: BulkProps) {
  const removal = useMutation({
    mutationFn: () => changeMany(chosen, REMOVE),
    onSuccess: onDone,
    onSettled: onClose,
  });
  const start = useSingleFlight(removal.mutate);
  const { data, error } = useBulkPreview(chosen, REMOVE);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete transactions"
      question={
        data
          ? `Are you sure you want to delete ${countLine(data.done)}?`
          : (error?.message ?? 'Checking which transactions can be deleted...')
      }
      confirm="Delete"
      finalFocus={screenHeading}
      busy={removal.isPending ? 'Deleting...' : undefined}
      onConfirm={() => data && start()}
    >
      {data && unchangedText(data)}
    </ConfirmDialog>
  );
}

const REMOVE = { remove: true } as const;
