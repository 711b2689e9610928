import type { FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { reasonOf } from '../../../shared/app-error.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, FormFoot } from '../../../web/ui/form/Form.tsx';
import { type FormHandle, useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { reauthenticate } from '../passkey/passkey.client.ts';
import type { SignIn } from './second-factor.ts';

type Props<Input extends FieldValues, Output> = { form: FormHandle<Input, Output>; person: SignIn };

export function YourPassword<Input extends FieldValues & { password: string }, Output>({
  form,
  person: { email },
}: Props<Input, Output>) {
  return (
    <>
      {/* A hidden user name for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name={'password' as FieldPath<Input>} label="Your password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    </>
  );
}

/** Renders the field `code` for people with an authenticator app. The code is optional if they also have a passkey. */
export function YourCode<Input extends FieldValues & { code: string }, Output>({
  form,
  person: { secondFactor, passkeys },
}: Props<Input, Output>) {
  if (!secondFactor) return null;
  const hint = 'From your authenticator app, or a recovery code.';
  return (
    <FormField
      form={form}
      name={'code' as FieldPath<Input>}
      label="Code"
      hint={passkeys > 0 ? `${hint} Leave this blank to use a passkey.` : hint}
      optional={passkeys > 0}
    >
      <TextInput autoComplete="one-time-code" />
    </FormField>
  );
}

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onProven: () => void;
  /** Why re-authentication is needed. */
  description?: string;
  action?: string;
};

const DOWNLOAD_REASON = 'Your download contains all your data.';

/** Re-authenticates with a code or passkey before the data download, and before a restore. */
export function CodeDialog({
  open,
  onOpenChange,
  onProven,
  description = DOWNLOAD_REASON,
  action = 'Download',
}: DialogProps) {
  const { secondFactor } = useLandlord();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={secondFactor ? 'Enter a code' : 'Use your passkey'}
      description={description}
    >
      <Code
        action={action}
        close={() => onOpenChange(false)}
        onProven={() => {
          onOpenChange(false);
          onProven();
        }}
      />
    </Dialog>
  );
}

function Code({ action, close, onProven }: { action: string; close: () => void; onProven: () => void }) {
  const landlord = useLandlord();
  const form = useZodForm({
    schema: z.object({ code: z.string() }),
    start: { code: '' },
    save: ({ code }) => reauthenticate(landlord, code),
    saved: onProven,
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Enter a code" inDialog>
      <DialogBody>
        {landlord.secondFactor ? <YourCode form={form} person={landlord} /> : <p>Follow the steps on your device.</p>}
      </DialogBody>
      <FormFoot form={form} busy="Checking..." onCancel={close}>
        {action}
      </FormFoot>
    </Form>
  );
}
