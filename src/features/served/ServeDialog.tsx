/** Gives papers to people: emails them with the files attached, or records how they were given. */

import { useState } from 'react';
import type { z } from 'zod';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { Select, TextArea, TextInput } from '../../web/ui/form/Inputs.tsx';
import { FileControl } from '../file/FileField.tsx';
import { ServeForm, SOMEBODY_ELSE, startOf } from './serve-form.ts';
import { useServe } from './served.client.ts';
import { METHOD_LABELS, METHODS, type Papers, type Place, RECIPIENT_LABELS, ServedAdded } from './served.ts';

type Props = {
  papers: Papers;
  place: Place;
  /** The document that is chosen when the dialog opens. */
  documentId?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const OPTIONS = METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }));
const GROUP = 'flex flex-col gap-3';

/** Shows the server's error about the files at the first paper. */
function atFormField(error: unknown): never {
  const sentence = error instanceof AppError ? error.details.fields?.versionIds : undefined;
  throw sentence ? invalidField('papers.0.chosen', sentence, error) : error;
}

const addressLabel = (emailed: boolean, name: string) =>
  emailed ? `Email address${name && ` of ${name}`}` : `Address${name && ` for ${name}`}`;

export function ServeDialog({ papers: { items, people: known }, place, documentId, open, onOpenChange }: Props) {
  const { mutateAsync: serve } = useServe();
  const [uploads, setUploads] = useState(0);
  const people = [...known, SOMEBODY_ELSE];
  const current = items.filter(({ withdrawn }) => !withdrawn);
  const { form, existing } = useAddForm<z.input<typeof ServeForm>, z.output<typeof ServeForm>, ServedAdded>({
    words: { one: 'entry', add: 'Serve' },
    schema: ServeForm,
    record: ServedAdded,
    once: true,
    start: startOf({ papers: current, people, place }, documentId),
    add: (input, key) => serve({ key, input }).catch(atFormField),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const { watch } = form.rhf;
  const method = watch('method');
  const chosen = watch('people');
  const emailed = method === 'email';
  return (
    <FormDialog
      form={form}
      draft={`served:${place.tenancyId ?? place.propertyId ?? ''}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Serve papers"
      submit={emailed ? 'Send email' : 'Record'}
      uploads={uploads}
    >
      <div className="flex flex-col gap-5">
        <fieldset className={GROUP}>
          <legend className="mb-2 font-bold">What</legend>
          {current.map(({ versionId, title, versionNumber, name }, index) => (
            <FormChoice key={versionId} form={form} name={`papers.${index}.chosen`}>
              {(error) => <Checkbox label={`${title}, version ${versionNumber} (${name})`} error={error} />}
            </FormChoice>
          ))}
        </fieldset>
        <FormField form={form} name="method" label="How">
          <Select options={OPTIONS} />
        </FormField>
        {method === 'other' && (
          <FormField
            form={form}
            name="methodNote"
            label="Describe how"
            hint="A link to a file does not count for the Information Sheet, a gas record or an electrical report."
          >
            <TextInput autoComplete="off" />
          </FormField>
        )}
        <fieldset className={GROUP}>
          <legend className="mb-2 font-bold">To whom</legend>
          {people.map(({ kind, tenantId, name }, index) => (
            <div key={`${kind} ${tenantId ?? name}`} className="flex flex-col gap-2">
              <FormChoice form={form} name={`people.${index}.chosen`}>
                {(error) => (
                  <Checkbox
                    label={
                      kind === 'tenant' || kind === 'council'
                        ? name
                        : [name, RECIPIENT_LABELS[kind]].filter(Boolean).join(', ')
                    }
                    error={error}
                  />
                )}
              </FormChoice>
              {chosen[index]?.chosen && (
                <div className="grid grid-cols-2 gap-3 pl-7 max-md:grid-cols-1 max-md:pl-0">
                  {kind !== 'tenant' && (
                    <FormField form={form} name={`people.${index}.name`} label="Name">
                      <TextInput autoComplete="off" />
                    </FormField>
                  )}
                  <FormField
                    form={form}
                    name={`people.${index}.${emailed ? 'email' : 'address'}`}
                    label={addressLabel(emailed, name)}
                  >
                    <TextInput autoComplete="off" type={emailed ? 'email' : 'text'} />
                  </FormField>
                </div>
              )}
            </div>
          ))}
        </fieldset>
        {emailed ? (
          <FormField
            form={form}
            name="message"
            label="Your message"
            optional
            hint="The files are attached, up to 7 MB together. The email has a link to confirm that they were received."
          >
            <TextArea />
          </FormField>
        ) : (
          <>
            <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
              <FormField form={form} name="day" label="Day">
                <DateInput />
              </FormField>
              <FormField form={form} name="time" label="Time" optional hint="Such as 14:30">
                <TextInput autoComplete="off" inputMode="numeric" />
              </FormField>
            </div>
            <FileControl
              form={form}
              name="proof"
              label="Proof: a photo or receipt"
              bucket="documents"
              onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
            />
          </>
        )}
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
