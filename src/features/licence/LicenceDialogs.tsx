import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { RecordAddDialog, RecordEditDialog } from '../../web/records/form/RecordDialogs.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { licences } from './licence.client.ts';
import { LICENCE, Licence, LicenceForm, type LicenceInput } from './licence.ts';
import { type LicenceKind, TEXTS } from './listed.ts';
import { suggestedEnd } from './rules/needed.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const NOUN = {
  resource: licences,
  texts: TEXTS,
  schema: LicenceForm,
  record: Licence,
  toForm: LICENCE.toForm,
  toInput: (output: LicenceInput) => output,
  merge: LICENCE.merge,
};

export function LicenceAddDialog({ propertyId, ...dialog }: Props & { propertyId: string }) {
  const start = { ...LICENCE.blank, propertyId };
  return (
    <RecordAddDialog {...NOUN} {...dialog} draft={`licence:new:${propertyId}`} start={start}>
      {(form) => <Fields form={form} />}
    </RecordAddDialog>
  );
}

export function LicenceEditDialog({ licence, ...dialog }: Props & { licence: Licence }) {
  return (
    <RecordEditDialog {...NOUN} {...dialog} draft="licence" opened={licence}>
      {(form) => <Fields form={form} />}
    </RecordEditDialog>
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
