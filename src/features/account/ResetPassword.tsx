/** Choosing a new password, come to by the email's link. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError, ERROR_CODES } from '../../shared/app-error.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { PasswordInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { AuthLayout, Elsewhere } from './AuthLayout.tsx';
import { NewPassword } from './account.ts';
import { resetPassword, showSignInError } from './queries.client.ts';

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
      if (!(error instanceof AppError && error.code === 'link_expired')) return showSignInError(error);
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
