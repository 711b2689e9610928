/** Shown when the session has ended during a save. */
import { useState } from 'react';
import { z } from 'zod';
import { isRefusal } from '../../../shared/app-error.ts';
import { supportsPasskeys } from '../../../web/forms/passkey.client.ts';
import { resolveSignIn } from '../../../web/forms/sign-in-again.client.ts';
import { landlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { SignInInput } from '../account.ts';
import { signInByCode } from '../second-factor/second-factor.client.ts';
import { accountSentence, signIn } from './sign-in.client.ts';
import { signOut } from './sign-out.client.ts';

export function SignInAgain() {
  const { email = '', passkeys = 0 } = landlord() ?? {};
  const [asksCode, setAsksCode] = useState(false);
  const form = useZodForm({
    schema: SignInInput.pick({ password: true }).extend({ code: z.string(), trust: z.boolean() }),
    start: { password: '', code: '', trust: false },
    save: async ({ password, code, trust }) => {
      if (asksCode) await signInByCode({ code, trust });
      else await signIn({ email, password });
    },
    saved: () => resolveSignIn(true),
    failed: (error) => {
      setAsksCode(isRefusal(error, 'code_required') || (asksCode && !isRefusal(error, 'unauthenticated')));
      return isRefusal(error, 'code_required') ? undefined : accountSentence(error);
    },
  });
  const byPasskey = () => {
    import('../passkey/passkey-sign-in.client.ts')
      .then(({ signInByPasskey }) => signInByPasskey())
      .then(() => resolveSignIn(true))
      .catch((error: unknown) => toast.error('You are not logged in', { description: accountSentence(error) }));
  };
  const another = () => {
    resolveSignIn(false);
    void signOut({ to: '/login' });
  };
  return (
    <Dialog
      open
      onOpenChange={() => resolveSignIn(false)}
      title="Log in"
      description="Your session has expired. Please log in again."
      locked={form.saving}
    >
      <Form form={form} label="Log in">
        <DialogBody className="flex flex-col gap-5">
          <p className="text-ink-2">
            Log in as <b className="wrap-anywhere">{email}</b> to save your changes.
          </p>
          <FormField form={form} name="password" label="Password">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          {asksCode && (
            <>
              <FormField form={form} name="code" label="Code" hint="From your authenticator app, or a recovery code.">
                <TextInput autoComplete="one-time-code" autoFocus />
              </FormField>
              <Checkbox label="Trust this browser for 30 days" {...form.rhf.register('trust')} />
            </>
          )}
          {passkeys > 0 && supportsPasskeys() && (
            <Button disabled={form.saving} onClick={byPasskey}>
              Use a passkey
            </Button>
          )}
          {/* A hidden user name for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
        </DialogBody>
        <DialogFoot>
          <Button onClick={another}>Sign in with another account</Button>
          <SubmitButton form={form} busy="Logging in...">
            Log in
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
