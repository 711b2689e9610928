/** A forgotten password: asking for an email, answered alike for every address, and choosing a new one by its link. */

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError, ERROR_CODES } from '../../../shared/app-error.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { AuthLayout, Elsewhere } from '../AuthLayout.tsx';
import { ForgotPasswordInput, NewPassword } from '../account.ts';
import { accountSentence, askForReset, resetPassword } from './sign-in.client.ts';

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
    failed: accountSentence,
  });
  return (
    <AuthLayout title="Forgot your password?" line="We will email you a link to choose a new one.">
      <Form form={form} label="Forgot your password?" className="flex flex-col gap-5">
        <FormField form={form} name="email" label="Email">
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </FormField>
        <SubmitButton form={form} wide busy="Sending...">
          Send the email
        </SubmitButton>
      </Form>
      <output className="mt-5 block empty:hidden">
        {asked && <Banner tone="green">If an account with that address exists, an email is on its way.</Banner>}
      </output>
      <Elsewhere>
        Remembered it? <Link to="/login">Log in</Link>
      </Elsewhere>
    </AuthLayout>
  );
}

const route = getRouteApi('/reset-password');

export function ResetPassword() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const [expired, setExpired] = useState(!token);
  const form = useZodForm({
    schema: NewPassword,
    start: { newPassword: '' },
    save: ({ newPassword }) => resetPassword({ token: token ?? '', newPassword }),
    saved: () => {
      toast.success('Your password has been changed. Please log in.');
      void navigate({ to: '/login', replace: true });
    },
    failed: (error) => {
      if (!(error instanceof AppError && error.code === 'link_expired')) return accountSentence(error);
      setExpired(true);
      return undefined;
    },
  });
  return (
    <AuthLayout title="Choose a new password">
      {expired ? (
        <Banner tone="red" role="alert">
          {ERROR_CODES.link_expired.message} <Link to="/forgot-password">Ask for a new link</Link>
        </Banner>
      ) : (
        <Form form={form} label="Choose a new password" className="flex flex-col gap-5">
          <FormField
            form={form}
            name="newPassword"
            label="New password"
            hint="At least 8 characters. Every device that is signed in will be signed out."
          >
            <PasswordInput autoComplete="new-password" />
          </FormField>
          <SubmitButton form={form} wide busy="Saving...">
            Save new password
          </SubmitButton>
        </Form>
      )}
      <Elsewhere>
        Remembered it? <Link to="/login">Log in</Link>
      </Elsewhere>
    </AuthLayout>
  );
}
