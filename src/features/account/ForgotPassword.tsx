/** Asking for the email with which to choose a new password. The answer is the same for every address. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { AuthLayout, Elsewhere } from './AuthLayout.tsx';
import { ForgotPasswordInput } from './account.ts';
import { askForReset, showSignInError } from './queries.client.ts';

export function ForgotPassword() {
  const [asked, setAsked] = useState(false);
  const form = useZodForm({
    schema: ForgotPasswordInput,
    start: { email: '' },
    save: async (input) => {
      setAsked(false);
      await askForReset(input);
    },
    saved: () => setAsked(true),
    failed: showSignInError,
  });
  return (
    <AuthLayout title="Forgot your password?" line="We send you a letter with a link to choose a new one.">
      <Form form={form} label="Forgot your password?" className="flex flex-col gap-5">
        <FormField form={form} name="email" label="Email">
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </FormField>
        <SubmitButton form={form} wide busy="Sending...">
          Send the letter
        </SubmitButton>
      </Form>
      <output className="mt-5 block empty:hidden">
        {asked && <Banner tone="green">If an account with that address exists, a letter is on its way.</Banner>}
      </output>
      <Elsewhere>
        Remembered it? <Link to="/login">Log in</Link>
      </Elsewhere>
    </AuthLayout>
  );
}
