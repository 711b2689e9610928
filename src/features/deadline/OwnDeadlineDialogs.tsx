/** Adds a deadline of the landlord's own, or changes one. */
import { useMutation } from '@tanstack/react-query';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { ownDeadlines } from './deadline.client.ts';
import { OWN, OwnDeadline } from './deadline.ts';
import { TEXTS } from './listed.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const { title, day, repeatMonths, note } = OWN.shape;
const GRID = 'grid grid-cols-2 items-start gap-5 max-md:grid-cols-1';

export function OwnDeadlineAdd({ propertyId = '', open, onOpenChange }: Props & { propertyId: string | undefined }) {
  const { mutateAsync: add } = useMutation(ownDeadlines.add);
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: OWN.form,
    record: OwnDeadline,
    start: { ...OWN.blank, propertyId },
    add: (input, key) => add({ input, key }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft="own-deadline"
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.addTitle}
      submit={TEXTS.add}
    >
      <div className={GRID}>
        <PropertyField form={form} name="propertyId" className="col-span-full" />
        <FormFields form={form} fields={{ title, day, repeatMonths, note }} />
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

/** The deadline stays with its property. */
export function OwnDeadlineEdit({ deadline, open, onOpenChange }: Props & { deadline: OwnDeadline }) {
  const { mutateAsync: change } = useMutation(ownDeadlines.change);
  const { form, conflict } = useEditForm({
    opened: deadline,
    record: OwnDeadline,
    schema: OWN.form,
    toFormValues: (record) => OWN.toForm(record),
    change: (before, input) => change({ before, input }),
    merge: (versions) => OWN.merge(versions),
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`own-deadline:${deadline.id}:${deadline.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
    >
      <div className={GRID}>
        <FormFields form={form} fields={{ title, day, repeatMonths, note }} />
      </div>
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}
