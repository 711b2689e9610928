/** Reminder settings, with a preview that is required before turning them on. */
import { useState } from 'react';
import { z } from 'zod';
import { useLandlord } from '../../web/http/session.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { usePreview, useReminders, useSaveReminders } from './reminder.client.ts';
import { ReminderInput, type ReminderSettings, TRIAL_EMAILS_A_DAY } from './reminder.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const WRONG = 'Enter days such as 3, 7, 14';
const daysOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);
const Days = z
  .string()
  .refine((typed) => daysOf(typed).every((day) => /^\d{1,2}$/.test(day) && Number(day) > 0), WRONG)
  .transform((typed) => daysOf(typed).map(Number));

const Form = z
  .object({ active: z.boolean(), before: Days, onTheDay: z.boolean(), after: Days })
  .transform(({ active, before, onTheDay, after }, context) => {
    const steps = [...before.map((day) => -day), ...(onTheDay ? [0] : []), ...after];
    const checked = ReminderInput.safeParse({ active, steps });
    if (checked.success) return checked.data;
    context.addIssue({ code: 'custom', path: ['after'], message: checked.error.issues[0]?.message ?? WRONG });
    return z.NEVER;
  });

export function RemindersDialog(props: Props) {
  const { data } = useReminders();
  return data && <Opened {...props} settings={data} />;
}

function Opened({ open, onOpenChange, settings }: Props & { settings: ReminderSettings }) {
  const { mutateAsync: save } = useSaveReminders();
  const { mutate: look, data: preview, isPending } = usePreview();
  const [{ steps, active }] = useState(settings);
  const form = useZodForm({
    schema: Form,
    start: {
      active,
      before: steps
        .filter((step) => step < 0)
        .map((step) => -step)
        .join(', '),
      onTheDay: steps.includes(0),
      after: steps.filter((step) => step > 0).join(', '),
    },
    save: (input) => save(input),
    saved: () => onOpenChange(false),
  });
  const { emailConfirmed, subscription } = useLandlord();
  const seen = settings.previewed || preview !== undefined;
  return (
    <FormDialog
      form={form}
      draft="rent:reminders"
      open={open}
      onOpenChange={onOpenChange}
      title="Reminders by email"
      submit="Save"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          We email tenants with unpaid rent between 08:00 and 20:00, once for each day you choose. We leave out rent in
          dispute. Each tenancy’s page shows the emails we sent.
        </p>
        {!emailConfirmed && <p>Confirm your email address first. You can resend the link from your profile.</p>}
        {subscription.status === 'trialing' && <p>During the trial we send up to {TRIAL_EMAILS_A_DAY} a day.</p>}
        <section aria-label="Email preview" className="rounded-card border border-line p-4">
          {preview ? (
            <>
              <p className="text-s text-ink-2">To {preview.to}</p>
              <p className="font-bold wrap-anywhere">{preview.subject}</p>
              <p className="mt-2 whitespace-pre-line wrap-anywhere">{preview.text}</p>
            </>
          ) : (
            <Button busy={isPending ? 'Loading...' : undefined} onClick={() => look()}>
              Preview the email
            </Button>
          )}
        </section>
        <FormChoice form={form} name="active">
          {(error) => (
            <Checkbox
              label="Remind tenants by email"
              hint={seen ? undefined : 'Preview the email before you turn this on.'}
              disabled={!seen}
              error={error}
            />
          )}
        </FormChoice>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <FormField form={form} name="before" label="Days before the due date" optional>
            <TextInput inputMode="numeric" autoComplete="off" />
          </FormField>
          <FormField form={form} name="after" label="Days after the due date" optional>
            <TextInput autoComplete="off" />
          </FormField>
        </div>
        <FormChoice form={form} name="onTheDay">
          {(error) => <Checkbox label="On the due date" error={error} />}
        </FormChoice>
      </div>
    </FormDialog>
  );
}
