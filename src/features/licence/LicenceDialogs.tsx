/** Adds a licence to a property, or changes one. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { licences } from './licence.client.ts';
import { LICENCE, Licence, LicenceForm } from './licence.ts';
import { type LicenceKind, TEXTS } from './listed.ts';
import { suggestedEnd } from './rules/needed.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function LicenceAddDialog({ propertyId, open, onOpenChange }: Props & { propertyId: string }) {
  const { mutateAsync: add } = useMutation(licences.add);
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: LicenceForm,
    record: Licence,
    start: { ...LICENCE.blank, propertyId },
    add: (input, key) => add({ input, key }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`licence:new:${propertyId}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.addTitle}
      submit={TEXTS.add}
    >
      <Fields form={form} />
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

export function LicenceEditDialog({ licence, open, onOpenChange }: Props & { licence: Licence }) {
  const { mutateAsync: change } = useMutation(licences.change);
  const { form, conflict } = useEditForm({
    opened: licence,
    record: Licence,
    schema: LicenceForm,
    toFormValues: (record) => LICENCE.toForm(record),
    change: (before, input) => change({ before, input }),
    merge: (versions) => LICENCE.merge(versions),
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`licence:${licence.id}:${licence.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
    >
      <Fields form={form} />
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}

type Form = FormHandle<z.input<typeof LicenceForm>, z.output<typeof LicenceForm>>;

const { kind, council, number, starts, conditions } = LICENCE.shape;

/** The last day is suggested from kind and first day until it is edited. */
function Fields({ form }: { form: Form }) {
  const [chosen, first] = form.rhf.watch(['kind', 'starts']);
  const filled = useRef('');
  const suggested = isDay(first) ? suggestedEnd(chosen as LicenceKind | '', first) : undefined;
  const end = suggested?.day;
  useEffect(() => {
    if (!end || form.rhf.getValues('ends') !== filled.current) return;
    filled.current = end;
    form.rhf.setValue('ends', end, { shouldDirty: true });
  }, [form, end]);
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
      <FormFields form={form} fields={{ kind, council, number, starts }} />
      <FormField
        form={form}
        name="ends"
        label={LICENCE.labels.ends}
        hint={
          <>
            The day on the licence.{' '}
            {suggested && (
              <a href={suggested.source.link} target="_blank" rel="noopener">
                {chosen === 'exemption' ? 'Three months' : 'At most five years'}
              </a>
            )}
          </>
        }
      >
        <DateInput />
      </FormField>
      <FormFields form={form} fields={{ conditions }} />
    </div>
  );
}
