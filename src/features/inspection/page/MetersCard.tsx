import { useMutation } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { z } from 'zod';
import { useDraft } from '../../../web/forms/drafts.client.ts';
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { useEditForm } from '../../../web/records/form/edit-form.client.ts';
import { DraftOffer } from '../../../web/records/form/FormFrame.tsx';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FactLines } from '../../../web/ui/display/Facts.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { NumberInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { inspections } from '../inspection.client.ts';
import { InspectionRecord } from '../inspection.ts';
import { changeOf, MetersForm, mergeChange, metersForm } from '../inspection-form.ts';
import { TEXTS } from '../listed.ts';

type Props = { inspection: InspectionRecord; changeable: boolean };

export function MetersCard({ inspection, changeable }: Props) {
  const [opened, setOpened] = useState(inspection);
  const { meters, keys } = inspection;
  if (!changeable && meters.length + keys.length === 0) return null;
  return (
    <Card aria-labelledby="meters">
      <CardHead id="meters" title="Meters and keys" />
      {changeable ? (
        <Edited key={opened.version} opened={opened} latest={inspection} onRenew={setOpened} />
      ) : (
        <div className="px-5 max-md:px-4">
          <FactLines
            facts={[
              ...meters.map((meter) => ({ name: meter.name, value: readingWords(meter) })),
              ...keys.map(({ name, count }) => ({ name: `Keys: ${name}`, value: count })),
            ]}
          />
        </div>
      )}
    </Card>
  );
}

const readingWords = ({ reading, serial }: { reading: string; serial: string }) =>
  [reading || 'No reading', serial && `serial number ${serial}`].filter(Boolean).join(', ');

type EditedProps = { opened: InspectionRecord; latest: InspectionRecord; onRenew: (record: InspectionRecord) => void };

/** `latest` replaces `opened` until the person types. */
function Edited({ opened, latest, onRenew }: EditedProps) {
  const { mutateAsync: change } = useMutation(inspections.change);
  const { form, conflict } = useEditForm({
    opened,
    record: InspectionRecord,
    schema: MetersForm,
    toFormValues: metersForm,
    change: (before, output) => change({ before, input: { ...changeOf(before), ...output } }),
    merge: mergeChange<z.output<typeof MetersForm>>,
    thing: TEXTS.one,
    saved: onRenew,
  });
  const { offer, drop } = useDraft(`inspection:${opened.id}:meters:${opened.version}`, form);
  const { unsaved, saving } = form;
  useUnsavedGuard(unsaved || saving, drop);
  useEffect(() => {
    if (!unsaved && !saving && latest.version !== opened.version) onRenew(latest);
  }, [unsaved, saving, latest, opened, onRenew]);
  return (
    <Form form={form} label="Meters and keys" className="flex flex-col gap-5 px-5 py-4 max-md:px-4">
      {offer && <DraftOffer offer={offer} />}
      <Meters form={form} before={latest.before} />
      <Keys form={form} before={latest.before} />
      {(unsaved || saving) && (
        <div className="flex justify-end">
          <SubmitButton form={form} busy="Saving..." variant="secondary">
            Save meters and keys
          </SubmitButton>
        </div>
      )}
      <ConflictDialog {...conflict} />
    </Form>
  );
}

type ListProps = {
  form: FormHandle<z.input<typeof MetersForm>, z.output<typeof MetersForm>>;
  before: InspectionRecord['before'];
};

const isNamed = (one: { name: string }, name: string | undefined) => one.name.toLowerCase() === name?.toLowerCase();

function Meters({ form, before }: ListProps) {
  const array = useFieldArray({ control: form.rhf.control, name: 'meters', keyName: 'key' });
  const names = form.rhf.watch('meters').map(({ name }) => name);
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-bold">Meters</legend>
      {array.fields.map(({ key }, index) => {
        const was = before?.meters.find((meter) => isNamed(meter, names[index]));
        return (
          <div key={key} className="flex flex-col gap-3">
            <div className="flex items-start gap-3">
              <FormField form={form} name={`meters.${index}.name`} label="Meter" className="flex-1">
                <TextInput autoComplete="off" placeholder="Electricity" />
              </FormField>
              <IconButton
                icon={Trash2}
                label={`Remove meter ${index + 1}`}
                className="mt-7"
                onClick={() => array.remove(index)}
              />
            </div>
            <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
              <FormField
                form={form}
                name={`meters.${index}.reading`}
                label="Reading"
                optional
                hint={was && `Move-in: ${was.reading || 'no reading'}`}
              >
                <TextInput autoComplete="off" inputMode="decimal" className="figures" />
              </FormField>
              <FormField form={form} name={`meters.${index}.serial`} label="Serial" optional>
                <TextInput autoComplete="off" spellCheck={false} />
              </FormField>
            </div>
          </div>
        );
      })}
      {array.fields.length < 20 && (
        <Button
          size="small"
          icon={Plus}
          className="self-start"
          onClick={() => array.append({ name: '', serial: '', reading: '' })}
        >
          Add meter
        </Button>
      )}
    </fieldset>
  );
}

function Keys({ form, before }: ListProps) {
  const array = useFieldArray({ control: form.rhf.control, name: 'keys', keyName: 'key' });
  const names = form.rhf.watch('keys').map(({ name }) => name);
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-bold">Keys</legend>
      {array.fields.map(({ key }, index) => {
        const was = before?.keys.find((set) => isNamed(set, names[index]));
        return (
          <div key={key} className="grid grid-cols-[minmax(0,1fr)_96px_auto] items-start gap-3">
            <FormField form={form} name={`keys.${index}.name`} label="For">
              <TextInput autoComplete="off" placeholder="Front door" />
            </FormField>
            <FormField form={form} name={`keys.${index}.count`} label="Number" hint={was && `Move-in: ${was.count}`}>
              <NumberInput />
            </FormField>
            <IconButton
              icon={Trash2}
              label={`Remove keys ${index + 1}`}
              className="mt-7"
              onClick={() => array.remove(index)}
            />
          </div>
        );
      })}
      {array.fields.length < 40 && (
        <Button size="small" icon={Plus} className="self-start" onClick={() => array.append({ name: '', count: '1' })}>
          Add keys
        </Button>
      )}
    </fieldset>
  );
}
