import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isRefusal, reasonOf } from '../../shared/app-error.ts';
import { addDays } from '../../shared/dates.ts';
import { AREAS } from '../../shared/rights.ts';
import { useLandlord, useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { RadioGroup } from '../../web/ui/form/Choices.tsx';
import { CopyField } from '../../web/ui/form/CopyField.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FieldError, FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { Form, FormFoot } from '../../web/ui/form/Form.tsx';
import { type FormHandle, useZodForm } from '../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { reauthenticate } from '../account/passkey/passkey.client.ts';
import { YourCode, YourPassword } from '../account/second-factor/ProofFields.tsx';
import { PropertiesField } from '../property/PropertiesField.tsx';
import { addKey, refreshKeys } from './key.client.ts';
import { AREA_LABELS, type KeyInput, type NewKey } from './key.ts';
import { KeyForm, newTyped, type Typed } from './key-form.ts';
import { rightsWords } from './words.ts';

const YEAR_DAYS = 365;

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function KeyDialog({ open, onOpenChange }: Props) {
  const [made, setMade] = useState<NewKey>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={made ? `Key ‘${made.record.name}’ added` : 'Add key'}
      locked={made !== undefined}
    >
      {made ? (
        <Made made={made} onDone={() => onOpenChange(false)} />
      ) : (
        <KeyFields onMade={setMade} onCancel={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

const LEVEL_OPTIONS = [
  { value: 'see', label: 'See' },
  { value: 'change', label: 'See and change' },
];

const REACH_OPTIONS = [
  { value: 'all', label: 'All properties, including future ones' },
  { value: 'chosen', label: 'Chosen properties' },
];

const END_OPTIONS = [
  { value: 'day', label: 'After a chosen day' },
  { value: 'never', label: 'Never' },
];

type Handle = FormHandle<Typed, KeyInput & { code: string }>;

function KeyFields({ onMade, onCancel }: { onMade: (made: NewKey) => void; onCancel: () => void }) {
  const person = useLandlord();
  const today = useToday();
  // A code works only once, so it is not sent again after another error.
  const acceptedCode = useRef<string>(undefined);
  const form: Handle = useZodForm<Typed, KeyInput & { code: string }, NewKey>({
    schema: KeyForm,
    start: newTyped(addDays(today, YEAR_DAYS)),
    save: async ({ code, ...input }) => {
      if (code !== acceptedCode.current) await reauthenticate(person, code);
      acceptedCode.current = code;
      return addKey(input);
    },
    saved: (made) => {
      refreshKeys();
      onMade(made);
    },
    failed: (error) => {
      if (isRefusal(error, 'code_required')) acceptedCode.current = undefined;
      return reasonOf(error);
    },
  });
  const [reach, ends] = useWatch({ control: form.rhf.control, name: ['reach', 'ends'] });
  return (
    <Form form={form} label="Add key" inDialog>
      <DialogBody className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name" hint="Such as the program that uses it.">
          <TextInput autoComplete="off" />
        </FormField>
        <Areas form={form} />
        <FormChoice form={form} name="reach">
          {(error) => <RadioGroup legend="Properties" options={REACH_OPTIONS} error={error} />}
        </FormChoice>
        {reach === 'chosen' && <PropertiesField form={form} name="propertyIds" />}
        <FormChoice form={form} name="ends">
          {(error) => <RadioGroup legend="Ends" options={END_OPTIONS} error={error} />}
        </FormChoice>
        {ends === 'day' && (
          <FormField form={form} name="endsOn" label="Last day">
            <DateInput />
          </FormField>
        )}
        <YourPassword form={form} person={person} />
        <YourCode form={form} person={person} />
      </DialogBody>
      <FormFoot form={form} busy="Adding..." onCancel={onCancel}>
        Add key
      </FormFoot>
    </Form>
  );
}

function Areas({ form }: { form: Handle }) {
  const { error } = form.rhf.getFieldState('levels', form.rhf.formState);
  return (
    <fieldset className="grid grid-cols-2 gap-x-5 gap-y-3 max-md:grid-cols-1">
      <legend className="mb-1 font-bold">Rights</legend>
      {AREAS.map((area) => (
        <FormField key={area} form={form} name={`levels.${area}`} label={AREA_LABELS[area]}>
          <Select placeholder="Nothing" options={LEVEL_OPTIONS} />
        </FormField>
      ))}
      {typeof error?.message === 'string' && (
        <FieldError role="alert" className="col-span-full">
          {error.message}
        </FieldError>
      )}
    </fieldset>
  );
}

function Made({ made: { key, record }, onDone }: { made: NewKey; onDone: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <p>Copy the key now. We store only a fingerprint of it, so we cannot show it again.</p>
        <CopyField name="Key" value={key} />
        <p className="text-ink-2">
          Send it as <code className="figures">Authorization: Bearer {record.hint}…</code> from a server, never from a
          web page.
        </p>
        <p className="text-ink-2">
          {rightsWords(record.rights)}. It can never change your plan, team or keys, or download all your data.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogFoot>
    </>
  );
}
