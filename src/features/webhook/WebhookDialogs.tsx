import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Checkbox, RadioGroup } from '../../web/ui/form/Choices.tsx';
import { CopyField } from '../../web/ui/form/CopyField.tsx';
import { FieldError, FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { NOUN_LABELS, SINGLE_LABELS } from './event-words.ts';
import { ACTIONS, EVENT_NOUNS, EVERYTHING, eventNoun, NOTICE_EVENTS } from './events.ts';
import { VerifySnippets } from './VerifySnippets.tsx';
import { addWebhook, changeWebhook } from './webhook.client.ts';
import { type NewWebhook, WebhookInput, type WebhookRecord } from './webhook.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const Form = z
  .object({ url: WebhookInput.shape.url, which: z.enum(['all', 'chosen']), events: z.array(z.string()) })
  .superRefine(({ which, events }, context) => {
    if (which === 'chosen' && events.length === 0)
      context.addIssue({ code: 'custom', path: ['events'], message: 'Choose at least one event' });
  })
  .transform(({ url, which, events }) => ({ url, events: which === 'all' ? [EVERYTHING] : events }));
type Typed = z.input<typeof Form>;

const WHICH = [
  { value: 'all', label: 'Everything' },
  { value: 'chosen', label: 'Chosen events' },
];

export function WebhookDialog(
  props: Props & { webhook?: WebhookRecord | undefined; onAdded: (made: NewWebhook) => void },
) {
  const { webhook, open, onOpenChange, onAdded } = props;
  const all = !webhook || webhook.events.includes(EVERYTHING);
  const form = useZodForm({
    schema: Form,
    start: { url: webhook?.url ?? '', which: all ? 'all' : 'chosen', events: all ? [] : webhook.events },
    save: async (input) => {
      if (!webhook) return addWebhook(input);
      await changeWebhook(webhook, { ...input, on: webhook.offReason === null });
      return undefined;
    },
    saved: (made) => {
      onOpenChange(false);
      if (made) onAdded(made);
      else toast.success('Webhook changed');
    },
    failed: (error) => (error instanceof AppError ? error : new AppError('internal')).message,
  });
  return (
    <FormDialog
      form={form}
      draft={webhook ? `webhook:${webhook.id}:${webhook.version}` : 'webhook:add'}
      open={open}
      onOpenChange={onOpenChange}
      title={webhook ? 'Change webhook' : 'Add webhook'}
      submit={webhook ? 'Save' : 'Add webhook'}
    >
      <div className="flex flex-col gap-5">
        <FormField form={form} name="url" label="Address" hint="It begins with https:// and is on the public internet.">
          <TextInput inputMode="url" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
        </FormField>
        <FormChoice form={form} name="which">
          {(error) => <RadioGroup legend="Events" options={WHICH} error={error} />}
        </FormChoice>
        <ChosenEvents form={form} />
      </div>
    </FormDialog>
  );
}

function ChosenEvents<Output>({ form }: { form: FormHandle<Typed, Output> }) {
  const [which, events] = useWatch({ control: form.rhf.control, name: ['which', 'events'] });
  const { error } = form.rhf.getFieldState('events', form.rhf.formState);
  if (which !== 'chosen') return null;
  const box = (event: string, label: string) => (
    <Checkbox
      key={event}
      name="events"
      label={label}
      checked={events.includes(event)}
      onChange={({ target }) =>
        form.rhf.setValue('events', target.checked ? [...events, event] : events.filter((one) => one !== event), {
          shouldDirty: true,
          shouldValidate: true,
        })
      }
    />
  );
  return (
    <div className="flex flex-col gap-4">
      {error?.message && <FieldError role="alert">{error.message}</FieldError>}
      <fieldset>
        <legend className="mb-1 text-s text-ink-2">Once for each date</legend>
        <div className="flex flex-wrap gap-x-5">{NOTICE_EVENTS.map((event) => box(event, SINGLE_LABELS[event]))}</div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-s text-ink-2">Imports from a spreadsheet</legend>
        <div className="flex flex-wrap gap-x-5">{box('import.finished', SINGLE_LABELS['import.finished'])}</div>
      </fieldset>
      {EVENT_NOUNS.map((noun) => (
        <fieldset key={noun}>
          <legend className="mb-1 text-s text-ink-2">{NOUN_LABELS[noun]}</legend>
          <div className="flex flex-wrap gap-x-5">
            {ACTIONS.map((action) =>
              box(`${eventNoun(noun)}.${action}`, { added: 'Added', changed: 'Changed', removed: 'Removed' }[action]),
            )}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

/** Locked, so that the dialog closes by its button only: the secret is shown once. */
export function SecretDialog({ made, open, onOpenChange }: Props & { made: NewWebhook }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="The secret of your webhook" locked>
      <DialogBody className="flex flex-col gap-5">
        <Banner tone="amber">
          <b>Copy it now.</b> We will not show it again.
        </Banner>
        <CopyField name="Secret" value={made.secret} variant="secondary" />
        <VerifySnippets />
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
