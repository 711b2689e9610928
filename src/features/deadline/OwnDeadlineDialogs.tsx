import { RecordAddDialog, RecordEditDialog } from '../../web/records/form/RecordDialogs.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { ownDeadlines } from './deadline.client.ts';
import { OWN, OwnDeadline, type OwnDeadlineInput } from './deadline.ts';
import { TEXTS } from './listed.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const { title, day, repeatMonths, note } = OWN.shape;
const GRID = 'grid grid-cols-2 items-start gap-5 max-md:grid-cols-1';

const NOUN = {
  resource: ownDeadlines,
  texts: TEXTS,
  schema: OWN.form,
  record: OwnDeadline,
  toForm: OWN.toForm,
  toInput: (output: OwnDeadlineInput) => output,
  merge: OWN.merge,
};

export function OwnDeadlineAdd({ propertyId = '', ...dialog }: Props & { propertyId: string | undefined }) {
  const start = { ...OWN.blank, propertyId };
  return (
    <RecordAddDialog {...NOUN} {...dialog} draft="own-deadline" start={start}>
      {(form) => (
        <div className={GRID}>
          <PropertyField form={form} name="propertyId" className="col-span-full" />
          <FormFields form={form} fields={{ title, day, repeatMonths, note }} />
        </div>
      )}
    </RecordAddDialog>
  );
}

/** The property of a deadline cannot be changed. */
export function OwnDeadlineEdit({ deadline, ...dialog }: Props & { deadline: OwnDeadline }) {
  return (
    <RecordEditDialog {...NOUN} {...dialog} draft="own-deadline" opened={deadline}>
      {(form) => (
        <div className={GRID}>
          <FormFields form={form} fields={{ title, day, repeatMonths, note }} />
        </div>
      )}
    </RecordEditDialog>
  );
}
