/** A session that ended while something was being saved: the same person signs in again, over the page as it stands. */
import { answerSignIn } from '../../../web/forms/sign-in-again.client.ts';
import { landlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { SignInInput } from '../account.ts';
import { accountSentence, signIn } from './sign-in.client.ts';
import { signOut } from './sign-out.client.ts';

export function SignInAgain() {
  const email = landlord()?.email ?? '';
  const form = useZodForm({
    schema: SignInInput.pick({ password: true }),
    start: { password: '' },
    save: ({ password }) => signIn({ email, password }),
    saved: () => answerSignIn(true),
    failed: accountSentence,
  });
  const another = () => {
    answerSignIn(false);
    void signOut({ to: '/login' });
  };
  return (
    <Dialog
      open
      onOpenChange={() => answerSignIn(false)}
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
          {/* Unseen, so that a password manager knows whose password it is asked for. */}
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
